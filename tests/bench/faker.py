"""python faker.py SECONDS SCHEMA...

First examples by the published `cfn test` (PyPI cloudformation-cli), in the
lines of models.c. Each schema has a process of its own, with 20 s of CPU.
"""
import json
import os
import resource
import sys
import time
import warnings

warnings.simplefilter("ignore")


def cpu():
    return time.process_time() * 1e6


def model_of(path):
    from rpdk.core.contract.resource_client import prune_properties
    from rpdk.core.contract.resource_generator import ResourceGenerator
    from rpdk.core.jsonutils.pointer import fragment_decode

    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    paths = {fragment_decode(p, prefix="") for p in schema.get("readOnlyProperties", [])}
    prune_properties(schema, paths)
    start = cpu()
    strategy = ResourceGenerator(schema).generate_schema_strategy(schema)
    return strategy.example(), cpu() - start


def try_one(path):
    line = {"tool": "cloudformation-cli", "schema": path, "kind": "create",
            "variant": "maximal", "seed": 1}
    resource.setrlimit(resource.RLIMIT_CPU, (20, 25))
    try:
        line["model"], line["us"] = model_of(path)
    except BaseException as error:  # what it dies of is counted, whatever it is
        line["error"], line["us"] = repr(error)[:200], cpu()
    print(json.dumps(line), flush=True)
    os._exit(0)


def main():
    end = time.time() + float(sys.argv[1])
    for path in sys.argv[2:]:
        if time.time() > end:
            break
        child = os.fork()
        if not child:
            try_one(path)
        _, status = os.waitpid(child, 0)
        if status:
            print(json.dumps({"tool": "cloudformation-cli", "schema": path, "kind": "create",
                              "variant": "maximal", "seed": 1, "us": 2e7,
                              "error": "more than 20 s of CPU"}), flush=True)


main()
