package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

/** Seeds that can decide no row are named before they are spent. */
class TestPlannedSeeds {

  private static final String FILE =
      """
      sweep: layers
      cells:
        plain: {}
        a: {model.layers: 2}
        b: {model.layers: 3}
        c: {model.layers: 4}
        d: {model.layers: 5}
      replicates: 3
      objective: {metric: loss, goal: minimize}
      """;

  private static final String GATES = "sweep: gates\naxes: {attention.gate: [%s]}\n";
  private static final String REST = "replicates: 2\nobjective: {metric: loss, goal: minimize}\n";

  /** By hand, of four rows: 4 * 2 * 4^-3 = .125 of three seeds, and .03125 of four. */
  @Test
  void threeSeedsDecideNoneOfFourRows() throws Exception {
    assertThat(warning(FILE))
        .contains(
            "replicates: 3 seeds cannot decide a comparison of cells:"
                + " at best they give an unadjusted p of .0313, and a verdict needs .0125 or less (.05 shared by"
                + " 4 comparisons); use 4 or more");
    assertThat(warning(FILE.replace("replicates: 3", "replicates: 4"))).isEmpty();
    assertThat(
            warning(
                FILE.replace("  d: {model.layers: 5}\n", "")
                    .replace("  c: {model.layers: 4}\n", "")
                    .replace("  b: {model.layers: 3}\n", "")))
        .as("one row")
        .isEmpty();
  }

  @Test
  void oneSeedIsNoTestAndASearchIsNoTable() throws Exception {
    assertThat(warning(FILE.replace("replicates: 3", "replicates: 1"))).isEmpty();
    assertThat(warning(FILE + "search: {method: random, trials: 4}\n")).isEmpty();
  }

  @Test
  void aFileWithoutClaimsAndControlAsksForNoVerdict() throws Exception {
    String file = FILE.replace("plain: {}", "e: {model.layers: 6}");

    assertThat(warning(file)).isEmpty();
    assertThat(warning(file + "table: {controls: {a: e, b: e, c: e, d: e}}\n"))
        .hasValueSatisfying(said -> assertThat(said).contains("3 seeds cannot decide"));
    assertThat(warning(GATES.formatted("learned, computed") + REST)).isEmpty();
  }

  /** As the table of cells finds it: the cell that sets nothing, or has all options by default. */
  @Test
  void aControlThatTheFileDoesNotNameIsFound() throws Exception {
    assertThat(warning(FILE.replace("plain: {}", "e: {}")))
        .hasValueSatisfying(said -> assertThat(said).contains("3 seeds cannot decide"));
    assertThat(warning(GATES.formatted("none, learned") + REST))
        .hasValueSatisfying(said -> assertThat(said).contains("2 seeds cannot decide"));
    assertThat(warning(GATES.formatted("none, learned") + REST.replace("2", "3"))).isEmpty();
  }

  @Test
  void claimsAreWarnedOfAlone() throws Exception {
    assertThat(warning(FILE + "claims:\n  - {says: A, cell: a, is: below, of: plain}\n"))
        .hasValueSatisfying(said -> assertThat(said).contains("may not decide a claim"));
  }

  private static Optional<String> warning(String file) throws SpecException {
    return PlannedSeeds.warning(
        SpecFile.read("layers.yaml", file, Map.of(), SampleCatalog.CATALOG), SampleCatalog.CATALOG);
  }
}
