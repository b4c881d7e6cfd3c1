"""The example for Apache Spark, in local mode where Spark and Java are there."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hopscope as package
from terminal import TICKET, answer, lines, listed, rpc, timed

pytestmark = pytest.mark.native
ROOT = Path(__file__).parents[3]
LACKING = [name for name in ("pyspark", "pandas", "pyarrow") if importlib.util.find_spec(name) is None]
LACKING += [] if shutil.which("java") else ["java"]


def test_a_logs_text_gives_the_lines_of_an_audit() -> None:
    from hopscope.cli.auditing import calls

    text = lines(
        timed([*listed(), rpc(2, "get_ticket", {"ticketId": "T-1"}), answer(2, TICKET), rpc(3, "get_ticket", {})])
    )
    assert [(call["line"], call["status"], call["code"]) for call in calls("a", text)] == [
        (3, "pass", None),
        (5, "fail", "arguments-schema"),
    ]


@pytest.mark.skipif(bool(LACKING), reason=f"Apache Spark's local mode needs {', '.join(LACKING)}")
def test_spark_maps_the_audit_over_logs(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    for number in range(3):
        calls = [rpc(2, "get_ticket", {"ticketId": f"T-{number}"}), answer(2, TICKET), rpc(3, "get_ticket", {})]
        (logs / f"{number}.jsonl").write_text(lines(timed([*listed(), *calls])))
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(package.__file__).parents[1]),
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_SUBMIT_ARGS": "--master local[1] --conf spark.ui.enabled=false pyspark-shell",
    }
    command = [sys.executable, ROOT / "docs" / "spark_audit.py", logs, tmp_path / "audits"]
    done = subprocess.run([str(part) for part in command], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    rows = [json.loads(line) for part in (tmp_path / "audits").glob("*.json") for line in part.read_text().splitlines()]
    assert sorted((row["document"][-7:], row["line"], row["status"]) for row in rows) == [
        (f"{number}.jsonl", line, status) for number in range(3) for line, status in ((3, "pass"), (5, "fail"))
    ]
