package org.attune.papers.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.paper.PaperTable;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.session.KnownPapers;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.verdict.AuthorsSettings;
import org.attune.sweeps.verdict.AuthorsSettings.Row;
import org.junit.jupiter.api.Test;

/** The authors' settings of the papers' tables beside ours. */
class TestAuthorsSettings {

  /** Tables that state no settings yet. The list only shrinks. */
  private static final List<String> WITHOUT =
      List.of(
          "kvq-operators",
          "kvq-scaling",
          "kvq-cost",
          "kvq-sine",
          "kvq-pixels",
          "kvq-fewshot",
          "kvq-policy",
          "kvq-kabsch",
          "kvq-outlier",
          "kvq-normalisation",
          "mqar",
          "mad",
          "state-tracking",
          "atlas-tuned",
          "gate-worth");

  /** The scale {@code paper} has every setting that the source states; {@code large} has not. */
  @Test
  void aScaleIsCalledPaperOnlyIfItHasTheAuthorsSettings() throws Exception {
    List<String> without = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    for (PaperTable table : KnownPapers.tables()) {
      String largest = table.scales().get(2);
      AuthorsSettings settings = settings(table, largest);
      if (settings.rows().isEmpty()) {
        without.add(table.key());
      } else if (settings.agree() != largest.equals(PaperTable.PAPER)) {
        wrong.add(
            "%s at %s differs in %s"
                .formatted(
                    table.key(),
                    largest,
                    settings.rows().stream().filter(Row::differs).map(Row::what).toList()));
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(without).isSubsetOf(WITHOUT);
  }

  @Test
  void thePageSaysWhichSettingsDiffer() throws Exception {
    PaperTable table = KnownPapers.table("split-q").orElseThrow();

    assertThat(new SettingsText(settings(table, "small")).markdown())
        .startsWith(
            "\n### the authors' setting, ours\n\n7 of the 10 settings that the source states differ:"
                + " layers, width, ")
        .contains(
            "| layers | 4 | **1** | states it |",
            "| symbols | 64 | 64 | states it |",
            "| warm-up | 200 | 0 | inferred: by us |");
    assertThat(new SettingsText(settings(table, "paper")).markdown())
        .contains("All 10 settings that the source states are ours.\n")
        .doesNotContain("**");
    assertThat(new SettingsText(new AuthorsSettings(List.of())).markdown()).isEmpty();
  }

  /** Configurations leave out what has its default: no dropout. */
  @Test
  void aSettingThatCellsLeaveOutHasItsDefault() throws Exception {
    PaperTable table = KnownPapers.table("mta-toy").orElseThrow();

    assertThat(settings(table, "small").rows())
        .contains(new Row("dropout of attention", "0.1", Optional.empty(), "0"));
    assertThat(settings(table, "large").rows())
        .contains(new Row("dropout of attention", "0.1", Optional.empty(), "0.1"));
  }

  @Test
  void aSettingThatIsInferredDoesNotDiffer() {
    Row inferred = new Row("rate", "0.001", Optional.of("from its code"), "0.003");
    Row stated = new Row("rate", "0.001", Optional.empty(), "0.003");

    assertThat(new SettingsText(new AuthorsSettings(List.of(inferred))).markdown())
        .contains(
            "The source states none of these settings.",
            "| rate | 0.001 | 0.003 | inferred: from its code |");
    assertThat(new SettingsText(new AuthorsSettings(List.of(stated))).markdown())
        .contains("1 of the 1 settings", "| rate | 0.001 | **0.003** | states it |");
  }

  private static AuthorsSettings settings(PaperTable table, String scale) throws Exception {
    return AuthorsSettings.of(
        SpecFile.read(table.file(), table.text(), Map.of("scale", scale), new TrialCatalog())
            .comparison()
            .layout());
  }
}
