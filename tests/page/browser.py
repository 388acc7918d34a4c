# SPDX-License-Identifier: MIT
"""Drives a headless browser: Debian's chromium by WebDriver, Debian's firefox-esr by Marionette.

Debian has no geckodriver. Marionette is the protocol between geckodriver and Firefox: each message is
LENGTH:JSON on a TCP connection, and the commands mirror those of WebDriver.
"""
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
        "Down": "\ue015", "Tab": "\ue004", "Delete": "\ue017"}


class Missing(Exception):
    """The browser is not installed."""


def find_program(name):
    path = shutil.which(name)
    if not path:
        raise Missing(f"{name} is not installed")
    return path


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Browser:
    """What both browsers have in common. A subclass starts a browser and has execute(script, arguments),
    perform(actions), open, open_tab, tab, show_tab, close_tab, choose_file, set_screen, force_colours, touch,
    screenshot, messages and close."""

    def run(self, script, *arguments):
        """Runs a script and returns its result; waits for a promise."""
        return self.execute(script, list(arguments))

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

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.screenshot()))

    def point(self, *steps):
        """Moves, presses and releases the mouse: ("move", x, y), ("down", [button]), ("up", [button])."""
        actions = []
        for step in steps:
            if step[0] == "move":
                actions.append({"type": "pointerMove", "x": round(step[1]), "y": round(step[2]), "duration": 20})
            else:
                actions.append({"type": "pointer" + step[0].capitalize(), "button": step[1] if len(step) > 1 else 0})
        self.perform({"type": "pointer", "id": "mouse", "actions": actions, "parameters": {"pointerType": "mouse"}})

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
        self.perform({"type": "key", "id": "keys", "actions": actions})


