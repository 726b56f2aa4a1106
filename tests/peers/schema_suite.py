"""schema_suite.sh's table: python3 schema_suite.py SUITE CFNC PYTHON AJV

SUITE holds draft7/ (or tests/draft7/) and remotes/. PYTHON is a Python that has jsonschema,
AJV a folder whose node_modules/ has ajv; "- WHY" instead of either says why there is none.
A peer is this file, or schema_suite.cjs, run with the suite: it prints [[[true, false, null]]],
its verdict for each test of each group of each file; null where it gave none.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PARTS = ("required", "optional", "optional/format")


def files_of(suite):
    """Of each part, the files and their names below draft7/."""
    root = os.path.join(suite, "draft7")
    if not os.path.isdir(root):
        root = os.path.join(suite, "tests", "draft7")
    for part in PARTS:
        folder = root if part == "required" else os.path.join(root, part)
        for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
            yield part, path, os.path.relpath(path, root)


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def by_cfnc(program, suite, group, scratch):
    """The verdicts of `cfnc check plain` on one group."""
    path = os.path.join(scratch, "schema.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(group["schema"], file)
    lines = "".join(json.dumps(test["data"]) + "\n" for test in group["tests"])
    done = subprocess.run(
        [program, "check", "plain", "--schema", path, "--schema-path", os.path.join(suite, "remotes")],
        input=lines, capture_output=True, text=True, timeout=60, check=False)
    verdicts = [json.loads(line).get("valid") for line in done.stdout.splitlines()]
    if len(verdicts) != len(group["tests"]):
        print(f"  {group['description']}: exit {done.returncode} {done.stderr.strip()[:300]}")
        return [None] * len(group["tests"])
    all_valid = all(verdict is True for verdict in verdicts)
    if done.returncode not in (0, 1, 4) or (done.returncode == 0) != all_valid:
        print(f"  {group['description']}: exit {done.returncode} for {verdicts}")
        return [None] * len(group["tests"])
    return verdicts


def by_jsonschema(suite):
    """This file as a peer: what Python's jsonschema says of everything, formats included."""
    import jsonschema
    import referencing
    import referencing.jsonschema

    def retrieve(uri):
        start = "http://localhost:1234/"
        if not uri.startswith(start):
            raise referencing.exceptions.NoSuchResource(ref=uri)
        return referencing.Resource.from_contents(
            load(os.path.join(suite, "remotes", uri[len(start):])),
            default_specification=referencing.jsonschema.DRAFT7)

    def verdict(schema, data):
        kind = jsonschema.Draft7Validator
        try:
            return kind(schema, registry=referencing.Registry(retrieve=retrieve),
                        format_checker=kind.FORMAT_CHECKER).is_valid(data)
        except Exception:  # pylint: disable=broad-except
            return None

    return [[[verdict(group["schema"], test["data"]) for test in group["tests"]]
             for group in load(path)] for _, path, _ in files_of(suite)]


def by_peer(command, suite, environment):
    files = [path for _, path, _ in files_of(suite)]
    done = subprocess.run([*command, suite, *files], capture_output=True, text=True, timeout=600,
                          env={**os.environ, **environment}, check=False)
    if done.returncode:
        print(f"{command}: {done.stderr.strip()[-300:]}")
        return None
    return json.loads(done.stdout)


def version_of(command, environment):
    return subprocess.run(command, capture_output=True, text=True, check=False,
                          env={**os.environ, **environment}).stdout.strip()


def peers_of(python, ajv, suite):
    """(title, verdicts) of each peer, or (title, None) with the reason in the title."""
    if python.startswith("- "):
        yield f"jsonschema ({python[2:]})", None
    else:
        version = version_of([python, "-c", "import importlib.metadata as m; print(m.version('jsonschema'))"], {})
        yield f"jsonschema {version}", by_peer([python, __file__, "--jsonschema"], suite, {})
    if ajv.startswith("- "):
        yield f"ajv ({ajv[2:]})", None
    else:
        modules = {"NODE_PATH": os.path.join(ajv, "node_modules")}
        version = version_of(["node", "-p", "require('ajv/package.json').version"], modules)
        yield f"ajv {version}", by_peer(["node", os.path.join(HERE, "schema_suite.cjs")], suite, modules)


def count(rows, verdicts):
    """How many are right, by part."""
    right = dict.fromkeys(PARTS, 0)
    for (part, _, _, _, test), verdict in zip(rows, verdicts):
        right[part] += verdict is test["valid"]
    return right


def print_table(rows, columns):
    """A row for each part, a column for each validator."""
    of = {part: sum(row[0] == part for row in rows) for part in PARTS}
    print("draft-07".ljust(18) + "".join(title.rjust(max(14, len(title) + 2)) for title, _ in columns))
    for part in PARTS:
        line = part.ljust(18)
        for title, verdicts in columns:
            cell = f"{count(rows, verdicts)[part]}/{of[part]}" if verdicts else "-"
            line += cell.rjust(max(14, len(title) + 2))
        print(line)


def main():
    suite, program, python, ajv = sys.argv[1:]
    listed = {(row["file"], row["group"], row["test"])
              for row in load(os.path.join(HERE, "..", "data", "schema_suite_exceptions.json"))}
    rows, ours = [], []
    with tempfile.TemporaryDirectory() as scratch:
        for part, path, name in files_of(suite):
            for group in load(path):
                rows += [(part, name, group["description"], test["description"], test)
                         for test in group["tests"]]
                ours += by_cfnc(program, suite, group, scratch)
    columns = [("cfnc", ours)]
    for title, verdicts in peers_of(python, ajv, suite):
        flat = verdicts and [v for file in verdicts for group in file for v in group]
        columns.append((title, flat))
    print_table(rows, columns)
    wrong = [row for row, verdict in zip(rows, ours)
             if verdict is not row[4]["valid"] and row[1:4] not in listed]
    for _, name, group, test, case in wrong:
        print(f"FAIL  {name}: {group}: {test}: expected {'valid' if case['valid'] else 'invalid'}")
    return 1 if wrong or not rows else 0


if sys.argv[1:2] == ["--jsonschema"]:
    print(json.dumps(by_jsonschema(sys.argv[2])))
else:
    sys.exit(main())
