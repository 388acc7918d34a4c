# SPDX-License-Identifier: MIT
"""A base of test cases that leave files: each test runs in a new folder."""
import os
import tempfile
import unittest


class OwnFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chdir(folder.name)
        self.addCleanup(os.chdir, "/")
