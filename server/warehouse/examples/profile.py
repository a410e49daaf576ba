"""How long the profile of a large Parquet takes beside DuckDB's SUMMARIZE and ydata-profiling, and how much memory, all on one file.

Needs a running server (release build), and duckdb, ydata-profiling, pyarrow and numpy:
DISCOVERY_URL=http://127.0.0.1:3000 DISCOVERY_TOKEN=… python3 server/warehouse/examples/profile.py [rows …]

An upload holds 512 MB. With DISCOVERY_FILES_DIRS naming the folder that the server was started with, files lie there and are read
by path, so that ten million rows are possible too.
"""
import json, os, subprocess, sys, tempfile, threading, time, urllib.request, uuid
import numpy as np, pyarrow as pa, pyarrow.parquet as pq

BY_PATH = os.environ.get("DISCOVERY_FILES_DIRS")
BASE, TOKEN = os.environ.get("DISCOVERY_URL", "http://127.0.0.1:3000"), os.environ["DISCOVERY_TOKEN"]
# ydata-profiling takes minutes and much memory beyond this.
MOST_FOR_YDATA = 1_000_000
WORDS = np.array(["amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "heath"])


def made(path, rows):
    """Twenty columns: numbers, texts, days, moments, truths; every second one with holes."""
    random = np.random.default_rng(7)
    columns = {"column_0": pa.array(np.arange(rows))}
    for place in range(1, 20):
        if place < 5:
            values = random.integers(0, 10 ** (place + 1), rows)
        elif place < 10:
            values = random.integers(0, 1_000_000, rows) / 97.0
        elif place < 11:
            values = np.char.add("customer ", np.arange(rows).astype(str))
        elif place < 16:
            values = np.char.add(WORDS[random.integers(0, 8, rows)], random.integers(0, 10 ** (place - 11), rows).astype(str))
        elif place < 17:
            values = random.integers(0, 20_000, rows).astype("datetime64[D]")
        elif place < 18:
            values = random.integers(0, 1_700_000_000, rows).astype("datetime64[s]").astype("datetime64[us]")
        else:
            values = random.integers(0, 3, rows) == 0
        holes = random.integers(0, 11, rows) == 0 if place % 2 else None
        columns[f"column_{place}"] = pa.array(values, mask=holes)
    pq.write_table(pa.table(columns), path)


def call(method, path, body=None, kind="application/json"):
    request = urllib.request.Request(BASE + path, body, {"Authorization": f"Bearer {TOKEN}", "Content-Type": kind}, method=method)
    with urllib.request.urlopen(request, timeout=900) as answer:
        return json.loads(answer.read() or b"null")


def resident():
    """The peaks of the server's processes, in MB, by what the kernel keeps of each."""
    peaks = {}
    for one in filter(str.isdigit, os.listdir("/proc")):
        try:
            if "discovery" in os.path.basename(os.readlink(f"/proc/{one}/exe")):
                status = open(f"/proc/{one}/status").read()
                peaks[one] = int(status.split("VmHWM:")[1].split()[0]) // 1024
        except (OSError, IndexError):
            continue
    return peaks


def uploaded(sources, path):
    edge = uuid.uuid4().hex
    head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="t.parquet"\r\n\r\n'.encode()
    body = head + open(path, "rb").read() + f"\r\n--{edge}--\r\n".encode()
    return call("POST", sources, body, f"multipart/form-data; boundary={edge}")["id"]


def named(sources, path):
    body = {"kind": "database", "type": "files", "name": "t", "config": {"path": path}}
    return call("POST", sources, json.dumps(body).encode())["id"]


def ours(path):
    project = call("POST", "/api/v1/projects", json.dumps({"name": f"profile {uuid.uuid4()}"}).encode())["id"]
    source = (named if BY_PATH else uploaded)(f"/api/v1/projects/{project}/sources", path)
    while (state := call("GET", f"/api/v1/projects/{project}/sources/{source}"))["status"] not in ("ready", "failed"):
        time.sleep(0.2)
    table = state.get("tables", [{"name": "t"}])[0]["name"] if isinstance(state.get("tables"), list) else "t"
    peaks, over = {}, threading.Event()

    def watch():
        while not over.wait(0.02):
            for process, peak in resident().items():
                peaks[process] = max(peaks.get(process, 0), peak)

    watcher = threading.Thread(target=watch)
    watcher.start()
    began = time.time()
    profile = call("GET", f"/api/v1/projects/{project}/sources/{source}/profile?table={table}")
    took = time.time() - began
    over.set()
    watcher.join()
    assert profile["rows"] == pq.read_metadata(path).num_rows and len(profile["columns"]) == 20, profile
    call("DELETE", f"/api/v1/projects/{project}")
    return took, sum(peaks.values()), profile


def theirs(program, path):
    began = time.time()
    child = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True)
    if child.returncode:
        return None
    seconds, peak = child.stdout.split()[-2:]
    return float(seconds), int(peak), time.time() - began


MEASURED = "\nprint(time.time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
DUCKDB = "import duckdb, resource, sys, time\nbegan = time.time()\nduckdb.sql(f\"SUMMARIZE SELECT * FROM '{sys.argv[1]}'\").fetchall()" + MEASURED
YDATA = """import resource, sys, time, warnings
warnings.filterwarnings("ignore")
import pandas as pd
from ydata_profiling import ProfileReport
frame = pd.read_parquet(sys.argv[1])
began = time.time()
ProfileReport(frame, minimal=True, progress_bar=False).get_description()""" + MEASURED


def main():
    with tempfile.TemporaryDirectory(dir=BY_PATH) as folder:
        for rows in [int(one) for one in sys.argv[1:]] or [100_000, 1_000_000, 10_000_000]:
            path = os.path.join(folder, "t.parquet")
            made(path, rows)
            print(f"{rows} rows × 20 columns, {os.path.getsize(path) >> 20} MB of Parquet")
            for name, run in [("ours, over HTTP", ours), ("DuckDB SUMMARIZE", lambda path: theirs(DUCKDB, path)),
                              ("ydata-profiling, minimal", lambda path: theirs(YDATA, path))]:
                if name.startswith("ydata") and rows > MOST_FOR_YDATA:
                    continue
                rounds = [one for one in (run(path) for _ in range(1 if name.startswith("ydata") else 3)) if one]
                best = min(rounds, default=None, key=lambda one: one[0])
                print(f"  {name}: " + ("failed" if best is None else f"{best[0]:.2f} s, peak {max(one[1] for one in rounds)} MB"), flush=True)
            os.remove(path)


main()
