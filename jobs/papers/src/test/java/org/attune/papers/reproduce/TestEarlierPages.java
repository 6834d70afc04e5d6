package org.attune.papers.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.report.PredictedText;
import org.attune.jobs.session.KnownPapers;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.verdict.Reproduction;
import org.attune.sweeps.verdict.StatedWhen;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestEarlierPages {

  private static final Path PAGES =
      Path.of(System.getProperty("attune.home", "../..")).resolve("docs/reproduction");

  private static List<ReproducedTable> tables;

  @TempDir private Path empty;

  @BeforeAll
  static void judge() throws Exception {
    tables =
        EarlierPages.others(
            PAGES, KnownPapers.tables(), List.of(), "small", Optional.empty(), new TrialCatalog());
  }

  /** Every verdict of the published overview follows from the raw results beside the pages. */
  @Test
  void thePublishedVerdictsFollowFromTheRawResults() throws Exception {
    assertThat(tables).hasSizeGreaterThanOrEqualTo(17);
    assertThat(PAGES.resolve("README.md")).content().contains(overview(tables));
  }

  /** So do the second verdicts, at the paper's size, from the ladders beside them. */
  @Test
  void thePublishedPredictionsFollowFromTheLadders() throws Exception {
    List<ReproducedTable> predicted =
        tables.stream().filter(table -> table.predicted().isPresent()).toList();

    assertThat(predicted).extracting(table -> table.table().key()).contains("gated-attention");
    for (ReproducedTable table : predicted) {
      String key = table.table().key();
      PredictedText text = table.atThePapersSize().orElseThrow();
      assertThat(PAGES.resolve(key + ".md"))
          .content()
          .contains(text.markdown(key + "-ladder.svg", "[`%1$s`](../../%1$s)"::formatted));
      assertThat(PAGES.resolve(key + "-ladder.svg")).hasContent(text.svg().orElseThrow());
    }
    long claims =
        predicted.stream().mapToLong(of -> of.predicted().orElseThrow().claims().size()).sum();
    assertThat(PAGES.resolve("README.md"))
        .content()
        .contains(claims + " claims are also judged as predicted at the paper's size");
  }

  /** Tables that ran on a text of the user's are counted among their like alone. */
  @Test
  void theVerdictsOnAnotherTextFollowFromItsRawResults() throws Exception {
    Path pages = PAGES.resolve("shakespeare");
    String hash = "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed"; // of the text
    DataFile text = new DataFile("tinyshakespeare.txt", hash);

    List<ReproducedTable> four =
        EarlierPages.others(
            pages, KnownPapers.tables(), List.of(), "small", Optional.of(text), new TrialCatalog());

    assertThat(four).hasSize(4);
    assertThat(pages.resolve("README.md")).content().contains(overview(four));
    DataFile other = new DataFile(text.name(), "0".repeat(64));
    assertThat(
            EarlierPages.others(
                pages,
                KnownPapers.tables(),
                List.of(),
                "small",
                Optional.of(other),
                new TrialCatalog()))
        .isEmpty();
  }

  private static String overview(List<ReproducedTable> tables) {
    return new Verdicts(tables).byPaper(table -> "[%1$s](%1$s.md)".formatted(table.table().key()));
  }

  /** A claim that was picked from the results may be any luck: no share of such is known. */
  @Test
  void theShareOfWrongVerdictsExceptsClaimsThatResultsChose() throws Exception {
    List<ReproducedTable> stated =
        tables.stream().filter(table -> table.judged().statedAfter() == 0).toList();

    assertThat(stated).hasSizeGreaterThan(10);
    assertThat(new Verdicts(stated).text()).doesNotContain("picked");
    assertThat(new Verdicts(tables.stream().map(TestEarlierPages::after).toList()).text())
        .contains("expected to be wrong (Benjamini and Hochberg), if none of the ")
        .contains(" claims that were stated after the results was picked from them.");
  }

  /** The table, as if its claims had been stated after its results. */
  private static ReproducedTable after(ReproducedTable of) {
    Reproduction judged = of.judged();
    StatedWhen after =
        new StatedWhen(false, 0, 0, Optional.empty(), Optional.empty(), Optional.empty(), "", "");
    return new ReproducedTable(
        of.table(),
        of.scale(),
        of.set(),
        new Reproduction(
            judged.layout(),
            judged.rows(),
            judged.findings(),
            Collections.nCopies(judged.findings().size(), after),
            judged.prices(),
            judged.looks(),
            judged.dropped(),
            judged.ignored(),
            judged.openings(),
            judged.coverage(),
            judged.level()),
        of.facts(),
        of.directory(),
        of.lambda(),
        of.predicted());
  }

  @Test
  void aFolderWithoutPagesOrOfAnotherScaleHasNone() throws Exception {
    assertThat(
            EarlierPages.others(
                empty,
                KnownPapers.tables(),
                List.of(),
                "small",
                Optional.empty(),
                new TrialCatalog()))
        .isEmpty();
    assertThat(
            EarlierPages.others(
                PAGES,
                KnownPapers.tables(),
                List.of(),
                "smoke",
                Optional.empty(),
                new TrialCatalog()))
        .isEmpty();
    Files.createDirectories(empty.resolve("data/neon"));
    assertThat(
            EarlierPages.others(
                empty,
                KnownPapers.tables(),
                List.of(),
                "small",
                Optional.empty(),
                new TrialCatalog()))
        .isEmpty();
  }
}
