"""validate.py FOLDER: what python-jsonschema takes for the documents and models that
`validate emit` has left in FOLDER; the lines are those of `validate measure`."""
import json
import pathlib
import re
import sys
import time

import jsonschema

FOLDER = pathlib.Path(sys.argv[1])
CHECKER = jsonschema.Draft7Validator.FORMAT_CHECKER
now = time.process_time


def row(label, text):
    print(f"  {label:<44} {text}", flush=True)


def compiled(text):
    return jsonschema.Draft7Validator(json.loads(text), format_checker=CHECKER)


def is_valid(validator, model):
    try:
        return validator.is_valid(model)
    except re.error:  # a pattern that only ECMA-262 knows
        return None


subjects, times = [], []
for path in sorted(FOLDER.glob("*.json")):
    text = path.read_text()
    lines = path.with_suffix(".models").read_text().splitlines()
    start = now()
    validator = compiled(text)
    times.append((now() - start) * 1e3)
    subjects.append((text, validator, lines, [json.loads(line) for line in lines]))

times.sort()
count = len(times)
row("python-jsonschema: parse (it does not compile)",
    " ".join(f"{ms:9.3f}" for ms in (sum(times) / count, times[count // 2],
                                      times[count * 99 // 100], times[-1])) + "  ms CPU")

models = valid = unread = 0
start = now()
while now() - start < 1:
    for _, validator, _, instances in subjects:
        for model in instances:
            verdict = is_valid(validator, model)
            valid += verdict is True
            unread += verdict is None
        models += len(instances)
        if now() - start >= 5:
            break
row("python-jsonschema: hot, all in turn", f"{models / (now() - start):9.0f}  models per CPU second "
    f"({valid} of {models} valid, {unread} with a pattern not read)")

with_models = [subject for subject in subjects if subject[2]]
start = now()
for text, _, lines, _ in with_models:
    is_valid(compiled(text), json.loads(lines[0]))
row("python-jsonschema: cold", f"{len(with_models) / (now() - start):9.0f}  models per CPU second "
    "(a schema each)")
