package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.attune.api.trial.Cause;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.ValidSweep;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attune compare}: whether a cell gains more over its control in one sweep than another. */
class TestComparedGains {

  private static final double[] NOISE = {.00, .03, -.02, .01, -.03, .02, -.01};

  /** What the gain of a seed adds to the mean gain. */
  private static final double[] LUCK = {.004, -.002, .001, -.003, .002, .000, -.001};

  @TempDir Path folder;

  /** A sweep of two gates, whose learned one gains this much over the plain one. */
  private Path sweep(String name, int seed, int steps, double gain, int failed) throws Exception {
    return sweep(name, seed, steps, gain, failed, 0);
  }

  private Path withModes(String name, int seed, int steps, double gain) throws Exception {
    return sweep(name, seed, steps, gain, 0, 2);
  }

  /** Both are lower by so much at every second seed. */
  private Path sweep(String name, int seed, int steps, double gain, int failed, double modes)
      throws Exception {
    SweepSpec spec =
        ValidSweep.read(
            ValidSweep.YAML.replace("steps: 2", "steps: " + steps)
                + "replicates: 7\nseed: %d\n".formatted(seed));
    Path directory = folder.resolve(name);
    try (RecordedSweep sweep = RecordedSweep.in(directory, SpecHeader.of(spec, 14, 1, Map.of()))) {
      for (int i = 0; i < 7; i++) {
        double plain = 3 - steps / 10.0 + NOISE[i] - i % 2 * modes;
        double learned = plain - gain - (steps + seed) % 3 * LUCK[i];
        sweep.finished(cell(spec, "none"), i, Map.of("validation_loss", plain));
        if (i < failed) {
          sweep.failed(cell(spec, "learned"), i, Cause.DIVERGENCE, "NaN");
        } else {
          sweep.finished(cell(spec, "learned"), i, Map.of("validation_loss", learned));
        }
      }
      sweep.completed();
    }
    return directory;
  }

  private static Map<String, String> cell(SweepSpec spec, String gate) {
    Map<String, String> cell = new TreeMap<>(spec.base().values());
    cell.put("attention.gate", gate);
    return cell;
  }

  private JsonNode gains(Path first, Path other) throws Exception {
    JsonNode gains =
        new ObjectMapper()
            .readTree(Printed.attune("compare", first, other, "--json"))
            .path("gains");
    assertThat(gains).hasSize(1);
    return gains.get(0);
  }

  @Test
  void aGainThatGrowsIsFoundInPairsOfSeeds() throws Exception {
    Path first = sweep("short", 0, 3, .1, 0);
    Path other = sweep("long", 0, 5, .3, 0);

    JsonNode gain = gains(first, other);

    assertThat(gain.path("cell").asText()).isEqualTo("gate=learned");
    assertThat(gain.path("control").asText()).isEqualTo("gate=none");
    assertThat(gain.path("gain").asDouble()).isCloseTo(-.3, Offset.offset(.002));
    assertThat(gain.path("less_gain").asDouble()).isCloseTo(-.1, Offset.offset(.002));
    assertThat(gain.path("difference").asDouble()).isCloseTo(-.2, Offset.offset(.004));
    assertThat(gain.path("high").asDouble()).isBetween(-.2, -.19);
    assertThat(gain.path("test").asText()).isEqualTo("means");
    assertThat(gain.path("verdict").asText()).isEqualTo("different");
    assertThat(Printed.attune("compare", first, other))
        .contains(
            "gain: each common cell less its control; difference: that gain less the gain in short,"
                + " paired by seed\n")
        .containsPattern("gate=learned +gate=none +long +-0\\.3\\d+ +-0\\.1\\d* +-0\\.2")
        .contains("Gains: 'different' says that a cell's gain over its control is not the same");
  }

  @Test
  void aGainThatStaysIsInconclusive() throws Exception {
    JsonNode gain = gains(sweep("short", 0, 3, .1, 0), sweep("long", 0, 5, .1, 0));

    assertThat(gain.path("verdict").asText()).isEqualTo("inconclusive");
    assertThat(gain.path("p").asDouble()).isGreaterThan(.05);
  }

  @Test
  void ofOtherSeedsTheGainsAreComparedWithoutPairs() throws Exception {
    Path first = sweep("short", 0, 3, .1, 0);
    Path other = sweep("other", 4, 4, .3, 0);

    JsonNode gain = gains(first, other);

    assertThat(gain.path("test").asText()).isEqualTo("Welch");
    assertThat(gain.path("n").asInt()).isEqualTo(7);
    assertThat(gain.path("less_n").asInt()).isEqualTo(7);
    assertThat(gain.path("verdict").asText()).isEqualTo("different");
    assertThat(Printed.attune("compare", first, other))
        .contains("unpaired (Welch's t) where the seeds differ");
  }

  /** A seed's luck in two modes is in both cells of both sweeps, and in no gain. */
  @Test
  void theCellsWithTwoModesAreNamed() throws Exception {
    Path first = withModes("short", 0, 3, .1);
    Path other = withModes("long", 0, 5, .1);

    assertThat(gains(first, other).path("two_modes"))
        .extracting(JsonNode::asText)
        .containsExactly("cell", "control", "less_cell", "less_control");
    assertThat(gains(first, other).path("why_ranks").asText()).isEqualTo("two modes");
    assertThat(Printed.attune("compare", first, other))
        .contains(
            "Values with two modes: those of gate=learned in long; gate=learned in short;"
                + " gate=none in long; gate=none in short.\n");
  }

  /** Nobody knows what a failed trial gains. */
  @Test
  void failedSeedsCountAgainstAnyDifference() throws Exception {
    JsonNode gain = gains(sweep("short", 0, 3, .1, 0), sweep("long", 0, 5, .3, 2));

    assertThat(gain.path("why_ranks").asText()).isEqualTo("failed seeds");
    assertThat(gain.path("failed").asInt()).isEqualTo(2);
    assertThat(gain.path("verdict").asText()).isEqualTo("inconclusive");
  }
}
