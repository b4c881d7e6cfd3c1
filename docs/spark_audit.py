"""Audits logs of JSON Lines with Apache Spark: each file is one session, each row of the result one call.

spark-submit spark_audit.py INPUT OUTPUT, where INPUT is a path or a pattern of paths. Needs `hopscope` on every worker.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

SCHEMA = (
    "document string, line long, time string, seconds double, tool string, id string, dialect string, arguments string, "
    "status string, code string, fault string, hop string"
)
COLUMNS = [column.split()[0] for column in SCHEMA.split(", ")]


def audited(frames: Iterator[Any]) -> Iterator[Any]:
    """What `mapInPandas` maps: frames with `path` and `value`, the text of a whole log; one row for each call in it."""
    import pandas

    from hopscope.cli.auditing import calls

    for frame in frames:
        rows = [
            {name: call[name] for name in COLUMNS}
            for path, text in zip(frame["path"], frame["value"], strict=True)
            for call in calls(path, text)
        ]
        yield pandas.DataFrame(rows, columns=COLUMNS)


def main(source: str, target: str) -> None:
    """Reads logs, writes audits as JSON Lines."""
    from pyspark.sql import SparkSession, functions

    spark = SparkSession.builder.appName("hopscope audit").getOrCreate()
    logs = spark.read.text(source, wholetext=True).withColumn("path", functions.input_file_name())
    logs.mapInPandas(audited, SCHEMA).write.mode("errorifexists").json(target)


if __name__ == "__main__":
    main(*sys.argv[1:3])
