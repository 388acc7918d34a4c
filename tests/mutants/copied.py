# SPDX-License-Identifier: MIT
"""A copy of the sources that mistakes are made in, with a fast build and its tests."""
import argparse, filecmp, hashlib, json, os, random, shutil, signal, subprocess, sys, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Copy:
    """The copy and its build."""

    def __init__(self, folder, jobs):
        self.folder, self.build, self.jobs = folder, folder + '/build', str(jobs)
        listed = subprocess.run(['git', '-C', ROOT, 'ls-files', '-z', '-co', '--exclude-standard'],
                                check=True, capture_output=True, text=True).stdout.split('\0')
        files = [name for name in listed if name and os.path.isfile(os.path.join(ROOT, name))]
        if not files:
            sys.exit('no sources found in ' + ROOT)
        for name in files:
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            # An unchanged file keeps its time, so it is not compiled again.
            if not os.path.exists(path) or not filecmp.cmp(os.path.join(ROOT, name), path, shallow=False):
                shutil.copy(os.path.join(ROOT, name), path)
        self.files = files
        if not os.path.exists(self.build + '/build.ninja'):
            self.call(['meson', 'setup', self.build, folder, '-Doptimization=1', '-Ddebug=false',
                       '-Db_ndebug=false', '-Dc_args=-march=native -w'], True)
        self.tests = {test['name']: test for test in self.introspect('--tests')}
        self.targets = {target['id']: target['filename'] for target in self.introspect('--targets')}

    def read(self, name):
        with open(os.path.join(self.folder, name), 'rb') as file:
            return file.read()

    def write(self, name, content):
        with open(os.path.join(self.folder, name), 'wb') as file:
            file.write(content)

    def introspect(self, what):
        return json.loads(self.call(['meson', 'introspect', what, self.build], True)[1])

    def call(self, command, must=False, limit=None):
        """Returns the exit status, or None after the time limit in seconds, and the output."""
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL, text=True, errors='replace', start_new_session=True)
        try:
            printed = process.communicate(timeout=limit)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None, ''
        if must and process.returncode:
            sys.exit(' '.join(command) + '\n' + printed)
        return process.returncode, printed

    def make(self, tests):
        """Builds what these tests need. Returns True if that succeeded, and the end of the output."""
        paths = {path for test in tests for id in self.tests[test]['depends'] for path in self.targets[id]}
        status, printed = self.call(['ninja', '-C', self.build, *sorted(os.path.relpath(p, self.build) for p in paths)],
                                    limit=900)
        return status == 0, printed[-2000:]

    def failing(self, tests, limit):
        """Returns the name of a test that fails or times out, or None if all pass, and the skipped tests."""
        status, printed = self.call(['meson', 'test', '-C', self.build, '--no-rebuild', '--maxfail', '1',
                                     '--timeout-multiplier', '4', '--num-processes', self.jobs, *tests], limit=limit)
        results = [json.loads(line) for line in open(self.build + '/meson-logs/testlog.json')]
        bad = [r['name'].split(' / ')[-1] for r in results if r['result'] in ('FAIL', 'TIMEOUT', 'ERROR')]
        skipped = [r['name'].split(' / ')[-1] for r in results if r['result'] == 'SKIP']
        if status is None:
            return 'it hangs', skipped
        return (bad or ['?' if status else None])[0], skipped

    def seconds(self, without):
        """Returns the time of each test that passes without a mistake, except for those in `without`. Prints
        failures. The times are stored in the folder.
        """
        path = self.folder + '/seconds.json'
        known = json.load(open(path)) if os.path.exists(path) else {}
        missing = [test for test in self.tests if test not in without and test not in known]
        self.call(['ninja', '-C', self.build], True)
        if missing:
            self.call(['meson', 'test', '-C', self.build, '--no-rebuild', '--num-processes', self.jobs, *missing])
            for result in map(json.loads, open(self.build + '/meson-logs/testlog.json')):
                passes = result['result'] == 'OK'
                if not passes and result['result'] != 'SKIP':
                    print('fails without a mistake:', result['name'], flush=True)
                known[result['name'].split(' / ')[-1]] = result['duration'] if passes else None
            with open(path, 'w') as file:
                json.dump(known, file)
        return {test: known[test] for test in self.tests if test not in without and known.get(test)}

    def objects(self):
        """Returns a hash of all objects: a mistake that does not change them is not counted."""
        digest = hashlib.sha256()
        for folder, _, names in sorted(os.walk(self.build)):
            for name in sorted(names):
                if name.endswith('.o'):
                    digest.update(open(os.path.join(folder, name), 'rb').read())
        return digest.digest()


def count_of(text):
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"'{text}' is not 0 or more")
    return int(text)


def begin(description, usual_count, takes_lists=False):
    """Parses the options of a program that makes mistakes. Returns its copy, its random numbers and the options."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--count', type=count_of, default=usual_count, help='so many mistakes; 0: as many as there are')
    parser.add_argument('--seed', type=int, default=int(time.time()), help='which ones')
    parser.add_argument('--folder', default=ROOT + '/build-mutants', help='where the copy is made')
    parser.add_argument('--jobs', type=int, default=os.cpu_count(), help='tests that run at once')
    if takes_lists:
        parser.add_argument('lists', nargs='*', metavar='LIST', help='files of mistakes')
    options = parser.parse_args()
    missing = [path for path in getattr(options, 'lists', []) if not os.path.isfile(path)]
    if missing:
        parser.error('no such file: ' + ' '.join(missing))
    print(f'seed {options.seed}', flush=True)
    return Copy(os.path.abspath(options.folder), options.jobs), random.Random(options.seed), options


def report(number, begun, outcome, where, what):
    print(f'{number:4} {time.time() - begun:4.0f} s  {outcome:34} {where}: {what}', flush=True)
