package org.attune.jobs;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sweep file, data or a directory elsewhere that cannot be opened: the message says why. */
class TestRemotePlaces {

  private ValidSweep sweep;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    sweep = ValidSweep.in(folder);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hdfs://localhost:1/a       | nothing answers at localhost:1; check the host and the port",
        "hdfs://nobody.invalid/a    | no host has the name nobody.invalid; check the address",
        "hdfs:///a                  | it names no host and no HADOOP_CONF_DIR does; write hdfs://HOST:PORT/PATH",
        "hdfs:/a                    | it names no host and no HADOOP_CONF_DIR does; write hdfs://HOST:PORT/PATH",
        "hdfs://localhost:port/a    | it names no host and no HADOOP_CONF_DIR does; write hdfs://HOST:PORT/PATH",
        "https://nobody.invalid/a   | no host has the name nobody.invalid; check the address",
        "http://localhost:1/a       | nothing answers at localhost:1; check the host and the port",
        "gs://bucket/a              | Hadoop has no class for gs: here; give a path on this machine or hdfs://HOST:PORT/PATH",
        "s3a://bucket/a             | Hadoop has no class for s3a: here; give a path on this machine or hdfs://HOST:PORT/PATH",
      })
  void theReasonIsInTheMessage(String place, String why) throws Exception {
    sweep.assertRefused(
        "Cannot read the sweep file " + place + ": " + why, "run", place, "--out", sweep.results());
    sweep.assertRefused(
        "Cannot use --data " + place + ": " + why,
        "run",
        sweep.spec(),
        "--out",
        sweep.results(),
        "--data",
        place);
    if (place.startsWith("hdfs:")) {
      sweep.assertRefused(
          "Cannot reach " + place + ": " + why, "run", sweep.spec(), "--out", place);
    }
  }

  @Test
  void aWordWithAColonIsNoPlace() throws Exception {
    sweep.assertRefused(
        "Cannot read the sweep file hdfs:a: it is not a path; write hdfs://HOST:PORT/PATH",
        "run",
        "hdfs:a",
        "--out",
        sweep.results());
  }
}