class Chromium(Browser):
    def __init__(self):
        driver, browser = find_program("chromedriver"), find_program("chromium")
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
        before = self.tab()
        self.show_tab(self.post("/window/new", {"type": "tab"})["handle"])
        return before

    def tab(self):
        return self.call("GET", self.session + "/window")

    def show_tab(self, tab):
        self.post("/window", {"handle": tab})

    def close_tab(self):
        self.call("DELETE", self.session + "/window")

    def execute(self, script, arguments):
        return self.post("/execute/sync", {"script": script, "args": arguments})

    def perform(self, source):
        self.post("/actions", {"actions": [source]})

    def choose_file(self, selector, path):
        root = self.devtools("DOM.getDocument")["root"]["nodeId"]
        node = self.devtools("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        assert node, f"the page has no {selector}"
        self.devtools("DOM.setFileInputFiles", nodeId=node, files=[path])

    def devtools(self, command, **parameters):
        return self.post("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def set_screen(self, width, height, dark=False, still=True):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                      mobile=width < 500)
        self.devtools("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])

    def force_colours(self):
        """Shows the page in the high contrast of an operating system, until set_screen."""
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])

    def screenshot(self):
        return self.devtools("Page.captureScreenshot", format="png")["data"]

    def touch(self, selector):
        x, y = self.middle(selector)
        self.devtools("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.devtools("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

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


# A profile that neither greets nor asks, with a free port for Marionette, which it writes to a file.
PREFERENCES = {
    "marionette.port": 0, "browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.reportingpolicy.firstRun": False,
    "browser.aboutwelcome.enabled": False, "dom.disable_open_during_load": False,
}


class Firefox(Browser):
    def __init__(self):
        program = find_program("firefox-esr")
        self.folder = tempfile.mkdtemp(prefix="myosu-page-")
        with open(f"{self.folder}/user.js", "w") as file:
            file.writelines(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
        # The window has room for the largest screen of the tests.
        size = {"MOZ_HEADLESS_WIDTH": "4000", "MOZ_HEADLESS_HEIGHT": "2400"}
        self.process = subprocess.Popen(
            [program, "--headless", "--marionette", "--remote-allow-system-access", "--profile", self.folder, "--no-remote"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **size})
        self.number = 0
        self.stream = self.connect().makefile("rwb")
        self.receive()  # the greeting
        self.call("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"acceptInsecureCerts": False}}})
        self.call("WebDriver:SetTimeouts", {"script": 3000 * PATIENCE, "pageLoad": 1000 * PATIENCE})

    def connect(self):
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                with open(f"{self.folder}/MarionetteActivePort") as file:
                    return socket.create_connection(("127.0.0.1", int(file.read())), 3 * PATIENCE)
            except (OSError, ValueError):
                assert self.process.poll() is None, f"Firefox ended with {self.process.returncode}"
                assert time.monotonic() < deadline, "Firefox does not listen"
                time.sleep(0.05)

    def receive(self):
        length = b""
        while not length.endswith(b":"):
            byte = self.stream.read(1)
            assert byte, "Firefox has closed the connection"
            length += byte
        return json.loads(self.stream.read(int(length[:-1])))

    def call(self, command, parameters=None):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters or {}]).encode()
        self.stream.write(b"%d:%s" % (len(message), message))
        self.stream.flush()
        _, number, error, result = self.receive()
        assert number == self.number, f"{command}: the answer is out of order"
        if error:
            raise AssertionError(f"{command}: {error['error']}: {error['message'][:800]}")
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    def execute(self, script, arguments):
        return self.call("WebDriver:ExecuteScript", {"script": script, "args": arguments, "sandbox": None})

    def chrome(self, script, *arguments):
        """Runs a script with the browser's own rights."""
        self.call("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.execute(script, list(arguments))
        finally:
            self.call("Marionette:SetContext", {"value": "content"})

    def perform(self, source):
        self.call("WebDriver:PerformActions", {"actions": [source]})

    def open(self, address):
        self.call("WebDriver:Navigate", {"url": address})

    def tab(self):
        return self.call("WebDriver:GetWindowHandle")

    def open_tab(self):
        """Opens a tab and goes to it; returns the tab that was shown before."""
        before = self.tab()
        self.show_tab(self.call("WebDriver:NewWindow", {"type": "tab"})["handle"])
        self.apply_screen()
        return before

    def show_tab(self, tab):
        self.call("WebDriver:SwitchToWindow", {"handle": tab})

    def close_tab(self):
        self.call("WebDriver:CloseWindow")

    def choose_file(self, selector, path):
        field = self.call("WebDriver:FindElement", {"using": "css selector", "value": selector})
        self.call("WebDriver:ElementSendKeys", {"id": next(iter(field.values())), "text": path})

    def set_screen(self, width, height, dark=False, still=True):
        self.screen = (width, height, 0 if dark else 1, int(still), "none")
        self.apply_screen()

    def force_colours(self):
        """Shows the page in the high contrast of an operating system, until set_screen."""
        self.screen = (*self.screen[:4], "active")
        self.apply_screen()

    def apply_screen(self):
        self.chrome(
            "const [width, height, scheme, still, forced] = arguments; const browser = gBrowser.selectedBrowser;"
            "for (const [name, value] of [['width', width], ['height', height]]) {"
            "  for (const edge of ['min-', 'max-', '']) { browser.style.setProperty(edge + name, `${value}px`); } }"
            "Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', scheme);"
            "browser.browsingContext.forcedColorsOverride = forced;"
            "Services.prefs.setIntPref('ui.prefersReducedMotion', still);", *self.screen)
        self.wait("innerWidth === arguments[0] && innerHeight === arguments[1]", *self.screen[:2], what="the size of the window")

    def touch(self, selector):
        x, y = self.middle(selector)
        self.perform({"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}, {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0}]})

    def screenshot(self):
        return self.call("WebDriver:TakeScreenshot", {"full": False})

    def messages(self):
        """Returns the errors on the console since the last call."""
        return self.chrome(
            "const found = Services.console.getMessageArray().filter((each) => each instanceof Ci.nsIScriptError"
            "  && !(each.flags & (each.warningFlag | each.infoFlag)) && each.sourceName.startsWith('http'))"
            "  .map((each) => ({message: each.toString()}));"
            "Services.console.reset(); return found;")

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


BROWSERS = {"chromium": Chromium, "firefox": Firefox}
