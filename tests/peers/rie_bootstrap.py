"""python rie_bootstrap.py MODE: what Lambda starts in the place of a language's runtime.

It asks the runtime API for events and has memo_provider answer them, unless MODE makes it misbehave.
"""
import json
import os
import sys
import time
import traceback
from urllib.request import Request, urlopen

MODES = {
    "honest": "every event is answered by the provider",
    "raises": "every event raises an exception",
    "exits": "the process ends while it has an event",
    "exits-at-start": "the process ends before it asks for an event",
    "never-starts": "the process never asks for an event",
    "sleeps": "every event takes longer than the function may",
    "slow": "every event takes a second",
}
API = f"http://{os.environ['AWS_LAMBDA_RUNTIME_API']}/2018-06-01/runtime"


def post(path, value):
    """Tells the runtime API; nobody is interested in its answer."""
    body = json.dumps(value).encode()
    urlopen(Request(f"{API}/{path}", body, {"Content-Type": "application/json"})).close()


def answer(mode, provider, event):
    if mode == "raises":
        raise RuntimeError("boom")
    if mode == "exits":
        os._exit(3)
    if mode in ("sleeps", "slow"):
        time.sleep(60 if mode == "sleeps" else 1)
    return provider(event, None)


def main():
    (mode,) = sys.argv[1:]
    if mode not in MODES:
        sys.exit(f"{mode}: one of {', '.join(MODES)}")
    if mode == "exits-at-start":
        sys.exit(3)
    if mode == "never-starts":
        time.sleep(3600)
    from memo_provider import make_provider

    provider = make_provider()
    while True:
        with urlopen(f"{API}/invocation/next") as response:
            request = response.headers["Lambda-Runtime-Aws-Request-Id"]
            event = json.load(response)
        try:
            post(f"invocation/{request}/response", answer(mode, provider, event))
        except Exception as error:
            post(
                f"invocation/{request}/error",
                {
                    "errorMessage": str(error),
                    "errorType": type(error).__name__,
                    "stackTrace": traceback.format_tb(error.__traceback__),
                },
            )


if __name__ == "__main__":
    main()
