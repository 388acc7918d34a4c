#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the catalogues of texts: languages.py SOURCE ENGINE JSON...

Fails if a text of the page or of a game has no entry in a file of src/languages, if an entry is used by
nothing, if its placeholders differ from those of the text, or if the built JSON differs from the file.
Prints missing entries in the form of the file.
"""
import glob
import html.parser
import json
import os
import re
import subprocess
import sys

SOURCE, ENGINE, *BUILT = sys.argv[1:]
PAGE = "src/server/page"
PROGRAMS = "tools/play"
JS_STRING = r"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\""
ESCAPES = {"n": "\n", "t": "\t"}


def read(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
        return file.read()


def unescape(text):
    return re.sub(r"\\(.)", lambda match: ESCAPES.get(match[1], match[1]), text)


class Entry:
    def __init__(self):
        self.sources, self.context, self.key, self.plural, self.text, self.flags = [], "", "", "", "", ""

    @property
    def name(self):
        return (f"{self.context}\x04" if self.context else "") + self.key


def read_catalogue(path):
    """Returns the entries of a file of gettext, except its head."""
    entries, entry, field = [], Entry(), None
    words = {"msgctxt": "context", "msgid": "key", "msgid_plural": "plural", "msgstr": "text", "msgstr[0]": "text"}
    for number, line in enumerate(read(path).split("\n") + [""], 1):
        if not line.strip():
            if entry.key:
                entries.append(entry)
            entry, field = Entry(), None
        elif line.startswith("#:"):
            entry.sources += line[2:].split()
        elif line.startswith("#,"):
            entry.flags += line[2:]
        elif not line.startswith("#"):
            match = re.fullmatch(r'(?:(\S+) )?"(.*)"', line)
            assert match, f"{path}:{number}: {line}"
            field = words[match[1]] if match[1] else field
            setattr(entry, field, getattr(entry, field) + unescape(match[2]))
    return entries


def javascript_texts(path):
    """Returns the texts of a module that are marked with _, N_ or plural."""
    source = read(path)
    templates = re.findall(r"\b(?:_|N_|plural)\(\s*`.*", source)
    assert not templates, f"{path}: the key of a text is a literal, not a template: {templates}"
    found = re.findall(rf"\b(?:_|N_|plural)\(\s*(?:{JS_STRING})", source)
    return {unescape(single or double) for single, double in found}


def c_texts(path):
    """Returns the texts of a source in C that are marked with _ or N_."""
    literal = r'"(?:[^"\\\n]|\\.)*"\s*'
    found = re.findall(rf"\b(?:_|N_)\(\s*((?:{literal})+)\)", read(path))
    return {"".join(map(unescape, re.findall(r'"((?:[^"\\\n]|\\.)*)"', each))) for each in found}


class PageTexts(html.parser.HTMLParser):
    """Collects the texts and names of a document by the rule of language.js."""
    ATTRIBUTES = {"aria-label", "title", "placeholder"}
    CLOSED_BY_NEXT = {"option", "dt", "dd"}
    EMPTY = {"meta", "link", "input", "path", "circle"}

    def __init__(self):
        super().__init__()
        self.open, self.texts = [], set()

    def is_hidden(self):
        return any(hidden for _, hidden in self.open)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        while self.open and tag in self.CLOSED_BY_NEXT and self.open[-1][0] in self.CLOSED_BY_NEXT:
            self.open.pop()
        hides = tag in ("svg", "title", "style", "script", "kbd") or given.get("translate") == "no"
        if not hides and not self.is_hidden():
            self.texts |= {value for name, value in attributes if name in self.ATTRIBUTES}
        if tag not in self.EMPTY:
            self.open.append((tag, hides))

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if re.search("[A-Za-z]", data) and not self.is_hidden():
            self.texts.add(data.strip())


def html_texts(path):
    parser = PageTexts()
    parser.feed(read(path))
    return parser.texts


def ask(*commands):
    return subprocess.run([ENGINE, *commands], capture_output=True, check=True, text=True).stdout.split("\n")


def rules_length(lines):
    """The number of lines of `help GAME` before those about settings: "Options:" and the like."""
    heads = [at for at, line in enumerate(lines[:-1]) if line.endswith(":") and re.match(r" {3}\S", lines[at + 1])]
    return (heads + [len(lines)])[0]


def game_texts():
    """Returns {(game, text)} of all names and rules that the engine has for its games."""
    found = set()
    for game in ask("query games")[0].split()[1:]:
        look, about = ask("--game", game, "query look", f"query game {game}")[:2]
        texts = re.findall(r"side \d colour \S+ name (.*?)(?= side \d colour| piece . owner|$)", look)
        texts += re.findall(r"shape \S+ name (.*?)(?= piece . owner|$)", look)
        texts += re.findall(r"title (.*?)(?= parameter| option|$)", about)
        for name, setting in re.findall(r"parameter (\S+) type(.*?)(?= parameter| option|$)", about):
            texts += [name] + [each for each in re.findall(r"var (\S+)", setting) if not each.isdigit()]
        lines = [line for line in ask(f"help {game}")[1:] if line]
        count = rules_length(lines)
        texts.append("\n".join(lines[:count]))
        found |= {(game, text) for text in texts}
    return found


def c_strings(path):
    """Returns the string literals of a source, adjacent ones joined."""
    source = re.sub(r"/\*.*?\*/", "", read(path), flags=re.S)
    found = re.findall(r'(?:"(?:[^"\\\n]|\\.)*"\s*)+', source)
    return ["".join(map(unescape, re.findall(r'"((?:[^"\\\n]|\\.)*)"', each))) for each in found]


SHORT = 12  # a shorter text must be a string of its own


def is_in_source(entry, path):
    """Whether a source in C has the text, or all parts of it between placeholders."""
    strings = c_strings(path)
    parts = [part for part in re.split(r"\{\w+\}", entry.key) if part]
    return all(any(part == each.strip("\n") or (len(entry.key) > SHORT and part in each) for each in strings) for part in parts)


def placeholders(text):
    """Returns the placeholders of the page, and the conversions of printf() in the order of their arguments."""
    numbered = re.findall(r"%(\d+)\$([-+.*\d]*[a-zA-Z])", text)
    plain = re.findall(r"%([-+.*\d]*[a-zA-Z])", text)
    assert not (numbered and plain), f"some arguments have numbers: {text}"
    conversions = [each for _, each in sorted(numbered, key=lambda pair: int(pair[0]))] or plain
    return sorted(set(re.findall(r"\{\w+\}", text))) + conversions


def check(path, built):
    entries = {entry.name: entry for entry in read_catalogue(path)}
    faults = []
    used = {}
    pages = sorted(glob.glob(f"{SOURCE}/{PAGE}/*.js"))
    for name in [f"{PAGE}/{os.path.basename(each)}" for each in pages]:
        for text in javascript_texts(name):
            used.setdefault(text, set()).add(name)
    for text in html_texts(f"{PAGE}/index.html"):
        used.setdefault(text, set()).add(f"{PAGE}/index.html")
    programs = [f"{PROGRAMS}/{each}" for each in os.listdir(f"{SOURCE}/{PROGRAMS}")]
    programs += [f"{PROGRAMS}/table/{each}" for each in os.listdir(f"{SOURCE}/{PROGRAMS}/table")]
    for name in sorted(each for each in programs if each.endswith(".c")):
        for text in c_texts(name):
            used.setdefault(text, set()).add(name)
    games = game_texts()
    missing = {text: sources for text, sources in used.items() if text not in entries}
    missing.update({text: {f"src/games/{game}"} for game, text in sorted(games)
                    if text not in entries and f"{game}\x04{text}" not in entries and re.search("[A-Za-z]", text)})
    for text, sources in sorted(missing.items()):
        quoted = json.dumps(text, ensure_ascii=False)
        faults.append("missing:\n" + "".join(f"#: {each}\n" for each in sorted(sources)) + f'msgid {quoted}\nmsgstr ""')
    for name, entry in entries.items():
        sources = [each for each in entry.sources if each.startswith("src/") and each.endswith((".c", ".h"))]
        stale = [each for each in sources if not is_in_source(entry, each)]
        stale += [each for each in entry.sources if re.fullmatch(r"src/games/\w+", each)
                  and (os.path.basename(each), entry.key) not in games]
        faults += [f"'{name}' is not in {each}" for each in stale]
        in_page = {each for each in entry.sources if each.startswith((PAGE, PROGRAMS))}
        if in_page != used.get(name, set()):
            faults.append(f"'{name}' is used by {sorted(used.get(name, []))}, not by {sorted(in_page)}")
        if not entry.sources:
            faults.append(f"'{name}' is used by nothing")
        if not entry.text or "fuzzy" in entry.flags:
            faults.append(f"'{name}' has no translation")
        elif placeholders(entry.text) != placeholders(entry.key):
            faults.append(f"'{name}' has other placeholders than '{entry.text}'")
    shown = {name: entry for name, entry in entries.items() if any(
        each.startswith((PAGE, "src/games", "src/engine", "src/server/session")) for each in entry.sources)}
    expected = {name.split("\n")[0]: entry.text for name, entry in shown.items()}
    assert len(expected) == len(shown), f"{path}: the first line of a text is its key on the page, so it must be unique"
    expected[""] = [name for name, entry in shown.items()
                    if "{" in name and not any(each.startswith(PAGE) for each in entry.sources)]
    with open(built, encoding="utf-8") as file:
        found = json.load(file)
    for name in sorted(set(found) | set(expected)):
        if found.get(name) != expected.get(name):
            faults.append(f"{built}: '{name}' is {found.get(name)}, expected {expected.get(name)}")
    return len(entries), faults


def main():
    paths = sorted(glob.glob(f"{SOURCE}/src/languages/*.po"))
    assert paths and len(paths) == len(BUILT), f"{len(paths)} catalogues, built are {BUILT}"
    failed = False
    for path, built in zip(paths, sorted(BUILT)):
        count, faults = check(os.path.relpath(path, SOURCE), built)
        print("\n".join(faults + [f"{os.path.basename(path)}: {count} entries, {len(faults)} faults"]))
        failed |= count == 0 or len(faults) > 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
