package org.attune.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TestTrialMemory {

  private static final long GIGABYTE = 1L << 30;

  static List<Path> files() throws IOException {
    try (Stream<Path> own = Files.list(Path.of("..", "sweeps"));
        Stream<Path> papers = Files.list(Path.of("..", "sweeps", "papers"))) {
      return Stream.concat(own, papers)
          .filter(file -> file.toString().endsWith(".yaml"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void theTrialsOfEverySweepFileCanBePlanned(Path file) throws Exception {
    String yaml = Files.readString(file);
    Map<String, String> scale = yaml.contains("\nscales:") ? Map.of("scale", "smoke") : Map.of();
    TrialCatalog catalog = new TrialCatalog();
    SweepSpec spec = SpecFile.read(file.toString(), yaml, scale, catalog);

    assertThat(TrialMemory.of(spec, catalog).orElseThrow().bytes()).isBetween(1_000L, 4 * GIGABYTE);
  }

  @Test
  void theKeysThatATrialGrowsWithAreThoseOfItsSizes() throws Exception {
    TrialCatalog catalog = new TrialCatalog();
    SweepSpec spec =
        SpecFile.read(
            "s.yaml",
            "sweep: s\nobjective: {metric: validation_loss, goal: minimize}\ntask: induction\n",
            Map.of(),
            catalog);

    assertThat(TrialMemory.of(spec, catalog).orElseThrow().sizes())
        .containsExactlyInAnyOrder("task.length", "task.context", "model.width", "model.layers");
  }

  @Test
  void aTrialThatFitsOnlyAloneIsToldSo() {
    Configuration cell = new Configuration(Map.of("model.width", "4096", "task.length", "64"));
    TrialMemory trial =
        new TrialMemory(GIGABYTE, cell, List.of("task.length", "task.context", "model.width"));

    assertThatCode(() -> trial.requireRoom(1, 2 * GIGABYTE)).doesNotThrowAnyException();
    assertThatThrownBy(() -> trial.requireRoom(2, 2 * GIGABYTE))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("about 1.0 GB (task.length=64, model.width=4096)")
        .hasMessageContaining("--set execution.slots=1")
        .hasMessageEndingWith("; or make task.length or model.width smaller.")
        .hasMessageContaining("ATTUNE_HEAP=3g");
    assertThatThrownBy(() -> trial.requireRoom(1, GIGABYTE))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("Give the JVM more with ATTUNE_HEAP=2g");
  }
}
