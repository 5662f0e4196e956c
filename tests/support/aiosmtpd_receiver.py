# SPDX-License-Identifier: MIT
"""Takes mail with aiosmtpd and writes what Python's own parser sees in it.

aiosmtpd_receiver.py PORT_FILE OUT_FILE: one JSON document a mail, a line each.
"""
import email
import email.policy
import json
import os
import signal
import socket
import sys

try:
    from aiosmtpd.controller import Controller
except ImportError:
    sys.exit(1)

port_file, out_file = sys.argv[1:]


class Receiver:
    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.original_content, policy=email.policy.default)
        parts = {part.get_content_subtype(): part.get_content() for part in mail.iter_parts()}
        defects = [str(d) for d in mail.defects]
        for part in mail.walk():
            defects += [str(d) for d in part.defects]
        for header in mail.values():
            defects += [str(d) for d in header.defects]
        seen = {
            "mail_from": envelope.mail_from,
            "rcpt_tos": envelope.rcpt_tos,
            "subject": str(mail["Subject"]),
            "date": str(mail["Date"]),
            "id": str(mail["Message-ID"]),
            "type": mail.get_content_type(),
            "defects": defects,
            "longest_line": max(len(line) for line in envelope.original_content.split(b"\r\n")),
            **parts,
        }
        with open(out_file, "a", encoding="utf-8") as out:
            out.write(json.dumps(seen) + "\n")
        return "250 taken"


controller = Controller(Receiver(), hostname="127.0.0.1", port=0)
# Controller.start() connects to the port it was given, so a free one is looked for first.

with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    controller.port = probe.getsockname()[1]
controller.start()
with open(port_file + ".new", "w") as out:
    out.write(str(controller.port))
os.rename(port_file + ".new", port_file)
signal.sigwait([signal.SIGTERM, signal.SIGINT])
controller.stop()
