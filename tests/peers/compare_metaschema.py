"""Which schemas two programs take for that of a resource type. See metaschema.sh."""
import argparse
import copy
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from jsonschema import Draft7Validator
from rpdk.core.data_loaders import make_hook_validator, make_resource_validator

SEED = 20240607
OTHERS = (None, True, False, 0, 1, -1, 1.5, "", "x", "string", "line\n", [], ["x"], ["x", "x"], {})
OTHERS += ({"type": "string"}, {"Name": {"type": "strng"}}, [{}], ["/properties/Id"], 1e300)
WORDS = (
    "$ref $comment title description type enum const items properties patternProperties required "
    "additionalProperties dependencies allOf anyOf oneOf not if contains format pattern minLength "
    "insertionOrder arrayType relationshipRef permissions timeoutInMinutes handlerSchema tagging "
    "taggable tagProperty typeConfiguration definitions handlers primaryIdentifier readOnlyProperties "
    "additionalIdentifiers replacementStrategy propertyTransform resourceLink remote sourceUrl unknown"
).split()


def corpus_files():
    """The schemas by folder: those of the project, and the corpus' where that is."""
    corpus = Path(os.environ.get("CFNC_CORPUS") or "../shared/corpus")
    own = sorted(Path(".").glob("examples/*/*.json")) + sorted(Path("tests/peers").glob("*/*-*.json"))
    folders = {"this project": own}
    for folder in ("schemas", "cfn-cli/valid", "cfn-cli/invalid", "cfn-lint-fixtures"):
        files = sorted((corpus / folder).glob("*.json"))
        if files:
            folders[folder] = files
    hooks = sorted((corpus / "cfn-cli/hook/valid").glob("*.json"))
    return folders, hooks


def containers(value, found):
    """Every object and array inside of it, which can be changed in place."""
    if isinstance(value, (dict, list)):
        found.append(value)
        for child in list(value.values()) if isinstance(value, dict) else value:
            containers(child, found)
    return found


def rename(rng, name):
    at = rng.randrange(len(name) + 1)
    return rng.choice(
        (name[:at] + "x" + name[at:], name[:at] + name[at + 1 :], name.swapcase(), name + "\n", "A.B")
    )


def change_object(rng, node):
    keys = list(node)
    how = rng.choice(("drop", "rename", "retype", "add")) if keys else "add"
    key = rng.choice(keys) if keys else ""
    if how == "drop":
        del node[key]
    elif how == "rename":
        node[rename(rng, key)] = node.pop(key)
    elif how == "retype":
        node[key] = copy.deepcopy(rng.choice(OTHERS))
    else:
        key = rng.choice(WORDS)
        node[key] = copy.deepcopy(rng.choice(OTHERS))
    return f"{how} {key}"


def mutate(rng, schema):
    """A copy with one change, and what that is."""
    schema = copy.deepcopy(schema)
    node = rng.choice(containers(schema, []))
    if isinstance(node, dict):
        return schema, change_object(rng, node)
    if node and rng.random() < 0.4:
        del node[rng.randrange(len(node))]
        return schema, "drop an item"
    node.insert(rng.randrange(len(node) + 1), copy.deepcopy(rng.choice(OTHERS)))
    return schema, "add an item"


def without_newlines(value):
    if isinstance(value, str):
        return value.rstrip("\n")
    if isinstance(value, list):
        return [without_newlines(item) for item in value]
    if isinstance(value, dict):
        return {key.rstrip("\n"): without_newlines(item) for key, item in value.items()}
    return value


