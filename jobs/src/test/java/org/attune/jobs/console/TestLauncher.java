package org.attune.jobs.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Messages suggest commands that the user can type, also where no launcher script is. */
class TestLauncher {

  private static final String SUBMIT =
      "org.apache.spark.deploy.SparkSubmit --master yarn --conf a=b ";

  @Test
  void aSubmittedJarIsNamedWithSparkSubmit() {
    assertThat(Launcher.submitted(SUBMIT + "--jars mine.jar lib/attune-0.2.0.jar run s.yaml"))
        .isEqualTo("spark-submit lib/attune-0.2.0.jar");
    assertThat(Launcher.submitted(SUBMIT + "--class org.attune.jobs.Attune attune.jar run s.yaml"))
        .isEqualTo("spark-submit attune.jar");
  }

  @Test
  void elsewhereTheScriptOfACheckoutIsNamed() {
    assertThat(Launcher.submitted("org.attune.jobs.Attune run s.yaml")).isEqualTo("./attune");
    assertThat(Launcher.submitted(SUBMIT + "mine.jar run s.yaml")).isEqualTo("./attune");
    assertThat(Launcher.submitted("")).isEqualTo("./attune");
  }
}
