# SPDX-License-Identifier: MIT
"""Drives a browser over the WebDriver protocol: Debian's chromium and chromium-driver, headless."""
import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

# The time limit for any wait, in seconds.
PATIENCE = 120

# Key codes of the protocol.
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Left": "\ue012", "Up": "\ue013", "Right": "\ue014",
        "Down": "\ue015", "Tab": "\ue004"}


class Missing(Exception):
    """The browser is not installed."""


def find_programs():
    driver = shutil.which("chromedriver")
    browser = shutil.which("chromium")
    if not driver or not browser:
        raise Missing("chromium and chromium-driver are not installed")
    return driver, browser


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Browser:
    def __init__(self):
        driver, browser = find_programs()
        self.port = free_port()
        self.folder = tempfile.mkdtemp(prefix="myosu-page-")
        self.process = subprocess.Popen([driver, f"--port={self.port}"], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        self.session = None
        self.await_driver()
        arguments = ["--headless=new", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
                     f"--user-data-dir={self.folder}"]
        if os.getuid() == 0:
            arguments.append("--no-sandbox")
        wanted = {"browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
                  "goog:chromeOptions": {"args": arguments, "binary": browser}}
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = "/session/" + answer["sessionId"]

    def await_driver(self):
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self.call("GET", "/status")
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def call(self, method, path, data=None):
        body = json.dumps(data or {}).encode() if method == "POST" else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, method=method)
        try:
            with urllib.request.urlopen(request, timeout=3 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.read().decode()[:800]}") from None

    def post(self, path, data=None):
        return self.call("POST", self.session + path, data)

    def open(self, address):
        self.post("/url", {"url": address})

    def open_tab(self):
        """Opens a tab and goes to it; returns the tab that was shown before."""
        before = self.call("GET", self.session + "/window")
        self.show_tab(self.post("/window/new", {"type": "tab"})["handle"])
        return before

    def show_tab(self, tab):
        self.post("/window", {"handle": tab})

    def close_tab(self):
        self.call("DELETE", self.session + "/window")

    def run(self, script, *arguments):
        """Runs a script and returns its result; waits for a promise."""
        return self.post("/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, *arguments, what=None):
        """Waits until the expression is true and returns its value."""
        deadline = time.monotonic() + PATIENCE
        while True:
            value = self.run(f"return {script}", *arguments)
            if value:
                return value
            if time.monotonic() > deadline:
                raise AssertionError(f"waited in vain for {what or script}")
            time.sleep(0.03)

    def devtools(self, command, **parameters):
        return self.post("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def set_screen(self, width, height, dark=False, still=True):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                      mobile=width < 500)
        self.devtools("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.devtools("Page.captureScreenshot", format="png")["data"]))

    def point(self, *steps):
        """Moves, presses and releases the mouse: ("move", x, y), ("down", [button]), ("up", [button])."""
        actions = []
        for step in steps:
            if step[0] == "move":
                actions.append({"type": "pointerMove", "x": round(step[1]), "y": round(step[2]), "duration": 20})
            else:
                actions.append({"type": "pointer" + step[0].capitalize(), "button": step[1] if len(step) > 1 else 0})
        self.post("/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": actions,
                                            "parameters": {"pointerType": "mouse"}}]})

    def touch(self, selector):
        x, y = self.middle(selector)
        self.devtools("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.devtools("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def middle(self, selector):
        """Returns the centre of an element after it has stood still for five frames, or after a time limit."""
        box = self.run(
            "const [selector] = arguments; return (async () => {"
            "  let last = ''; let middle; let frames = 0;"
            "  for (let i = 0; i < 120 && frames < 5; i++) {"
            "    const e = document.querySelector(selector);"
            "    e.scrollIntoView({block: 'nearest'});"
            "    const b = e.getBoundingClientRect();"
            "    middle = [b.x + b.width / 2, b.y + b.height / 2];"
            "    frames = last === String(middle) ? frames + 1 : 0;"
            "    last = String(middle);"
            "    await new Promise((done) => requestAnimationFrame(done));"
            "  } return middle; })()", selector)
        return box[0], box[1]

    def click(self, selector):
        self.point(("move", *self.middle(selector)), ("down",), ("up",))

    def drag(self, origin, target):
        start, end = self.middle(origin), self.middle(target)
        between = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.point(("move", *start), ("down",), ("move", *between), ("move", *end), ("up",))

    def type(self, text):
        """Sends keys to the focused element: names of KEYS in a list, or a text."""
        keys = [KEYS.get(key, key) for key in text]
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.post("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def messages(self):
        """Returns the errors on the console since the last call."""
        return [entry for entry in self.post("/se/log", {"type": "browser"}) if entry["level"] == "SEVERE"]

    def close(self):
        try:
            if self.session:
                self.call("DELETE", self.session)
        finally:
            self.process.terminate()
            self.process.wait()
            shutil.rmtree(self.folder, ignore_errors=True)
