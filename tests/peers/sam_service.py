"""python sam_service.py [BREAK]: SAM's own HTTP service in front of memo_provider.

Prints "listening on URL". SAM would run a container; here the call stays in this process.
"""
import json
import logging
import socket
import sys
from types import SimpleNamespace

from samcli.local.lambda_service.local_lambda_http_service import LocalLambdaHttpService
from samcli.local.lambdafn.exceptions import FunctionNotFound

from memo_provider import BREAKS, make_provider

FUNCTION = "TypeFunction"


class Runner:
    """What SAM asks for its functions."""

    def __init__(self, provider):
        self.provider = provider

    def is_debugging(self):
        return False

    def get_function(self, name, _tenant_id=None):
        if name != FUNCTION:
            raise FunctionNotFound(name)
        return SimpleNamespace(durable_config=None)

    def invoke(self, _name, event, stdout, **_options):
        stdout.write_str(json.dumps(self.provider(json.loads(event), None)))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def main():
    breaks = sys.argv[1] if len(sys.argv) > 1 else None
    if breaks is not None and breaks not in BREAKS:
        sys.exit(f"{breaks} is none of {', '.join(BREAKS)}")
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    port = free_port()
    service = LocalLambdaHttpService(Runner(make_provider(breaks)), port, "127.0.0.1")
    service.create()
    print(f"listening on http://127.0.0.1:{port}", flush=True)
    service.run()


if __name__ == "__main__":
    main()
