#!/usr/bin/env python3
"""A real recogniser behind OpenAI's transcription wire, to try voice with: PocketSphinx, whose package from Python's registry
carries an American English model (`.ci/setup test` puts it into end2end/.recogniser). It hears much worse than what one would
use in earnest.

    export PYTHONPATH=end2end/.recogniser
    python3 end2end/recogniser.py 9010              serves; then start discovery with STT_BASE_URL=http://127.0.0.1:9010/v1
    python3 end2end/recogniser.py hear speech.wav   prints what it hears in a file

It reads WAV of 16 bits, which is what the page sends when one talks without hands; where ffmpeg is installed, everything else too.
"""

import array
import io
import json
import shutil
import subprocess
import sys
import threading
import time
import wave
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pocketsphinx import Decoder

RATE = 16_000
DECODER = Decoder(samprate=RATE)
TURN = threading.Lock()


def samples(sound: bytes) -> bytes:
    """The sound as 16 bits, one channel, 16 kHz."""
    if sound[:4] != b"RIFF":
        if not shutil.which("ffmpeg"):
            raise ValueError("this is no WAV, and ffmpeg is not installed")
        command = ["ffmpeg", "-loglevel", "error", "-i", "-", "-f", "s16le", "-ac", "1", "-ar", str(RATE), "-"]
        return subprocess.run(command, input=sound, capture_output=True, check=True).stdout
    with wave.open(io.BytesIO(sound)) as read:
        rate, channels, width = read.getframerate(), read.getnchannels(), read.getsampwidth()
        if width != 2:
            raise ValueError("a WAV of 16 bits is needed")
        values = array.array("h", read.readframes(read.getnframes()))[::channels]
    if rate == RATE:
        return values.tobytes()
    step, count = rate / RATE, int(len(values) * RATE / rate)
    between = array.array("h", (0,) * count)
    for at in range(count):
        before = int(at * step)
        share = at * step - before
        after = values[min(before + 1, len(values) - 1)]
        between[at] = int(values[before] * (1 - share) + after * share)
    return between.tobytes()


def hear(sound: bytes) -> dict:
    pcm = samples(sound)
    with TURN:
        DECODER.start_utt()
        DECODER.process_raw(pcm, full_utt=True)
        DECODER.end_utt()
        heard = DECODER.hyp()
    text = heard.hypstr if heard else ""
    seconds = len(pcm) / 2 / RATE
    # Of its certainty it says nothing that could be relied on.
    segment = {"id": 0, "start": 0.0, "end": seconds, "text": text, "avg_logprob": -0.7, "no_speech_prob": 0.0}
    return {"task": "transcribe", "language": "english", "duration": seconds, "text": text, "segments": [segment] if text else []}


class Wire(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"] or 0))
        form = BytesParser().parsebytes(b"content-type: " + self.headers["content-type"].encode() + b"\r\n\r\n" + body)
        file = next((part for part in form.walk() if part.get_param("name", header="content-disposition") == "file"), None)
        try:
            begun = time.monotonic()
            answer, status = hear(file.get_payload(decode=True)), 200
            print(f"{answer['duration']:.1f} s of sound in {time.monotonic() - begun:.1f} s: {answer['text']!r}", flush=True)
        except (ValueError, AttributeError, wave.Error, subprocess.CalledProcessError) as fault:
            answer, status = {"error": {"message": str(fault), "type": "invalid_request_error"}}, 400
        told = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_):
        pass


match sys.argv[1:]:
    case ["hear", path]:
        with open(path, "rb") as read:
            print(hear(read.read())["text"])
    case [port] if port.isdigit():
        server = ThreadingHTTPServer(("127.0.0.1", int(port)), Wire)
        print(f"listening on http://127.0.0.1:{server.server_port}/v1", flush=True)
        server.serve_forever()
    case _:
        sys.exit(__doc__)
