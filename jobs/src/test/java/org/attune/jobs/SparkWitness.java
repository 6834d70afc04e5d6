package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.scheduler.SparkListener;

/** Every Spark that starts makes one, also a Spark that is stopped again. */
public final class SparkWitness extends SparkListener {

  private static final String LISTENERS = "spark.extraListeners";
  private static final AtomicBoolean STARTED = new AtomicBoolean();

  public SparkWitness() {
    STARTED.set(true);
  }

  /** Runs a command, which starts no Spark. */
  public static Printed withoutSpark(Object... arguments) {
    STARTED.set(false);
    System.setProperty(LISTENERS, SparkWitness.class.getName());
    try {
      Printed printed = Printed.of(arguments);
      assertThat(STARTED).as("Spark was started").isFalse();
      return printed;
    } finally {
      System.clearProperty(LISTENERS);
    }
  }
}
