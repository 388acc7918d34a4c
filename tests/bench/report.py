# SPDX-License-Identifier: MIT
"""Formats, stores and compares the results of tools/bench: a table of medians and ratios, and JSON."""
import json
import statistics

FORMAT = "myosu-bench 1"


def number(value):
    """Formats a number with four significant digits and separated thousands."""
    if value == 0 or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.4g}"


def align(rows):
    """Formats rows of words, the first column aligned to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(max(map(len, rows)))]
    return "\n".join("  ".join(
        word.ljust(widths[i]) if i == 0 else word.rjust(widths[i]) for i, word in enumerate(row)
    ).rstrip() for row in rows)


def new(columns, machine):
    """Returns an empty run, to which figures are added."""
    return {"format": FORMAT, "machine": machine, "columns": columns, "rows": []}


def add(run, bench, column, figures):
    """Adds the figures of one round of a bench for a column. Rows are in the order of the first round."""
    for name, unit, less, value in figures:
        for row in run["rows"]:
            if (row["bench"], row["figure"]) == (bench, name):
                break
        else:
            row = {"bench": bench, "figure": name, "unit": unit, "less_is_better": less, "values": {}}
            run["rows"].append(row)
        row["values"].setdefault(column, []).append(value)


def median(row, column):
    values = row["values"].get(column)
    return statistics.median(values) if values else None


def ratio(value, base):
    return f"{value / base:.2f}" if base else "-"


def table(run):
    """Formats a row per figure: the median of each column, and its ratio to the first column's."""
    names = [column["name"] for column in run["columns"]]
    head = [""] + names[:1] + [word for name in names[1:] for word in (name, "ratio")] + ["unit"]
    rows = [head]
    for row in run["rows"]:
        base = median(row, names[0])
        words = [f"{row['bench']}: {row['figure']}"]
        for i, name in enumerate(names):
            value = median(row, name)
            words.append("-" if value is None else number(value))
            if i:
                words.append("-" if value is None or base is None else ratio(value, base))
        arrow = "less is better" if row["less_is_better"] else "more is better"
        if row["figure"].endswith(": nodes"):
            arrow = "the same everywhere"
        rows.append(words + [f"{row['unit']} ({arrow})".strip()])
    machine = run["machine"]
    text = [f"{machine['processor']}, {machine['cores']} processors, load {machine['load']:.1f}, {machine['date']}"]
    for column in run["columns"]:
        level = f", level {column['level']}" if column["level"] else ""
        text.append(f"{column['name']}: {column['version'] or column['command']}{level}")
    text.append(f"medians of {machine['rounds']}, in turns; ratios to {names[0]}")
    return "\n".join(text) + "\n\n" + align(rows)


def write(run, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(run, file, indent=1)
        file.write("\n")


def read(path):
    """Reads a run from a file. A ValueError says what is wrong with the file."""
    try:
        with open(path, encoding="utf-8") as file:
            run = json.load(file)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise ValueError(f"{path}: no JSON: {error}") from error
    if not isinstance(run, dict) or run.get("format") != FORMAT:
        raise ValueError(f"{path}: not written by tools/bench --json (its format is '{FORMAT}')")
    return run


def compare(old, new):
    """Compares the figures that both runs have, column by column."""
    rows = [["", "old", "new", "new/old", ""]]
    before = {(row["bench"], row["figure"]): row for row in old["rows"]}
    for row in new["rows"]:
        was = before.get((row["bench"], row["figure"]))
        for name in row["values"] if was else []:
            one, two = median(was, name), median(row, name)
            if one is None:
                continue
            verdict = ""
            if row["figure"].endswith(": nodes"):
                verdict = "" if one == two else "another search"
            elif one and two != one:
                verdict = "better" if (two < one) == row["less_is_better"] else "worse"
            rows.append([f"{row['bench']}: {row['figure']} ({name})", number(one), number(two),
                         ratio(two, one), verdict])
    if len(rows) == 1:
        raise ValueError("the two runs have no figure of one program in common")
    text = align(rows)
    if old["machine"]["processor"] != new["machine"]["processor"]:
        text = (f"two machines: {old['machine']['processor']}; {new['machine']['processor']}\n\n") + text
    return text
