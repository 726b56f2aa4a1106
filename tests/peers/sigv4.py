"""Has botocore judge the signatures that libcurl puts on our requests, byte by byte.

python3 tests/peers/sigv4.py SEND_SIGNED [COUNT [SEED]]

A server on 127.0.0.1 records what arrives; botocore signs the same, with the
same date. A request may be refused before it is sent, never sent with another
signature. Requests such as cfnc makes (the first half) must not be refused.
"""
import json
import random
import socket
import subprocess
import sys
import threading

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
WILD = PLAIN + "-_.~/%+ =&;:$!*'()[]@,äß漢😀\t\"<>\\^`{|}"
REGIONS = ["us-east-1", "cn-north-1", "us-gov-west-1", "eusc-de-east-1", "us-isob-east-1"]


def word(rng, letters, low, high):
    return "".join(rng.choice(letters) for _ in range(rng.randint(low, high)))


def quoted(text):
    return "".join(c if c in PLAIN + "-._~" else "".join(f"%{b:02X}" for b in c.encode()) for c in text)


def credentials(rng):
    return {"id": word(rng, PLAIN[26:], 16, 20), "secret": word(rng, PLAIN + "/+=", 40, 40),
            "token": rng.choice(["", word(rng, PLAIN + "/+=", 100, 900)]),
            "region": rng.choice(REGIONS)}


def ours(rng, base):
    """What cfnc sends: invocations, and forms of the query services."""
    if rng.random() < 0.3:
        headers = ["Content-Type: application/x-www-form-urlencoded; charset=utf-8"]
        if rng.random() < 0.5:
            headers += ["x-amz-source-account: 123456789012", "x-amz-source-arn: arn:aws:x:" + word(rng, PLAIN, 1, 9)]
        body = "Action=" + word(rng, PLAIN, 3, 20) + "&Version=2011-06-15&NextToken=" + quoted(word(rng, WILD, 0, 99))
        return {"url": base + "/", "method": "POST", "headers": headers, "body": body,
                "service": rng.choice(["sts", "cloudformation"])}
    url = base + "/2015-03-31/functions/" + word(rng, PLAIN + "-_", 1, 64) + "/invocations"
    if rng.random() < 0.5:
        url += "?Qualifier=" + rng.choice(["$LATEST", "%24LATEST", "live", "7", quoted(word(rng, WILD, 1, 9))])
    body = json.dumps({word(rng, WILD, 0, 20): word(rng, WILD, 0, 3000)}, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.02:
        body += " " * (2 << 20)
    return {"url": url, "method": "POST", "headers": ["Content-Type: application/json"], "body": body,
            "service": "lambda"}


def anything(rng, base):
    """Requests of every kind: most are put right, what cannot be is refused."""
    letters = rng.choice([PLAIN + "-_.~", PLAIN + "/", WILD])
    path = "/" + word(rng, letters, 0, 30).replace("?", "").replace("#", "")
    if rng.random() < 0.5:
        path = quoted(path).replace("%2F", "/")
    query = "&".join(rng.choice([
        lambda: word(rng, PLAIN, 1, 6) + "=" + quoted(word(rng, WILD, 0, 12)),
        lambda: quoted(word(rng, WILD, 1, 6)) + "=" + word(rng, PLAIN, 0, 12),
        lambda: word(rng, PLAIN, 1, 4),
        lambda: quoted(word(rng, PLAIN + "-=", 1, 9)).lower() + "=" + word(rng, "a=b", 0, 3),
    ])() for _ in range(rng.choice([0, 0, 1, 2, 5])))
    headers = []
    for _ in range(rng.randint(0, 4)):
        name = rng.choice(["X-Amz-" + word(rng, PLAIN, 1, 8), word(rng, PLAIN + "-", 1, 9), "X-Amz-Meta-A", "Expect",
                           "User-Agent", "Accept", "Host", "Content-Type", "X-Amz-Date"])
        value = rng.choice([word(rng, PLAIN + "  ", 0, 20), word(rng, PLAIN + ",;=/:\"", 1, 20), word(rng, WILD, 0, 9)])
        headers.append(rng.choice([name + ": " + value, name + ":" + value, name + ": " + value + "  "]))
    body = rng.choice([None, "", word(rng, WILD, 1, 2000)])
    method = "POST" if body is not None else rng.choice(["GET", "DELETE", "POST"])
    return {"url": base + path + ("?" + query if query else ""), "method": method, "headers": headers, "body": body,
            "service": rng.choice(["lambda", "sts", "cloudformation", "execute-api"])}


class Recorder(threading.Thread):
    """Keeps the last request, with the bytes that arrived."""

    def __init__(self):
        super().__init__(daemon=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.last = None

    def run(self):
        while True:
            connection, _ = self.listener.accept()
            with connection, connection.makefile("rb") as stream:
                while self.one(connection, stream):
                    pass

    def one(self, connection, stream):
        line = stream.readline()
        if not line:
            return False
        headers = []
        while (header := stream.readline()) not in (b"\r\n", b""):
            name, _, value = header.rstrip(b"\r\n").partition(b":")
            headers.append((name.decode("latin-1"), value.decode("latin-1").strip()))
        lower = {name.lower(): value for name, value in headers}
        if "100-continue" in lower.get("expect", ""):
            connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = stream.read(int(lower.get("content-length", "0")))
        self.last = (line.decode("latin-1").split(" "), headers, body)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        return True


def judge(request, port, recorded):
    (method, target, _), headers, body = recorded
    sent = {name.lower(): value for name, value in headers}
    signed = sent["authorization"].split("SignedHeaders=")[1].split(",")[0].split(";")
    again = AWSRequest(method=method, url=f"http://127.0.0.1:{port}{target}", data=body,
                       headers={name: sent[name] for name in signed})
    again.context["timestamp"] = sent["x-amz-date"]
    signer = SigV4Auth(Credentials(request["id"], request["secret"], request["token"] or None),
                       request["service"], request["region"])
    text = signer.canonical_request(again)
    wanted = (f"AWS4-HMAC-SHA256 Credential={signer.scope(again)}, "
              f"SignedHeaders={signer.signed_headers(signer.headers_to_sign(again))}, "
              f"Signature={signer.signature(signer.string_to_sign(again, text), again)}")
    missing = {"host", "x-amz-date"} | ({"x-amz-security-token"} if request["token"] else set())
    if missing - set(signed):
        return f"not signed: {missing - set(signed)}"
    if body != (request["body"] or "").encode():
        return "the body is another"
    if sent.get("x-amz-security-token", "") != request["token"]:
        return "the token is another"
    return None if sent["authorization"] == wanted else f"{sent['authorization']}\n  wanted {wanted}\n{text}"


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 7)
    recorder = Recorder()
    recorder.start()
    sender = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    good = refused = bad = 0
    for i in range(count):
        make = ours if i < count // 2 else anything
        request = credentials(rng) | make(rng, f"http://127.0.0.1:{recorder.port}")
        recorder.last = None
        sender.stdin.write(json.dumps(request, ensure_ascii=False) + "\n")
        sender.stdin.flush()
        said = sender.stdout.readline().strip()
        if said.startswith("refused") and make is anything and recorder.last is None:
            refused += 1
            continue
        problem = said if said != "sent" else judge(request, recorder.port, recorder.last)
        good += not problem
        if problem:
            bad += 1
            print(f"FAIL  request {i}: {json.dumps(request)[:600]}\n  {problem}")
    print(f"{good} signatures are botocore's, {refused} requests were refused unsent, {bad} are wrong")
    sys.exit(bad > 0 or good < count // 2)


main()
