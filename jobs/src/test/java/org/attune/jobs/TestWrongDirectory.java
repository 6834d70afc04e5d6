package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A directory that can hold no sweep, or holds another one, is refused and left as it is. */
class TestWrongDirectory {

  private static final String MASTER = "spark.master";
  private static final String MEMORY = "spark.testing.memory";

  private ValidSweep sweep;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    sweep = ValidSweep.in(folder);
  }

  @AfterEach
  void forgetTheMaster() {
    System.clearProperty(MASTER);
    System.clearProperty(MEMORY);
  }

  @Test
  void aDirectoryThatTheSystemDoesNotLetBeMade() throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc")), "only Linux has /proc");
    sweep.assertRefused(
        "Cannot write to /proc/attune", "run", sweep.spec(), "--out", "/proc/attune");
  }

  @Test
  void aFileForADirectory() throws Exception {
    Files.writeString(sweep.results(), "my notes");
    sweep.assertRefused(
        sweep.results() + " is a file", "run", sweep.spec(), "--out", sweep.results());
  }

  @Test
  void aDirectoryBelowAFile() throws Exception {
    Files.writeString(sweep.results(), "my notes");
    sweep.assertRefused(
        sweep.results() + " is a file",
        "run",
        sweep.spec(),
        "--out",
        sweep.results().resolve("first"));
  }

  @Test
  void aDirectoryWithSomethingElse() throws Exception {
    Files.createDirectory(sweep.results());
    Files.writeString(sweep.results().resolve("thesis.tex"), "my thesis");
    sweep.assertRefused(
        "is not empty and holds no sweep", "run", sweep.spec(), "--out", sweep.results());
  }

  @Test
  void aDirectoryThatMayNotBeWritten() throws Exception {
    Files.createDirectory(sweep.results());
    assertThat(sweep.results().toFile().setWritable(false)).isTrue();
    assumeFalse(Files.isWritable(sweep.results()), "root writes everywhere");
    sweep.assertRefused(
        "no permission", "run", sweep.spec(), "--out", sweep.results().resolve("first"));
  }

  @Test
  void aDirectoryWithAnotherSweep() throws Exception {
    sweep.begin(ValidSweep.YAML.replace("steps: 2", "steps: 3")).close();
    sweep
        .assertRefused("holds this sweep with more", "run", sweep.spec(), "--out", sweep.results())
        .contains("train.steps: 3", "train.steps: 2");
  }

  @Test
  void moreThanAnExtension() throws Exception {
    sweep.begin(ValidSweep.YAML).close();
    sweep.write(ValidSweep.YAML.replace("[none, learned]", "[none, learned, computed]"));
    sweep.assertRefused(
        "to add to it, use --extend", "run", sweep.spec(), "--out", sweep.results());

    sweep.write(ValidSweep.YAML.replace("width: 16", "width: 32"));
    sweep
        .assertRefused("Cannot extend", "run", sweep.spec(), "--out", sweep.results(), "--extend")
        .contains("- model.width: 16", "+ model.width: 32");
  }

  @Test
  void aSweepThatAnotherDriverRuns() throws Exception {
    sweep.begin(ValidSweep.YAML).close();
    Storage storage = new LocalStorage(sweep.results());
    try (Storage.DriverLock living = storage.tryLock(SweepLayout.lock(1)).orElseThrow()) {
      assertThat(living).isNotNull();
      sweep.assertRefused(
          "take the sweep over: 'run' with --take-over",
          "run",
          sweep.spec(),
          "--out",
          sweep.results());
    }
  }

  @Test
  void isLeftAsItIsWhereSparkDoesNotStart() throws Exception {
    Files.createDirectories(sweep.results().resolve("epochs"));
    Files.writeString(sweep.results().resolve("epochs").resolve("notes.tmp"), "my notes");
    System.setProperty(MEMORY, "1"); // Spark refuses to start with so little

    Printed run = Printed.of("run", sweep.spec(), "--out", sweep.results());

    assertThat(run.exit()).isNotZero();
    try (Stream<Path> files = Files.walk(sweep.results())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("results", "epochs", "notes.tmp");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"yarn", "spark://otherhost:7077", "k8s://https://otherhost"})
  void aLocalDirectoryForExecutorsOnOtherHosts(String master) throws Exception {
    System.setProperty(MASTER, master);
    sweep.assertRefused("use --out hdfs://", "run", sweep.spec(), "--out", sweep.results());
    sweep.assertRefused(
        "use --out hdfs://", "run", sweep.spec(), "--out", "file:" + sweep.results());
    sweep.assertRefused(
        "use --out hdfs://", "run", sweep.spec(), "--out", "file://" + sweep.results());
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3a://bucket/sweep", "gopher://host/sweep"})
  void aFileSystemThatCannotHoldASweep(String directory) throws Exception {
    sweep.assertRefused(
        "Cannot keep a sweep in " + directory, "run", sweep.spec(), "--out", directory);
  }

  @Test
  void theStatusOfADirectoryThatIsNotThere() throws Exception {
    sweep.assertRefused("There is no directory " + sweep.results(), "status", sweep.results());
  }

  @Test
  void theStatusOfAFolderOfSweeps() throws Exception {
    sweep.begin(ValidSweep.YAML).close();
    sweep
        .assertRefused(
            sweep.folder() + " holds no sweep itself; a folder with one is in it",
            "status",
            sweep.folder())
        .contains("list runs " + sweep.folder());
  }

  @Test
  void theStatusOfADirectoryWithoutASweep() throws Exception {
    sweep.assertRefused(sweep.folder() + " holds no sweep", "status", sweep.folder());
  }
}
