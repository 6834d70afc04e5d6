package org.attune.jobs.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Which jars executors are given. */
class TestJars {

  private static final String SPARK_JARS = "spark.jars";

  @TempDir Path folder;

  private ClassLoader loader;
  private String given;

  @BeforeEach
  void remember() {
    loader = Thread.currentThread().getContextClassLoader();
    given = System.getProperty(SPARK_JARS);
  }

  @AfterEach
  void restore() {
    Thread.currentThread().setContextClassLoader(loader);
    if (given == null) {
      System.clearProperty(SPARK_JARS);
    } else {
      System.setProperty(SPARK_JARS, given);
    }
  }

  @Command
  private static final class Taking {
    @Mixin private Jars jars;
  }

  @Test
  void executorsKeepWhatSparkSubmitGivesThem() throws Exception {
    System.setProperty(SPARK_JARS, "file:/opt/attune.jar");
    Path own = Files.createFile(folder.resolve("own.jar"));
    Taking taking = new Taking();
    new CommandLine(taking).parseArgs("--jars", own.toString());

    taking.jars.install();

    assertThat(System.getProperty(SPARK_JARS)).isEqualTo("file:/opt/attune.jar," + own);
  }
}
