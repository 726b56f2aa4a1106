"""Carries TLS connections to a plain port: python3 tests/peers/aws_tls.py TO FOLDER (cert.pem, key.pem)."""
import socket
import ssl
import sys
import threading

to, folder = int(sys.argv[1]), sys.argv[2]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(f"{folder}/cert.pem", f"{folder}/key.pem")


def carry(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def meet(raw):
    try:
        near = context.wrap_socket(raw, server_side=True)
    except (OSError, ssl.SSLError):
        return
    far = socket.create_connection(("127.0.0.1", to))
    threading.Thread(target=carry, args=(far, near), daemon=True).start()
    carry(near, far)


listener = socket.create_server(("127.0.0.1", 0))
print(f"listening on https://127.0.0.1:{listener.getsockname()[1]}", flush=True)
while True:
    connection, _ = listener.accept()
    threading.Thread(target=meet, args=(connection,), daemon=True).start()
