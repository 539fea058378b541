"""Prints who won. Run it where your address leads: WEBHOOK_SECRET=whsec_... python receiver.py 8443 certificate.pem"""

import hmac
import json
import os
import ssl
import sys
import time
from base64 import b64decode, b64encode
from email.message import Message
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
SEEN: set[str] = set()  # keep it in a database where nothing may count twice after a restart


def is_ours(headers: Message, body: bytes) -> bool:
    """Was it signed with our secret in the last five minutes?"""
    name, at_s = headers["webhook-id"], headers["webhook-timestamp"]
    signed = f"{name}.{at_s}.".encode() + body
    expected = "v1," + b64encode(hmac.digest(KEY, signed, "sha256")).decode()
    known = [hmac.compare_digest(expected, one) for one in headers["webhook-signature"].split()]
    return any(known) and abs(time.time() - int(at_s)) < 300


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not is_ours(self.headers, body):
            self.answer(400)
            return
        self.answer(204)  # first of all: who takes long is sent it again
        event = json.loads(body)
        if event["type"] == "match.finished" and self.headers["webhook-id"] not in SEEN:
            SEEN.add(self.headers["webhook-id"])
            winners = [one["name"] for one in event["data"]["seats"] if one["place"] == 1]
            print(f"{event['data']['match']}: {', '.join(winners)}", flush=True)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.end_headers()


server = HTTPServer(("", int(sys.argv[1])), Receiver)
context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
context.load_cert_chain(sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()
