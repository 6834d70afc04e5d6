package org.attune.jobs.reproduce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.jobs.Attune;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestReproductionPages {

  @TempDir private Path folder;

  @Test
  void eachTableHasAPageAndOneHasEveryVerdict() throws Exception {
    reproduce();

    Path page = folder.resolve("pages/kvq-normalisation.md");
    assertThat(page)
        .content()
        .startsWith("# kvq-normalisation (smoke)\n\n![")
        .contains("### weight_variance\n", "| inconclusive", "threads per trial: 1")
        .contains("| command | `./attune reproduce kvq-normalisation --scale smoke` |")
        .contains("steps 0", "| commit |", "of processor time in trials");
    assertThat(folder.resolve("pages/kvq-normalisation.svg"))
        .content()
        .contains("<svg", "scaled + lambda / dimension=512", "the paper prints no numbers");
    assertThat(folder.resolve("pages/README.md"))
        .content()
        .contains("## KVQ models (Garnelo and Czarnecki 2023, arXiv 2305.10203)\n")
        .contains("| [kvq-normalisation](kvq-normalisation.md) | inconclusive")
        .contains("| [kvq-operators](kvq-operators.md) |")
        .contains("0 reproduced, 0 opposite")
        .containsPattern("Not run yet: neon, .*split-q")
        .contains("![Effects found beside the papers' effects](effects.svg)");
    assertThat(folder.resolve("pages/costs.md"))
        .content()
        .contains("# What each table costs", "| [mta-lm](mta-lm.md) |", "880 million parameters");
    assertThat(folder.resolve("pages/effects.svg")).content().contains("it goes to one");

    Files.writeString(page, Files.readString(page) + "\n## Remarks\n\nMeasured at home.\n");
    reproduce();
    assertThat(page).content().endsWith("\n\n## Remarks\n\nMeasured at home.\n");
  }

  /** The numbers of a page's claims follow from the stored results by the queries beside them. */
  @Test
  void eachClaimsNumberFollowsFromTheStoredResultsByItsQuery() throws Exception {
    JsonNode claims =
        new ObjectMapper()
            .readTree(
                printed(
                    "reproduce",
                    "kvq-normalisation",
                    "--scale=smoke",
                    "--json",
                    "--out=" + folder.resolve("run"),
                    "--pages=" + folder.resolve("pages")))
            .get("claims");
    String page = Files.readString(folder.resolve("pages/kvq-normalisation.md"));
    Matcher queries =
        Pattern.compile("# (.*)\n\\./attune sql --out (\\S+) \"(SELECT.*)\"").matcher(page);
    int found = 0;
    while (queries.find()) {
      JsonNode row =
          new ObjectMapper()
              .readTree(
                  printed("sql", "--out", queries.group(2), queries.group(3), "--format", "JSON"))
              .get(0);
      JsonNode claim = claims.get(found++);
      assertThat(claim.get("says").asText()).isEqualTo(queries.group(1));
      assertThat(row.get("seeds").asInt()).isEqualTo(claim.get("seeds").asInt());
      assertThat(row.get("difference").asDouble())
          .isCloseTo(claim.get("difference").asDouble(), within(1e-12));
    }
    assertThat(found).isEqualTo(claims.size()).isEqualTo(7);
  }

  private static String printed(String... arguments) {
    PrintStream out = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(bytes, true, UTF_8));
      assertThat(Attune.execute(arguments)).isZero();
    } finally {
      System.setOut(out);
    }
    return bytes.toString(UTF_8);
  }

  private void reproduce() {
    assertThat(
            Attune.execute(
                "reproduce",
                "kvq-normalisation",
                "kvq-operators",
                "--scale=smoke",
                "--out=" + folder.resolve("runs"),
                "--pages=" + folder.resolve("pages")))
        .isZero();
  }
}
