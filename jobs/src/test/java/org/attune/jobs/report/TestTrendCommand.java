package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attune trend}: a gate whose gain halves with each doubling of the width. */
class TestTrendCommand {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);
  private static final double[] NOISE = {0.000, 0.003, -0.002, 0.001, -0.003, 0.002};

  @TempDir Path folder;

  @Test
  void theDifferenceAtEachSizeAndItsLine() throws Exception {
    Path sweep = recorded();

    String text = trend(sweep, "--along", "model.width", "--at", "256").output();

    assertThat(text.lines())
        .contains("validation_loss (lower is better), cell less control, along model.width")
        .anyMatch(line -> line.matches("cell +control +16 +32 +64"))
        .anyMatch(
            line -> line.matches("gate=learned +gate=none +-0\\.08\\S* \\(.*-0\\.06.*-0\\.04.*"))
        .anyMatch(line -> line.matches("gate=learned +0\\.06.*95 % +6 .*loses ground .*"))
        .anyMatch(
            line ->
                line.startsWith(
                    "The prediction holds if the straight line goes on: the sizes that"
                        + " ran span a factor of 4, and it lies 4 times beyond them."));
  }

  @Test
  void aMeasuredSizeAndSharesOfAFloor() throws Exception {
    Path sweep = recorded();
    Path picture = folder.resolve("trend.svg");

    JsonNode json =
        new ObjectMapper()
            .readTree(
                trend(sweep, "--along", "parameters", "--floor", "1", "--json", "--to", picture)
                    .output());

    JsonNode points = json.path("trends").get(0).path("points");
    assertThat(points.findValuesAsText("size")).containsExactly("1600.0", "3200.0", "6400.0");
    assertThat(points.get(0).path("unit").asDouble()).isBetween(1.02, 1.03);
    assertThat(json.path("trends").get(0).path("predicted").isNull()).isTrue();
    assertThat(Files.readString(picture)).contains("gate=learned beside gate=none", "parameters");
  }

  /** The prediction is the measured line, carried on: another colour would be another cell. */
  @Test
  void aPredictionIsDashedInTheColourOfItsLine() throws Exception {
    Path picture = folder.resolve("trend.svg");
    trend(recorded(), "--along", "model.width", "--at", "256", "--to", picture);

    String drawn = Files.readString(picture);
    assertThat(drawn).contains("if the line", "stroke-dasharray='8 6'");
    assertThat(
            Pattern.compile("<polyline[^>]* stroke='(#\\w+)' stroke-width='3.0'")
                .matcher(drawn)
                .results()
                .map(line -> line.group(1)))
        .as("of the names' strokes")
        .containsExactly("#2f6fde", "#2f6fde");
  }

  @Test
  void whatCannotBeASizeIsRefused() throws Exception {
    Path sweep = recorded();

    assertThat(trend(sweep, "--along", "model.widht").error())
        .contains(
            "Invalid --along 'model.widht': neither a swept number that all cells have nor a final"
                + " metric")
        .contains("did you mean 'model.width'?");
    assertThat(trend(sweep, "--along", "model.width", "--at", "0").error())
        .contains("Invalid --at '0': name a size above 0");
    assertThat(trend(sweep, "--along", "model.width", "--floor", "flor").error())
        .contains("Invalid --floor 'flor': neither a number nor a final metric");
  }

  private static Printed trend(Path sweep, Object... arguments) {
    Object[] all = new Object[arguments.length + 2];
    all[0] = "trend";
    all[1] = sweep;
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return Printed.of(all);
  }

  private Path recorded() throws Exception {
    Path directory = folder.resolve("sweep");
    try (RecordedSweep sweep = RecordedSweep.in(directory, "sweep", LOSS)) {
      for (int i = 0; i < 3; i++) {
        int width = 16 << i;
        for (int seed = 0; seed < NOISE.length; seed++) {
          for (String gate : new String[] {"none", "learned"}) {
            double gain = gate.equals("none") ? 0 : .08 - .02 * i + NOISE[(seed + i) % 6];
            sweep.finished(
                Map.of("attention.gate", gate, "model.width", String.valueOf(width)),
                seed,
                Map.of(
                    "validation_loss",
                    2 + .01 * seed - .1 * i - gain,
                    "parameters",
                    100.0 * width));
          }
        }
      }
      sweep.completed();
    }
    return directory;
  }
}
