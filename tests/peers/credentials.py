"""Holds what test_credentials_files expects of each shape against what botocore reads.

A shape that says "botocore" is read in another way there, and says how: it must be so.
"""
import json
import os
import sys
from pathlib import Path

import botocore.exceptions
import botocore.session


def read(folder):
    """The profiles as botocore has them, or None where it refuses the files."""
    os.environ["AWS_CONFIG_FILE"] = str(folder / "config")
    os.environ["AWS_SHARED_CREDENTIALS_FILE"] = str(folder / "credentials")
    try:
        return botocore.session.Session().full_config["profiles"]
    except (botocore.exceptions.ConfigParseError, UnicodeError):
        return None


def setting(profiles, profile, name):
    value = profiles.get(profile, {})
    for step in name.split("."):
        value = value.get(step) if isinstance(value, dict) else None
    return None if isinstance(value, dict) or value == "" else value


def difference(folder, expected):
    profiles = read(folder)
    if profiles is None:
        return None if "error" in expected else "it refuses the files"
    if "error" in expected:
        return "it accepts the files"
    for profile, settings in expected.get("settings", {}).items():
        for name, value in settings.items():
            found = setting(profiles, profile, name)
            if found != value:
                return f"{profile}: {name}: {found!r}, not {value!r}"
    return None


def main():
    wrong = same = other = 0
    for path in sorted(Path(sys.argv[1]).glob("*/expected.json")):
        expected = json.loads(path.read_text(encoding="utf-8"))
        found = difference(path.parent, expected)
        said = expected.get("botocore")
        same += not found
        other += bool(found and said)
        if bool(found) != bool(said):
            wrong += 1
            print(f"{path.parent.name}: {found or 'it is read as botocore reads it'}")
    print(f"{same} shapes read as botocore reads them, {other} in another way that is told, {wrong} wrong")
    return 1 if wrong or not same else 0


sys.exit(main())
