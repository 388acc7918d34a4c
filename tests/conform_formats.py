#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads the output of myosu-conform with Python's parsers of XML and JSON, and with a reader of the Test
Anything Protocol that follows its specification: conform_formats.py CONFORM FAULTY_ENGINE ENGINE

The verdicts are those of an engine with three faults, written by hand.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

CONFORM, FAULTY, ENGINE = (os.path.abspath(path) for path in sys.argv[1:4])

# Row 9 is demanded by UCI, row 28 by nobody; row 35 is for another dialect. Row 1 is expected to fail, and
# passes; row 3 is expected to fail, and does. The move has the characters that XML and JSON escape.
ROWS = '1,3,5,9,28,35'
FAULTS = ['deaf~mUlTiPv|^ isready', 'from~^bestmove .none.~bestmove <">é', 'say~^&$~x', '--', ENGINE]
EXPECTED = '# rows that may fail\n\n1 the greeting\n 3\tblanks\r\n'
VERDICTS = {1: 'xpass', 3: 'xfail', 5: 'pass', 9: 'FAIL', 28: 'warn', 35: 'n/a'}
LEVELS = {1: 'MUST', 3: 'MUST', 5: 'MAY', 9: 'MUST', 28: 'MAY', 35: 'MUST'}


def run(*words, status):
    done = subprocess.run([CONFORM, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=120)
    assert done.returncode == status, (words, done.returncode, done.stdout, done.stderr)
    return done.stdout.decode('utf-8'), done.stderr.decode('ascii')


def run_rows(work, *words, status=1):
    return run('--game', 'tictactoe', '--only', ROWS, '--expected-failures', work + '/expected', *words, FAULTY,
               *FAULTS, status=status)[0]


def is_conversation(lines):
    """Both sides have lines, and the times do not decrease."""
    times = []
    marks = set()
    for line in lines:
        if re.fullmatch(r'\(\d+ earlier lines\)', line):
            continue
        at, mark, _ = re.fullmatch(r' *(\d+\.\d{3}) ([><.]) (.*)', line).groups()
        times.append(float(at))
        marks.add(mark)
    return marks >= {'>', '<'} and times == sorted(times)


def check_json(work):
    found = json.loads(run_rows(work, '--format', 'json'))
    rows = found['rows']
    assert [row['row'] for row in rows] == sorted(VERDICTS), rows
    assert {row['row']: row['verdict'] for row in rows} == VERDICTS, rows
    assert {row['row']: row['level'] for row in rows} == LEVELS, rows
    assert found['counts'] == {'pass': 1, 'FAIL': 1, 'warn': 1, 'xfail': 1, 'xpass': 1, 'n/a': 1}, found
    assert found['dialect'] == 'uci' and found['engine'].startswith(FAULTY + ' deaf~mUlTiPv|'), found
    by_row = {row['row']: row for row in rows}
    assert by_row[28]['reason'] == 'with no legal move: bestmove <">é', by_row[28]
    assert by_row[9]['reason'] == "'mUlTiPv' set to 2 gives 1 lines"
    assert by_row[9]['source'].startswith('UCI: setoption')
    for row in rows:
        assert ('conversation' in row) == (row['verdict'] in ('FAIL', 'warn', 'xfail')), row
        assert 'conversation' not in row or is_conversation(row['conversation']), row
    assert any('bestmove <">é' in line for line in by_row[28]['conversation']), by_row[28]
    brief = json.loads(run_rows(work, '--format', 'json', '--brief'))
    assert not any('conversation' in row for row in brief['rows']), brief


def check_junit(work):
    root = xml.fromstring(run_rows(work, '--format', 'junit'))
    assert root.tag == 'testsuites'
    suite = root[0]
    counts = {name: int(suite.get(name)) for name in ('tests', 'failures', 'errors', 'skipped')}
    assert counts == {'tests': 6, 'failures': 1, 'errors': 0, 'skipped': 3}, counts
    kinds = {'pass': [], 'xpass': ['system-out'], 'FAIL': ['failure'], 'warn': ['skipped'], 'xfail': ['skipped'],
             'n/a': ['skipped']}
    cases = suite.findall('testcase')
    assert [int(case.get('name').split()[0]) for case in cases] == sorted(VERDICTS)
    for case in cases:
        assert case.get('classname') == 'myosu-conform.uci' and float(case.get('time')) >= 0
        verdict = VERDICTS[int(case.get('name').split()[0])]
        assert [child.tag for child in case] == kinds[verdict], (case.get('name'), verdict)
    assert ' say~^&$~x ' in suite.find('properties/property').get('value')
    failure = suite.find('testcase/failure')
    assert failure.get('message') == "'mUlTiPv' set to 2 gives 1 lines"
    head, *lines = failure.text.strip('\n').split('\n')
    assert head.startswith('MUST; source: UCI: setoption'), head
    assert is_conversation(lines), lines
    messages = [case.find('skipped').get('message') for case in cases if case.find('skipped') is not None]
    assert any('bestmove <">é' in message for message in messages), messages


def read_tap(text):
    """Reads version 14 as testanything.org describes it: [(ok, description, directive, reason, block)]."""
    lines = text.split('\n')
    assert lines.pop() == '' and lines.pop(0) == 'TAP version 14'
    count = int(re.fullmatch(r'1\.\.(\d+)', lines.pop(0)).group(1))
    points = []
    while lines:
        line = lines.pop(0)
        if line.startswith('#'):
            continue
        found = re.fullmatch(r'(not )?ok (\d+) - ((?:[^#\\]|\\[#\\])*?)(?: # (TODO|SKIP)(?: (.*))?)?', line)
        assert found and int(found[2]) == len(points) + 1, line
        block = {}
        if lines and lines[0] == '  ---':
            lines.pop(0)
            while lines[0] != '  ...':
                name, value = re.fullmatch(r'  (\w+): (.*)', lines.pop(0)).groups()
                # A scalar of YAML without quotes, or a string or an array of JSON, which are YAML, too.
                block[name] = json.loads(value) if value[0] in '"[' else value
            lines.pop(0)
        points.append((not found[1], found[3], found[4], found[5], block))
    assert len(points) == count, (count, points)
    return points


def check_tap(work):
    points = read_tap(run_rows(work, '--format', 'tap'))
    kinds = {'pass': (True, None), 'xpass': (True, 'TODO'), 'FAIL': (False, None), 'warn': (False, 'TODO'),
             'xfail': (False, 'TODO'), 'n/a': (True, 'SKIP')}
    rows = {int(point[1].split()[0]): point for point in points}
    assert {row: point[0:3:2] for row, point in rows.items()} == {row: kinds[word] for row, word in VERDICTS.items()}
    assert rows[28][4]['message'] == 'with no legal move: bestmove <">é', rows[28]
    for ok, _, _, _, block in points:
        assert ok == (block == {}), block
        assert ok or is_conversation(block['conversation']), block


def check_table(work):
    text = run_rows(work)
    rows = {int(row): (verdict, level) for row, verdict, level in
            re.findall(r'^ *(\d+)  (\S+) +(MUST|SHOULD|MAY) ', text, re.M)}
    assert rows == {row: (VERDICTS[row], LEVELS[row]) for row in VERDICTS}, text
    assert text.endswith('\n1 pass, 1 fail, 1 warn, 1 not applicable, 1 expected to fail, 1 passed unexpectedly\n')
    assert re.search(r'^            source: UCI: setoption.*\n {11}\d+\.\d{3} > uci\n', text, re.M), text
    quiet = run_rows(work, '--quiet', '--brief')
    assert re.findall(r'^ *(\d+)  ', quiet, re.M) == ['1', '9'], quiet


def check_selection(work):
    """Levels that count, and rows that are left out."""
    engine = ['--game', 'tictactoe', FAULTY, *FAULTS]
    for row, fail_on, status in ((9, 'must', 1), (9, 'may', 1), (28, 'must', 0), (28, 'should', 0), (28, 'may', 1)):
        run('--only', str(row), '--fail-on', fail_on, *engine, status=status)
    text, _ = run('--only', '3-5,9', '--skip', '4', '--skip', '3,9', '--jobs', '1', *engine, status=0)
    assert text.endswith('\n1 pass, 0 fail, 0 warn, 0 not applicable\n') and text.count('\n') == 2, text
    listed, _ = run('--list', '--skip', '2-46,48-81', status=0)
    assert re.fullmatch(r'   1  MUST    .*\. \[UCI: .*\]\n  47  MAY     .*\. \[.*\]\n', listed), listed
    everything = run('--list', status=0)[0].split('\n')
    assert [int(line.split()[0]) for line in everything[:-1]] == list(range(1, 82))
    quick = run('--list', '--quick', status=0)[0]
    assert '\n  43  ' not in quick and '\n  27  ' in quick, quick
    with open(work + '/wrong', 'w') as file:
        file.write('9 known\n97 no such row\n')
    _, error = run('--expected-failures', work + '/wrong', '/bin/true', status=2)
    assert error == "myosu-conform: %s/wrong:2: a row: expected a number, 1 to 81, found '97'\n" % work, error
    _, error = run('--only', '9-3', '/bin/true', status=2)
    assert error == 'myosu-conform: --only: the range 9-3 is empty; expected FIRST-LAST\n', error
    _, error = run('--only', '3', '--skip', '3', '/bin/true', status=2)
    assert error == 'myosu-conform: --only, --skip and --quick leave no check\n', error
    _, error = run('--quiet', '--format', 'tap', '/bin/true', status=2)
    assert error == 'myosu-conform: --quiet: expected --format table\n', error


def check_jobs():
    """Rows side by side have the verdicts that they have one after another, in the same order."""
    def verdicts(jobs):
        text, _ = run('--game', 'tictactoe', '--only', '1,3,5,8-12,16-20,22-25,28-32', '--format', 'json', '--jobs', jobs,
                      ENGINE, status=0)
        return [(row['row'], row['verdict']) for row in json.loads(text)['rows']]
    assert verdicts('1') == verdicts('8')


def check_timeout():
    """A silent engine: no row passes, and the rows that had no time say so."""
    text, _ = run('--timeout', '0.5', '--only', '1-5', '--jobs', '2', '--format', 'json', 'sleep', '1000', status=1)
    rows = json.loads(text)['rows']
    reasons = [row['reason'] for row in rows]
    assert all(row['verdict'] == 'FAIL' for row in rows), rows
    assert sorted(reasons) == ['not finished within the time of --timeout'] * 2 + \
        ['not started within the time of --timeout'] * 3, reasons
    assert any('> uci' in line for line in rows[0]['conversation']), rows[0]


def main():
    with tempfile.TemporaryDirectory() as work:
        with open(work + '/expected', 'w') as file:
            file.write(EXPECTED)
        check_json(work)
        check_junit(work)
        check_tap(work)
        check_table(work)
        check_selection(work)
    check_jobs()
    check_timeout()


main()
