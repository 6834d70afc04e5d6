package org.attune.papers.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.FileUtils;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Attune;
import org.attune.jobs.claims.RecordCheck;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestReproductionPages {

  /** Two tables that were reproduced once; each test goes on from a copy. */
  @TempDir private static Path reproduced;

  @TempDir private Path folder;

  @BeforeAll
  static void reproduceOnce() {
    reproduce(reproduced);
  }

  @BeforeEach
  void copy() throws Exception {
    FileUtils.copyDirectory(reproduced.toFile(), folder.toFile());
  }

  /** A run with a journal is recorded so, and no journal lies beside the stored results. */
  @Test
  void theRecordOfARunIsAsItsStoredFilesSay() throws Exception {
    Path data = folder.resolve("pages/data");
    assertThat(data.resolve("kvq-operators/record.jsonl")).content().contains("\"journal\":true");

    assertThat(new RecordCheck(new TrialCatalog()).of(data))
        .hasSize(2)
        .allSatisfy(result -> assertThat(result.problems()).isEmpty());
  }

  @Test
  void eachTableHasAPageAndOneHasEveryVerdict() throws Exception {
    Path page = folder.resolve("pages/kvq-normalisation.md");
    assertThat(page)
        .content()
        .startsWith("# kvq-normalisation (smoke)\n\n![")
        .contains(
            "### weight variance\n\nThe column `weight_variance` of the results.\n",
            "| inconclusive",
            "threads per trial: 1")
        .contains("| command | `./attune reproduce kvq-normalisation --scale smoke` |")
        .containsSubsequence("### claims\n", "### weight variance\n", "### configuration\n")
        .contains("steps 0", "| commit |", "of processor time in trials");
    assertThat(folder.resolve("pages/kvq-normalisation.svg"))
        .content()
        .contains("<svg", "scaled + lambda / dimension=256", "the paper prints no numbers");
    assertThat(folder.resolve("pages/README.md"))
        .content()
        .contains("## KVQ models (Garnelo and Czarnecki 2023, arXiv 2305.10203)\n")
        .contains("| [kvq-normalisation](kvq-normalisation.md) | inconclusive")
        .contains("| [kvq-operators](kvq-operators.md) |")
        .containsPattern("\\d+ claims of the papers in 2 tables: \\d+ inconclusive")
        .containsPattern("\\d+ further claims of ours in 2 tables: ")
        .containsPattern("Not run yet: neon, .*split-q")
        .contains("![Effects found beside the papers' effects](effects.svg)");
    assertThat(folder.resolve("pages/costs.md"))
        .content()
        .contains("# What each table costs", "| mta-lm |", "880 million parameters");
    assertThat(folder.resolve("pages/effects.svg"))
        .content()
        .contains("One key, scaled by the root of k");

    Files.writeString(page, Files.readString(page) + "\n## Remarks\n\nMeasured at home.\n");
    reproduce(folder);
    assertThat(page).content().endsWith("\n\n## Remarks\n\nMeasured at home.\n");

    String overview = Files.readString(folder.resolve("pages/README.md"));
    String effects = Files.readString(folder.resolve("pages/effects.svg"));
    reproduce("kvq-normalisation");
    assertThat(folder.resolve("pages/README.md")).content().isEqualTo(overview);
    assertThat(folder.resolve("pages/effects.svg")).content().isEqualTo(effects);
  }

  /** A sweep over lambda that lies beside a table is drawn on its page, with its raw results. */
  @Test
  void aSweepOverLambdaIsDrawn() throws Exception {
    Path file = folder.resolve("lambda.yaml");
    Files.writeString(
        file,
        """
        sweep: kvq-normalisation-lambda
        task: {name: weight-variance, context: 8, validation-sets: 2}
        model: {kind: {kvq: {embedding: none, decoder-layers: 0}}, heads: 1}
        train.steps: 0
        attention.weights: {ridge: {scaled: true}}
        axes: {attention.weights.lambda: [0.1, 10], task.dimension: [4, 16]}
        replicates: 2
        objective: {metric: weight_variance, goal: minimize}
        """);
    Path runs = folder.resolve("runs");
    Ran.printed("run", file.toString(), "--out=" + runs.resolve("kvq-normalisation-lambda"));
    reproduce(folder);

    assertThat(folder.resolve("pages/kvq-normalisation.md"))
        .content()
        .contains("### lambda\n", "kvq-normalisation-lambda.svg");
    assertThat(folder.resolve("pages/kvq-normalisation-lambda.svg"))
        .content()
        .contains("weight_variance, dimension 4", "weight_variance, dimension 16", ">0.1<");
    Path data = folder.resolve("pages/data/kvq-normalisation-lambda");
    assertThat(Ran.printed("sql", "--out", data.toString(), "SELECT count(*) AS n FROM results"))
        .contains("8");

    String page = Files.readString(folder.resolve("pages/kvq-normalisation.md"));
    reproduce("kvq-normalisation"); // elsewhere, without the sweep over lambda
    assertThat(folder.resolve("pages/kvq-normalisation.md"))
        .content()
        .contains(page.substring(page.indexOf("\n### lambda\n"), page.indexOf("\n### conf")))
        .containsOnlyOnce("### lambda")
        .containsOnlyOnce("### configuration");
  }

  /** The numbers of a page's claims follow from the stored results by the queries beside them. */
  @Test
  void eachClaimsNumberFollowsFromTheStoredResultsByItsQuery() throws Exception {
    JsonNode claims =
        new ObjectMapper()
            .readTree(
                Ran.printed(
                    "reproduce",
                    "kvq-normalisation",
                    "--scale=smoke",
                    "--json",
                    "--out=" + folder.resolve("runs/kvq-normalisation-smoke"),
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
                  Ran.printed(
                      "sql",
                      "--out",
                      folder.resolve("pages").resolve(queries.group(2)).toString(),
                      queries.group(3),
                      "--format",
                      "JSON"))
              .get(0);
      JsonNode claim = claims.get(found++);
      assertThat(claim.get("says").asText()).isEqualTo(queries.group(1));
      assertThat(row.get("seeds").asInt()).isEqualTo(claim.get("seeds").asInt());
      assertThat(row.get("difference").asDouble())
          .isCloseTo(claim.at("/as_claimed/difference").asDouble(), within(1e-12));
    }
    assertThat(found).isEqualTo(claims.size()).isEqualTo(6);
  }

  private static void reproduce(Path folder) {
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

  private void reproduce(String table) {
    assertThat(
            Attune.execute(
                "reproduce",
                table,
                "--scale=smoke",
                "--out=" + folder.resolve("runs/" + table + "-smoke"),
                "--pages=" + folder.resolve("pages")))
        .isZero();
  }
}
