package org.attune.cluster.averaging;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.SparkException;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialException;
import org.junit.jupiter.api.Test;

class TestClusterTraining {

  /** Spark's text names its own numbers, which tell a user nothing; the log keeps it. */
  @Test
  void aLostWorkerIsToldInWordsOfTheUser() {
    Exception told =
        ClusterTraining.told(new SparkException("Job 9 cancelled part of cancelled job group x"));

    assertThat(told)
        .isInstanceOfSatisfying(
            TrialException.class, lost -> assertThat(lost.reason()).isEqualTo(Cause.INFRASTRUCTURE))
        .hasMessage("a worker was lost; the driver's log has Spark's reason")
        .hasRootCauseMessage("Job 9 cancelled part of cancelled job group x");
  }
}
