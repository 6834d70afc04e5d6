package org.attune.sweeps.spec.axes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.attune.api.catalog.AxisCatalog;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The points of an interval are as many as the file says, within it, and at equal distances. */
class TestGridPoints {

  /** The values of an axis of a program's parameter. */
  private static List<String> points(String domain, String form) throws SpecException {
    String yaml =
        """
        sweep: grid
        task:
          command:
            run: train.sh {x}
            parameters: {x: %s}
            metrics: {loss: lower}
        axes: {x: %s}
        objective: {metric: loss, goal: minimize}
        """
            .formatted(domain, form);
    AxisCatalog catalog = SpecFile.command("g.yaml", yaml).orElseThrow().catalog();
    SweepSpec spec = SpecFile.read("g.yaml", yaml, Map.of(), catalog);
    return ((Values.Listed) spec.axes().get(0).branches().get(0).values().get("x")).values();
  }

  private static final String REALS = "{real: [-1e308, 1e308], default: 1}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{uniform: [1000000, 1000010], points: 11} | 1000000 1000001 1000002 1000003 1000004 1000005 1000006 1000007 1000008 1000009 1000010",
        "{uniform: [0.9999990, 0.9999999], points: 4} | 0.999999 0.9999993 0.9999996 0.9999999",
        "{uniform: [-1000010, -1000000], points: 3} | -1000010 -1000005 -1000000",
        "{uniform: [1000000, 1000030], points: 3} | 1000000 1000015 1000030",
        "{uniform: [-1e308, 1e308], points: 3} | -1.0E308 0 1.0E308",
        "{uniform: [1, 1.0000000000000004], points: 3} | 1 1.0000000000000002 1.0000000000000004",
        "{uniform: [-1e-300, 1e-300], points: 3} | -1.0E-300 0 1.0E-300",
        "{log-uniform: [1000000, 1000010], points: 3} | 1000000 1000005 1000010",
        "{log-uniform: [1e-300, 1e300], points: 3} | 1.0E-300 1 1.0E300"
      })
  void pointsAreAllThereAndWithin(String form, String points) throws Exception {
    assertThat(points(REALS, form)).containsExactly(points.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{log-uniform: [0.001, 100], points: 4} | 0.001 0.0464159 2.15443 100",
        "{log-uniform: [1e-4, 1e-2], points: 3} | 1.0E-4 0.001 0.01",
        "{uniform: [0, 1], points: 4} | 0 0.33333 0.66667 1",
        "{uniform: [0, 1], points: 5} | 0 0.25 0.5 0.75 1"
      })
  void commonPointsKeepTheirSixDigits(String form, String points) throws Exception {
    assertThat(points(REALS, form)).containsExactly(points.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{uniform: [1000000, 1000010], points: 6} | 1000000 1000002 1000004 1000006 1000008 1000010",
        "{log-uniform: [1000000, 1000010], points: 3} | 1000000 1000005 1000010",
        "{uniform: [9007199254740993, 9007199254740999], points: 4} | 9007199254740993 9007199254740995 9007199254740997 9007199254740999",
        "{uniform: [-9223372036854775807, 9223372036854775807], points: 3} | -9223372036854775807 0 9223372036854775807",
        "{log-uniform: [1, 1000000000000000000], points: 3} | 1 1000000000 1000000000000000000",
        "{range: [9007199254740993, 9007199254740995]} | 9007199254740993 9007199254740994 9007199254740995",
        "{log-uniform: [1, 8], points: 6} | 1 2 3 5 8"
      })
  void wholePointsAreExact(String form, String points) throws Exception {
    assertThat(points("{integer: [-9223372036854775807, 9223372036854775807], default: 1}", form))
        .containsExactly(points.split(" "));
  }

  /** A sweep of 0.2.0 has this point in its journal, and goes on only with the same points. */
  @Test
  void pointsThatSixDigitsTellApartStayAsTheyWere() throws Exception {
    assertThat(points(REALS, "{uniform: [100, 110], points: 300}"))
        .hasSize(300)
        .contains("100.033");
  }

  /** Eight steps of pi / 2, rounded to 16 decimals, pass the end by 2e-15. */
  @Test
  void aRangeReachesAnEndThatItsStepMissesByRoundingAlone() throws Exception {
    assertThat(
            points(
                REALS,
                "{range: [-0.7853981633974483, 11.780972450961723], step: 1.5707963267948966}"))
        .hasSize(9)
        .endsWith("11.780972450961723");
    assertThat(points(REALS, "{range: [0, 1], step: 0.3333333333333333}"))
        .containsExactly("0", "0.3333333333333333", "0.6666666666666666", "0.9999999999999999");
    assertThat(points(REALS, "{range: [0, 1], step: 0.333334}"))
        .containsExactly("0", "0.333334", "0.666668");
  }

  /** Where the parameter ends below 1, the point 1 was a stack trace. */
  @Test
  void noPointLeavesTheParametersRange() throws Exception {
    assertThat(
            points(
                "{real: [0, 0.9999999], default: 0}",
                "{uniform: [0.9999990, 0.9999999], points: 4}"))
        .containsExactly("0.999999", "0.9999993", "0.9999996", "0.9999999");
  }

  @Test
  void moreNumbersThanThereAreAreRefused() {
    assertThatThrownBy(() -> points(REALS, "{uniform: [1, 1.0000000000000002], points: 3}"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(
            "there are no 3 different numbers at equal distances between 1 and 1.0000000000000002;"
                + " give fewer points");
    assertThatThrownBy(() -> points(REALS, "{range: [1, 1.0000000000000002], step: 1e-17}"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("the step 1e-17 is too small to tell numbers at 1 apart");
  }

  /** 500 random intervals of all sizes and places. */
  @Test
  void pointsRiseEvenly() {
    Random random = new Random(48);
    for (int trial = 0; trial < 500; trial++) {
      double middle = Math.pow(10, random.nextInt(20) - 10) * (random.nextInt(2000) - 1000);
      double width = Math.abs(middle) * Math.pow(10, -random.nextInt(10)) + 1e-12;
      boolean log = middle - width > 0 && random.nextBoolean();
      int count = 2 + random.nextInt(60);
      BigDecimal low = BigDecimal.valueOf(middle - width);
      BigDecimal high = BigDecimal.valueOf(middle + width);
      String form = "%d from %s to %s, log %s".formatted(count, low, high, log);
      List<String> listed = new GridPoints(low, high, log, count).reals().orElseThrow();

      assertThat(new HashSet<>(listed)).as(form).hasSize(count);
      List<Double> places = new ArrayList<>();
      listed.forEach(point -> places.add(place(Double.parseDouble(point), log)));
      double step = (places.get(count - 1) - places.get(0)) / (count - 1);
      assertThat(IntStream.range(1, count).mapToObj(i -> places.get(i) - places.get(i - 1)))
          .as(form)
          .allSatisfy(gap -> assertThat(gap / step).isBetween(0.9, 1.1));
    }
  }

  private static double place(double point, boolean log) {
    return log ? Math.log(point) : point;
  }

  @Test
  void drawsFromNarrowAndWideIntervalsDiffer() {
    Values.Interval narrow = new Values.Interval(1_000_000, 1_000_010, true);
    Values.Interval wide = new Values.Interval(-1e308, 1e308, false);
    HashSet<Double> drawn = new HashSet<>();
    for (int i = 0; i <= 100; i++) {
      drawn.add(narrow.at(i / 100.0));
      assertThat(wide.at(i / 100.0)).isBetween(-1e308, 1e308);
    }

    assertThat(drawn).hasSize(101);
    assertThat(wide.at(0.75)).isEqualTo(5e307);
  }
}
