"""The verdicts of two programs on the same provider, side by side. See reference.sh."""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase
from pathlib import Path
from xml.etree import ElementTree

HERE = Path(__file__).parent
PROJECT = HERE / "shelf"
SCHEMA = "example-notes-shelf.json"
HONEST = "honest"
SAMPLE = 20 // int(os.environ.get("CFNC_SAMPLE", "1"))  # how many faults are tried without --all
BUDGET = 240  # seconds after which no other is begun, without --all
LIMIT = 150  # seconds for one run of either program
WORST_LAST = ("absent", "skipped", "passed", "failed")
THEIRS, OURS = 2, 3  # in a row of verdicts


def fault_names(cfnc):
    listing = subprocess.run(
        [cfnc, "serve", "--list-faults"], check=True, capture_output=True, text=True
    ).stdout
    return [line.split()[0] for line in listing.splitlines() if line.strip()]


def spread(names, count):
    """`count` of the names, evenly from first to last."""
    if len(names) <= count:
        return names
    return [names[i * len(names) // count] for i in range(count)]


def limit(fault):
    """A handler that is slow to be found out is slow by the limit: keep that low."""
    return ["--enforce-timeout", "1"] if "slow" in fault else []


class Provider:
    """`cfnc serve` with a fault, for as long as the block lasts."""

    def __init__(self, cfnc, folder, fault):
        self.command = [cfnc, "serve", "--schema", str(folder / SCHEMA), "--port", "0"]
        if fault != HONEST:
            self.command += ["--fault", fault]
        self.command += limit(fault)

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            self.__exit__()
            raise RuntimeError(f"{' '.join(self.command)} said {line!r}")
        return line.split()[-1]

    def __exit__(self, *_exception):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def run(command, folder):
    """True when the program came to an end."""
    environment = {**os.environ, "HOME": str(folder), "NO_COLOR": "1"}
    try:
        subprocess.run(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=LIMIT, check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return True


def read_junit(path):
    """The verdict of each test; of several on one name, the worst."""
    verdicts = {}
    for case in ElementTree.parse(path).iter("testcase"):
        kinds = {child.tag for child in case}
        verdict = "passed"
        if kinds & {"failure", "error"}:
            verdict = "failed"
        elif "skipped" in kinds:
            verdict = "skipped"
        name = case.get("name").split("[")[0]
        verdicts[name] = max(verdict, verdicts.get(name, "absent"), key=WORST_LAST.index)
    return verdicts


def verdicts_of(command, cfnc, fault):
    """What the program says about the provider with that fault."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "project"
        shutil.copytree(PROJECT, folder)
        report = folder / "junit.xml"
        with Provider(cfnc, folder, fault) as url:
            ended = run(command(url, report), folder)
        if not ended:
            return {"*": "hangs"}
        if not report.exists():
            return {"*": "no-report"}
        return read_junit(report)


def overall(verdicts):
    """One verdict for a whole run."""
    return verdicts.get("*") or ("failed" if "failed" in verdicts.values() else "passed")


def compare(cfnc, fault):
    """[(fault, test, theirs, ours)] for each test of either."""

    def reference(url, report):
        return [sys.executable, str(HERE / "reference.py"), "test", "--endpoint", url,
                *limit(fault), "--", "--junitxml", str(report)]

    def ours(url, report):
        return [cfnc, "test", "--suite", "v1", "--schema", SCHEMA, "--endpoint", url,
                "--stabilize-timeout", "20", *limit(fault), "--junitxml", str(report)]

    theirs = verdicts_of(reference, cfnc, fault)
    mine = verdicts_of(ours, cfnc, fault)
    if "*" in theirs or "*" in mine:
        return [(fault, "*", overall(theirs), overall(mine))]
    return [
        (fault, test, theirs.get(test, "absent"), mine.get(test, "absent"))
        for test in sorted(theirs.keys() | mine.keys())
    ]


def read_known(path):
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            *where, why = line.split(None, 4)
            rows.append((tuple(where), why))
    return rows


def reason(known, row):
    """Why that difference is there, or None."""
    for where, why in known:
        if all(fnmatchcase(actual, wanted) for wanted, actual in zip(where, row)):
            return why
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cfnc", required=True)
    parser.add_argument("--all", action="store_true", help="every fault, however long it takes")
    parser.add_argument("faults", nargs="*")
    options = parser.parse_args()

    cfnc = str(Path(options.cfnc).resolve())
    named = options.faults or fault_names(cfnc)
    known = read_known(HERE / "known_differences.txt")
    chosen = named
    sampling = not options.all and not options.faults
    if sampling:
        hanging = {where[0] for where, _why in known if where[2] == "hangs"}
        chosen = spread([fault for fault in named if fault not in hanging], SAMPLE)
    began = time.monotonic()

    def one(fault):
        if sampling and time.monotonic() - began > BUDGET:
            return None
        return compare(cfnc, fault)

    faults = [HONEST] + [fault for fault in chosen if fault != HONEST]
    counts = {"same": 0, "known": 0, "NEW": 0}
    apart = []  # the faults whose whole runs come to different verdicts
    with ThreadPoolExecutor(max_workers=2) as pool:
        for fault, rows in zip(faults, pool.map(one, faults)):
            if rows is None:
                print(f"not run, out of time: {fault}", flush=True)
                continue
            if fault == HONEST and honest_differs(rows):
                print("The honest provider does not pass:", *rows, sep="\n  ", flush=True)
                pool.shutdown(cancel_futures=True)
                return 1
            for row in rows:
                counts[report(known, row)] += 1
            if run_verdict(rows, THEIRS) != run_verdict(rows, OURS):
                apart.append(fault)
    print("whole runs that differ:", ", ".join(apart) or "none")
    print(f"{counts['same']} verdicts the same, {counts['known']} known to differ, "
          f"{counts['NEW']} differ and are not in known_differences.txt "
          f"({len(named)} faults, {len(chosen)} tried)")
    return 1 if counts["NEW"] else 0


def run_verdict(rows, column):
    """That of the whole run; of one that hangs, or writes no report, that word."""
    verdicts = {row[column] for row in rows}
    return next((v for v in ("hangs", "no-report", "failed") if v in verdicts), "passed")


def report(known, row):
    """Prints a row whose verdicts differ; what kind of row it is."""
    fault, test, theirs, ours = row
    if theirs == ours:
        return "same"
    why = reason(known, row)
    kind = "known" if why else "NEW"
    print(f"{kind:5}  {fault:28} {test:30} theirs {theirs:9} ours {ours:8} {why or ''}", flush=True)
    return kind


def honest_differs(rows):
    return len(rows) < 10 or any(set(row) & {"failed", "hangs", "no-report"} for row in rows)


if __name__ == "__main__":
    sys.exit(main())
