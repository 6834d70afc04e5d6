package org.attune.jobs.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.attune.api.stopping.OwnStoppingRule;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;
import org.attune.cluster.slot.Machine;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.store.Digest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What {@code --jars} gives to executors and to results, and what it refuses. */
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

  /** A rule that a jar of these tests names; the class path has it. */
  public static class Rule implements OwnStoppingRule {
    @Override
    public String name() {
      return "rule-of-a-test";
    }

    @Override
    public String describes() {
      return "never stops";
    }

    @Override
    public StoppingRule begin(StoppingKind.Setup setup) {
      throw new UnsupportedOperationException();
    }
  }

  private static final class Hidden extends Rule {}

  /** A rule whose constructor fails. */
  public static final class Broken extends Rule {
    public Broken() {
      throw new IllegalStateException("no memory left");
    }
  }

  private static final String RULES = OwnStoppingRule.class.getName();

  private Path jar(String name, String service, String line) throws IOException {
    Path jar = folder.resolve(name);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("META-INF/services/" + service));
      out.write(line.getBytes(UTF_8));
    }
    return jar;
  }

  private Jars taking(Path... jars) {
    Taking taking = new Taking();
    for (Path jar : jars) {
      new CommandLine(taking).parseArgs("--jars", jar.toString());
    }
    return taking.jars;
  }

  @Test
  void executorsKeepWhatSparkSubmitGivesThem() throws Exception {
    System.setProperty(SPARK_JARS, "file:/opt/attune.jar");
    Path own = jar("own.jar", RULES, Rule.class.getName());

    taking(own).install();

    assertThat(System.getProperty(SPARK_JARS)).isEqualTo("file:/opt/attune.jar," + own);
  }

  /** What every result says of the jars that it came from. */
  @Test
  void theirHashesAreRecordedAsLibraries() throws Exception {
    Path own = jar("own.jar", RULES, Rule.class.getName());
    Path submitted = jar("submitted.jar", RULES, Rule.class.getName() + " # another");
    System.setProperty(SPARK_JARS, "file:" + submitted + ",hdfs://host/far.jar");

    taking(own).install();

    assertThat(Machine.provenance())
        .containsEntry("library.own.jar", Digest.of(Files.readAllBytes(own)).sha256())
        .containsEntry("library.submitted.jar", Digest.of(Files.readAllBytes(submitted)).sha256())
        .doesNotContainKey("library.far.jar");
    System.clearProperty(SPARK_JARS);
    new Jars().install();
    assertThat(Machine.provenance()).doesNotContainKeys("library.own.jar", "library.submitted.jar");
  }

  @Test
  void aJarThatCannotBeUsedIsNamedWithTheReason() throws Exception {
    refused(folder, "it is a folder; name the jar in it");
    refused(Files.writeString(folder.resolve("pom.xml"), "<project/>"), "it is not a jar");
    refused(
        jar("a.jar", "org.attune.api.stopping.OwnStopingRule", "A"),
        "a.jar has the file META-INF/services/org.attune.api.stopping.OwnStopingRule, but Attune"
            + " knows only",
        "did you mean 'org.attune.api.stopping.OwnStoppingRule'?");
    refused(
        jar("b.jar", RULES, "Missing"),
        "Cannot use Missing of b.jar (" + RULES + "): there is no such class");
    refused(jar("c.jar", RULES, "java.lang.String"), "it does not implement OwnStoppingRule");
    refused(
        jar("d.jar", RULES, Hidden.class.getName()),
        "it must be a public class with a public constructor without parameters");
    refused(
        jar("e.jar", RULES, Broken.class.getName()),
        "Broken of e.jar (" + RULES + "): IllegalStateException: no memory left");
  }

  private void refused(Path jar, String... message) {
    assertThatThrownBy(() -> taking(jar).install())
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll(message);
  }
}