def ask_cfnc(cfnc, name, schemas):
    with tempfile.TemporaryDirectory() as folder:
        meta, lines = Path(folder, "meta.json"), Path(folder, "lines.jsonl")
        meta.write_text(json.dumps({"$ref": f"urn:cfnc:{name}:1"}))
        lines.write_text("".join(json.dumps(schema) + "\n" for schema in schemas))
        done = subprocess.run(
            [cfnc, "check", "plain", "--schema", meta, lines], capture_output=True, text=True
        )
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    if len(verdicts) != len(schemas) or done.returncode not in (0, 1):
        sys.exit(f"cfnc check: exit {done.returncode}, {len(verdicts)} lines: {done.stderr}")
    return verdicts


def printed(cfnc, name):
    """What `cfnc list schemas --print` gives, for a validator that knows nothing else of cfnc."""
    done = subprocess.run(
        [cfnc, "list", "schemas", "--print", name], check=True, capture_output=True, text=True
    )
    return Draft7Validator(json.loads(done.stdout))


def explain(cfnc, name, reference, differing):
    """The reasons that are known, in the order of the cases: None where there is none."""
    plain = [without_newlines(schema) for _, schema, _ in differing]
    return [
        "in Python's patterns $ matches before a final newline too; in ECMA-262 it does not"
        if without != schema and verdict["valid"] == reference.is_valid(without)
        else None
        for (_, schema, _), without, verdict in zip(differing, plain, ask_cfnc(cfnc, name, plain))
    ]


def compare(cfnc, name, reference, cases):
    """The cases are (label, schema). Prints each that differs, with the reason; returns counts."""
    verdicts = ask_cfnc(cfnc, name, [schema for _, schema in cases])
    theirs = [reference.is_valid(schema) for _, schema in cases]
    differing = [
        (label, schema, verdict)
        for (label, schema), verdict, valid in zip(cases, verdicts, theirs)
        if verdict["valid"] != valid
    ]
    reasons = explain(cfnc, name, reference, differing)
    other = printed(cfnc, name)
    for (label, schema), valid in zip(cases, theirs):
        if other.is_valid(schema) != valid:
            sys.exit(f"{label}: jsonschema judges by the printed {name} otherwise than cfn")
    for (label, schema, verdict), why in zip(differing, reasons):
        if verdict["valid"]:
            why = why or next(reference.iter_errors(schema)).message[:200]
            print(f"  {label}: only cfn refuses it: {why}")
        else:
            print(f"  {label}: only cfnc refuses it: {why or verdict['errors'][0]}")
    return {
        "refused": theirs.count(False),
        "agreed": len(cases) - len(differing),
        "explained": len(differing) - reasons.count(None),
        "unexplained": reasons.count(None),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cfnc", required=True)
    parser.add_argument("--mutations", type=int, default=300)
    options = parser.parse_args()
    reference = make_resource_validator()
    folders, hooks = corpus_files()
    tasks, valid = [], []
    for folder, files in folders.items():
        cases = [(str(file), json.loads(file.read_text(encoding="utf-8"))) for file in files]
        tasks.append((folder, "provider-definition", reference, cases))
        if "invalid" not in folder and "fixtures" not in folder:
            valid += [case for case in cases if len(json.dumps(case[1])) < 20000]
    if hooks:
        cases = [(str(file), json.loads(file.read_text(encoding="utf-8"))) for file in hooks]
        tasks.append(("cfn-cli/hook/valid", "hook-definition", make_hook_validator(), cases))
    rng = random.Random(SEED)
    mutants = []
    for _ in range(options.mutations):
        label, schema = rng.choice(valid)
        schema, change = mutate(rng, schema)
        mutants.append((f"{label}, {change!r}", schema))
    tasks.append(("with a change", "provider-definition", reference, mutants))

    failed = False
    for title, name, validator, cases in tasks:
        count = compare(options.cfnc, name, validator, cases)
        failed |= count["unexplained"] > 0
        print(
            f"{title:20} {len(cases):5} schemas, {count['refused']:4} refused by cfn; cfnc agrees on "
            f"{count['agreed']}, differs with a reason on {count['explained']}, "
            f"without on {count['unexplained']}"
        )
    sys.exit(failed)


main()
