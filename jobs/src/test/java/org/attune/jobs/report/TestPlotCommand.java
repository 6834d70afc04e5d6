package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.attune.api.search.Objective;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attune plot}: two gates with two seeds each, as pictures. */
class TestPlotCommand {

  @TempDir Path folder;

  private Path gates() throws Exception {
    Path directory = folder.resolve("gates");
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(directory, "gates", loss)) {
      for (String gate : List.of("none", "a<b")) {
        for (int seed = 0; seed < 2; seed++) {
          double last = gate.length() + seed;
          sweep.finished(
              Map.of("gate", gate), seed, Map.of("validation_loss", last), last + 2, last);
        }
      }
      sweep.completed();
    }
    return directory;
  }

  @Test
  void aCellHasALineAndABandAndATrialALine() throws Exception {
    Path directory = gates();
    Path svg = folder.resolve("cells.svg");
    String trial = Sweeps.read(directory.toString()).trials().get(0).trial().id();

    assertThat(Printed.attune("plot", directory, "--curves", "validation_loss", "--to", svg))
        .isEqualTo(svg + "\n");
    assertThat(Files.readString(svg))
        .contains("<title>gates: validation_loss by step</title>", ">gate=none<", ">gate=a&lt;b<")
        .containsPattern("(?s)(<polygon .*){2}")
        .containsPattern("stroke='#2f6fde' stroke-width='2.0'");

    Path one = folder.resolve("one.svg");
    Printed.attune(
        "plot", directory, "--curves", "validation_loss", "--trials", trial, "--to", one);
    assertThat(Files.readString(one))
        .contains(">" + trial + ", gate=none, replicate 0<", ">gates: validation_loss<")
        .doesNotContain("<polygon", "a&lt;b");
  }

  /** The same cell of both sweeps has a line each, named by sweep and cell, with its own dashes. */
  @Test
  void severalSweepsShareAPicture() throws Exception {
    Path gates = gates();
    Path longer = folder.resolve("longer");
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(longer, "longer", loss)) {
      for (int seed = 0; seed < 2; seed++) {
        sweep.finished(
            Map.of("gate", "none"), seed, Map.of("validation_loss", 2.0 + seed), 5, 3, 2 + seed);
      }
      sweep.completed();
    }
    Path svg = folder.resolve("both.svg");
    String trial = Sweeps.read(longer.toString()).trials().get(0).trial().id();

    Printed.attune("plot", gates, longer, "--curves", "validation_loss", "--to", svg);
    assertThat(Files.readString(svg))
        .contains(">gates, gate=none<", ">gates, gate=a&lt;b<", ">longer, gate=none<")
        .contains("<title>gates, longer: validation_loss by step</title>")
        .containsPattern("(?s)(<polygon .*){3}")
        .containsPattern(
            "(?s)(stroke-width='2.0' stroke-linejoin='round'/.*){2}"
                + "stroke-width='2.0' stroke-linejoin='round' stroke-linecap='round'");

    Path one = folder.resolve("one.svg");
    Printed.attune(
        "plot", gates, longer, "--curves", "validation_loss", "--trials", trial, "--to", one);
    assertThat(Files.readString(one)).contains(">gates<", ">longer<").doesNotContain("<polygon");

    assertThat(Printed.attune("compare", gates, longer))
        .endsWith(
            "learning curves: ./attune plot %s %s --curves validation_loss --to curves.svg%n"
                .formatted(gates, longer));

    Path none = folder.resolve("none.svg");
    assertThat(
            Printed.of(
                    "plot",
                    gates,
                    longer,
                    "--curves",
                    "validation_loss",
                    "--trials",
                    "zz",
                    "--to",
                    none)
                .error())
        .isEqualTo("attune: None of %s, %s has a trial 'zz'.%n".formatted(gates, longer));
    assertThat(Printed.of("plot", gates, gates, "--curves", "x", "--to", none).error())
        .isEqualTo("attune: A directory is named twice; name each sweep once.%n".formatted());
  }

  /**
   * The three best cells of each sweep are one gate at rates that hardly differ; its control is the
   * worst cell.
   */
  @Test
  void ofManyCellsEachSweepsBestItsControlAndOtherGatesAreDrawnAndTheOthersNamed()
      throws Exception {
    List<Path> sweeps = List.of(folder.resolve("one"), folder.resolve("two"));
    String yaml =
        """
        sweep: NAME
        task: {name: text, length: 32}
        axes:
          attention.gate: [learned, from-query, computed, none]
          train.learning-rate: [1e-3, 1.1e-3, 1.2e-3]
        objective: {metric: validation_loss, goal: minimize}
        """;
    for (Path directory : sweeps) {
      SweepSpec spec =
          SpecFile.read(
              "s.yaml",
              yaml.replace("NAME", directory.getFileName().toString()),
              Map.of(),
              new TrialCatalog());
      Search search = spec.newSearch(new TrialCatalog());
      double last = 1;
      try (RecordedSweep sweep =
          RecordedSweep.in(directory, SpecHeader.of(spec, 12, 1, Map.of()))) {
        while (search.ask() instanceof Proposal.Run next) {
          sweep.finished(
              next.trial().configuration().values(), 0, Map.of("validation_loss", last), 2, last);
          last += 0.01;
        }
        sweep.completed();
      }
    }
    Path svg = folder.resolve("arms.svg");

    Printed plotted =
        Printed.of(
            "plot", sweeps.get(0), sweeps.get(1), "--curves", "validation_loss", "--to", svg);

    String drawn = Files.readString(svg).replaceAll("<[^>]*>|\\s", "");
    for (String sweep : List.of("one", "two")) {
      for (String gate : List.of("learned", "none", "from-query", "computed")) {
        assertThat(drawn).contains("%s,gate=%s,learning-rate=0.001".formatted(sweep, gate));
      }
      assertThat(drawn).contains(sweep + ",gate=learned,learning-rate=0.0011");
      assertThat(plotted.error())
          .contains(
              "note: %s: 5 of 12 cells drawn; left out: gate=learned, learning-rate=0.0012, gate="
                  .formatted(sweep));
    }
    assertThat(plotted.error())
        .contains("--trials T,T... draws others; their ids: ./attune sql --out DIR ");
  }

  /** The colour is the cell and the dashes are the sweep; long names of both are whole. */
  @Test
  void aCellHasOneColourInAllSweepsAndItsWholeName() throws Exception {
    String wide = "a-gate-whose-name-says-all-that-there-is-to-say-of-it";
    List<Path> sweeps = new ArrayList<>();
    for (String steps : List.of("short", "long")) {
      Path directory = folder.resolve("a-sweep-of-gates-at-the-width-of-512-that-is-" + steps);
      Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
      try (RecordedSweep sweep =
          RecordedSweep.in(directory, directory.getFileName().toString(), loss)) {
        for (String gate : List.of("none", wide)) {
          sweep.finished(Map.of("gate", gate), 0, Map.of("validation_loss", 2.0), 5, 3, 2);
        }
        sweep.completed();
      }
      sweeps.add(directory);
    }
    Path svg = folder.resolve("long.svg");

    Printed.attune(
        "plot", sweeps.get(0), sweeps.get(1), "--curves", "validation_loss", "--to", svg);

    String drawn = Files.readString(svg);
    assertThat(drawn.replaceAll("<[^>]*>|\\s", ""))
        .contains(
            "a-sweep-of-gates-at-the-width-of-512-that-is-short,gate=" + wide,
            "a-sweep-of-gates-at-the-width-of-512-that-is-long,gate=" + wide);
    assertThat(drawn)
        .containsPattern("(?s)(stroke='#2f6fde' stroke-width='2.0'.*){2}")
        .doesNotContain("#2a9d6f");
  }

  /** Their ends, 0.62 and 0.66, would fall on one line of a linear axis to 4.7. */
  @Test
  void curvesThatFallFarHaveMarksWhereTheyEnd() {
    SvgAxis axis = SvgAxis.ofCurves(List.of(4.7, 4.6, 0.66, 0.62), 430, 36);

    assertThat(axis.denseTicks()).startsWith(0.7000000000000001, 1.0, 1.5).hasSize(6);
    assertThat(Math.abs(axis.x(0.62) - axis.x(0.66))).isGreaterThan(10);
    assertThat(SvgAxis.ofCurves(List.of(3.0, 1.0), 430, 36).logarithmic()).isFalse();
    assertThat(SvgAxis.ofCurves(List.of(3.0, -1.0), 430, 36).logarithmic()).isFalse();
  }

  /** One trial of eight diverges to 1e300: the others still fill the picture. */
  @Test
  void aDivergedTrialLeavesTheScaleToTheOthers() throws Exception {
    Path directory = folder.resolve("far");
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(directory, "far", loss)) {
      for (int cell = 0; cell < 8; cell++) {
        double last = cell == 7 ? 1e300 : 1 + cell / 10.0;
        sweep.finished(
            Map.of("lr", "" + cell), 0, Map.of("validation_loss", last), 2, 1.5, 1.2, last);
      }
      sweep.completed();
    }
    Path usual = folder.resolve("usual.svg");
    Path log = folder.resolve("log.svg");
    Path limited = folder.resolve("limited.svg");

    Printed.attune("plot", directory, "--curves", "validation_loss", "--to", usual);
    Printed.attune("plot", directory, "--curves", "validation_loss", "--log", "--to", log);
    Printed.attune(
        "plot", directory, "--curves", "validation_loss", "--limits", "0,1.6", "--to", limited);

    assertThat(Files.readString(usual))
        .contains("beyond this scale: 1 line of 8; all values reach from 1 to 1e300", ">1.5<")
        .doesNotContain(">5e299<", "logarithmic scale");
    assertThat(Files.readString(log))
        .contains(">1e228<", ", on a logarithmic scale<")
        .doesNotContain("beyond this scale");
    assertThat(Files.readString(limited)).contains("beyond this scale: 8 lines of 8;");
    assertThat(
            Printed.of(
                    "plot",
                    directory,
                    "--curves",
                    "validation_loss",
                    "--limits",
                    "3,1",
                    "--to",
                    folder.resolve("x.svg"))
                .error())
        .startsWith("attune: Invalid --limits '3.0,1.0': name two numbers, the lower first");
  }

  /** The message once named an option that plot does not have. */
  @Test
  void aPartOfSeveralIdsIsRefusedWithoutAnotherOptionsName() throws Exception {
    assertThat(
            Printed.of(
                    "plot",
                    gates(),
                    "--curves",
                    "validation_loss",
                    "--trials",
                    "",
                    "--to",
                    folder.resolve("y.svg"))
                .error())
        .startsWith("attune: '' names no single trial: it begins the ids ");
  }

  @Test
  void aPictureInPixelsShowsTheLines() throws Exception {
    Path png = folder.resolve("cells.png");
    Printed.attune("plot", gates(), "--curves", "validation_loss", "--to", png);

    BufferedImage image = ImageIO.read(png.toFile());
    assertThat(image.getWidth()).isEqualTo(2000);
    assertThat(
            IntStream.range(0, image.getHeight())
                .anyMatch(y -> (image.getRGB(600, y) & 0xffffff) == 0x2f6fde))
        .isTrue();
  }

  /** The page has the curves of eight metrics; a message once offered only those. */
  @Test
  void ofManyMetricsTheObjectiveIsOfferedFirst() throws Exception {
    Path directory = folder.resolve("many");
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(directory, "many", loss)) {
      sweep.running(Map.of("gate", "none"), 0, 3);
      for (int metric = 0; metric < 9; metric++) {
        sweep.measured("a" + metric, 1);
      }
    }

    assertThat(
            Printed.of("plot", directory, "--curves", "los", "--to", folder.resolve("m.svg"))
                .error())
        .contains("they have validation_loss, a0, a1");
  }

  @Test
  void wrongInputIsRefusedAndNothingIsWritten() throws Exception {
    Path directory = gates();
    Path gif = folder.resolve("a.gif");

    assertThat(Printed.of("plot", directory, "--curves", "validation_loss", "--to", gif).error())
        .isEqualTo(
            "attune: Invalid --to '%s': name a file that ends in .svg or .png.%n".formatted(gif));
    assertThat(
            Printed.of("plot", directory, "--curves", "valid_loss", "--to", folder.resolve("a.svg"))
                .error())
        .startsWith(
            "attune: Invalid --curves 'valid_loss': no trial reported it as it trained; they have"
                + " validation_loss");
    Path there = Files.writeString(folder.resolve("there.svg"), "mine");
    assertThat(Printed.of("plot", directory, "--curves", "validation_loss", "--to", there).exit())
        .isEqualTo(2);
    assertThat(there).hasContent("mine");
    assertThat(gif).doesNotExist();
  }
}
