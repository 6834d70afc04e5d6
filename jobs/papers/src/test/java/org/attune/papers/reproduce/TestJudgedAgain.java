package org.attune.papers.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.attune.api.paper.PaperTable;
import org.attune.jobs.session.KnownPapers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two published tables, judged again in another folder. */
class TestJudgedAgain {

  private static final Path DATA =
      Path.of(System.getProperty("attune.home", "../.."), "docs/reproduction/data");

  /** A project that has the sweep file of the first table and not of the second. */
  @TempDir private static Path project;

  private static Path pages;
  private static JsonNode printed;

  @BeforeAll
  static void judge() throws Exception {
    PaperTable table = KnownPapers.table("gated-attention").orElseThrow();
    Files.createDirectories(project.resolve(table.file()).getParent());
    Files.writeString(project.resolve(table.file()), table.text());
    Files.writeString(project.resolve("sweeps/ladder-gated-attention.yaml"), "");
    pages = project.resolve("docs/pages");
    for (String key : List.of("gated-attention", "kvq-operators")) {
      FileUtils.copyDirectory(
          DATA.resolve(key).toFile(), pages.resolve("data").resolve(key).toFile());
    }
    printed =
        new ObjectMapper()
            .readTree(
                Ran.printed(
                    "reproduce",
                    "gated-attention",
                    "kvq-operators",
                    "--scale=small",
                    "--judge-again",
                    "--json",
                    "--pages=" + pages));
  }

  /** Links are relative to the page, and commands to the project or else to the page. */
  @Test
  void noPageNamesAFolderOfTheMachine() throws Exception {
    try (Stream<Path> files = Files.list(pages)) {
      for (Path page : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        String text = Files.readString(page);
        assertThat(text).as("%s", page).doesNotContain(project.toString());
        Matcher links = Pattern.compile("\\]\\(([^)#]+)\\)").matcher(text);
        while (links.find()) {
          assertThat(page.resolveSibling(links.group(1))).exists();
        }
      }
    }
    assertThat(pages.resolve("gated-attention.md"))
        .content()
        .contains("scales: [`sweeps/papers/gated-attention.yaml`](../../sweeps/papers/gated-att")
        .contains("[`sweeps/ladder-gated-attention.yaml`](../../sweeps/ladder-gated-attention.y")
        .contains("`./attune claims verify docs/pages/data/gated-attention`")
        .contains("./attune sql --out docs/pages/data/gated-attention \"SELECT");
    assertThat(pages.resolve("kvq-operators.md"))
        .content()
        .contains("scales: `sweeps/papers/kvq-operators.yaml`.\n")
        .contains("`./attune claims verify data/kvq-operators`");
  }

  @Test
  void howTheFolderWasTypedDoesNotMatter() throws Exception {
    PaperTable table = KnownPapers.table("gated-attention").orElseThrow();
    Path linked = Files.createSymbolicLink(project.resolve("linked"), pages);
    PagePlace place = PagePlace.of(pages, table);

    assertThat(place.project()).isPresent();
    for (Path typed :
        List.of(
            Path.of("").toAbsolutePath().relativize(pages),
            Path.of(pages + "/../pages/"),
            linked,
            linked.resolve("data/.."))) {
      assertThat(PagePlace.of(typed, table)).as("%s", typed).isEqualTo(place);
    }
  }

  /** Programs read the second verdicts, at the paper's size, as pages and records have them. */
  @Test
  void whatTheLadderPredictsIsInTheJson() throws Exception {
    assertThat(printed).hasSize(2);
    assertThat(printed.get(1).get("predicted").isNull()).isTrue();
    JsonNode predicted = printed.get(0).get("predicted");
    JsonNode claim = predicted.get("claims").get(0);

    assertThat(predicted.get("sweep").asText()).isEqualTo("sweeps/ladder-gated-attention.yaml");
    assertThat(predicted.get("along").asText()).isEqualTo("parameters");
    assertThat(predicted.get("at").asDouble()).isEqualTo(2.5e9);
    JsonNode recorded =
        Files.readAllLines(DATA.resolve("gated-attention/record.jsonl")).stream()
            .map(TestJudgedAgain::read)
            .filter(line -> line.path("claim").equals(claim.get("says")))
            .map(line -> line.at("/result/predicted"))
            .reduce((one, later) -> later)
            .orElseThrow();
    for (String key : List.of("verdict", "cell", "control")) {
      assertThat(claim.get(key)).isEqualTo(recorded.get(key));
    }
    for (String key : List.of("difference", "low", "high")) {
      double asClaimed = claim.at("/as_claimed/" + key).asDouble();
      assertThat(asClaimed).isCloseTo(recorded.get(key).asDouble(), within(1e-12));
    }
    assertThat(claim.get("difference").asDouble())
        .as("the cell less its control, of a loss that is lower")
        .isEqualTo(-claim.at("/as_claimed/difference").asDouble());
    assertThat(claim.get("level").asDouble()).isBetween(.95, 1.);
  }

  private static JsonNode read(String line) {
    try {
      return new ObjectMapper().readTree(line);
    } catch (IOException broken) {
      throw new AssertionError(line, broken);
    }
  }
}
