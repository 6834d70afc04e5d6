package org.attune.papers.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestUntilDecided {

  /**
   * The table's smoke scale with five seeds at most; of this sweep seed they leave a claim open.
   */
  private static final List<String> FIVE_SEEDS =
      List.of(
          "reproduce",
          "kvq-operators",
          "--scale=smoke",
          "--set=seed=0",
          "--set=replicates={at-least: 3, at-most: 5, until: decided}");

  @TempDir private Path folder;

  @Test
  void seedsGoWhereClaimsAreOpenAndAPlainRunAgreesWithThem() throws Exception {
    String before = run(List.of("--json"));
    assertThat(open(before)).isPositive();

    String plan = run(List.of("--until-decided", "--budget=1s"));
    assertThat(plan)
        .contains("Planned, by decisions per second of processor time:", "expects to decide");

    String done = run(List.of("--until-decided", "--budget=10m"));
    assertThat(plan + done) // a fast machine decides the claims within the second
        .containsPattern(
            "kvq-operators, up to \\d+ seeds a cell: \\d of \\d open claims? decided for")
        .contains("  reproduced: ")
        .containsPattern("spent .* of 10 min; ");

    String after = run(List.of("--json"));
    assertThat(open(after)).isLessThan(open(before));
    assertThat(run(List.of("--until-decided", "--budget=10m")))
        .as("what is decided costs nothing")
        .contains("spent 0 s of 10 min");
  }

  @Test
  void aBudgetIsATime() {
    assertThat(refused(List.of("--until-decided")))
        .contains("--until-decided needs --budget TIME, such as --budget 6h");
    assertThat(refused(List.of("--until-decided", "--budget=much")))
        .contains(
            "Invalid --budget 'much'; it must be a time such as 90s, 30m, 36h, 7d, 2w or 1d12h");
    assertThat(refused(List.of("--budget=1h"))).contains("--budget is for --until-decided");
  }

  private static long open(String json) throws Exception {
    JsonNode claims = new ObjectMapper().readTree(json).get("claims");
    return claims.findValuesAsText("verdict").stream().filter("inconclusive"::equals).count();
  }

  private String run(List<String> more) {
    return Ran.printed(arguments(more));
  }

  private String refused(List<String> more) {
    return Ran.refused(arguments(more));
  }

  private String[] arguments(List<String> more) {
    List<String> all = new ArrayList<>(FIVE_SEEDS);
    Stream.concat(more.stream(), Stream.of("--out=" + folder.resolve("run"))).forEach(all::add);
    return all.toArray(String[]::new);
  }
}
