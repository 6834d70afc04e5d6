package org.attune.sweeps.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;

/** What a grid expands to, for axes at random. */
class TestExpansion {

  private static final String CONSTRAINT =
      "heads divides width and (tied or split_fraction <= 0.5)";

  @Property(tries = 200)
  void aGridIsEveryCellOnceInAStableOrder(
      @ForAll("numbers") List<Integer> heads,
      @ForAll("numbers") List<Integer> widths,
      @ForAll @IntRange(min = 1, max = 3) int replicates)
      throws SpecException {
    String file = file(heads, widths, replicates, "");
    List<Trial> trials = all(file);

    assertThat(trials).hasSize(heads.size() * widths.size() * 2 * 3 * replicates);
    assertThat(new HashSet<>(trials.stream().map(Trial::id).toList())).hasSize(trials.size());
    assertThat(all(file)).isEqualTo(trials);
  }

  @Property(tries = 200)
  void constraintsHoldInEveryCellAndCostNoOther(
      @ForAll("numbers") List<Integer> heads, @ForAll("numbers") List<Integer> widths)
      throws SpecException {
    List<Configuration> kept = new ArrayList<>();
    for (Trial trial : all(file(heads, widths, 1, ""))) {
      Configuration cell = trial.configuration();
      boolean divides = cell.integer("model.width") % cell.integer("model.heads") == 0;
      boolean tied = cell.text("model.tied").equals("true");
      boolean small =
          !cell.has("attention.query.fraction") || cell.real("attention.query.fraction") <= 0.5;
      if (divides && (tied || small)) {
        kept.add(cell);
      }
    }
    String constrained = file(heads, widths, 1, "constraints: ['" + CONSTRAINT + "']\n");
    if (kept.isEmpty()) {
      assertThat(catchThrowable(() -> all(constrained)))
          .hasMessageContaining("leave no cell to run");
    } else {
      assertThat(all(constrained)).extracting(Trial::configuration).isEqualTo(kept);
    }
  }

  @Property(tries = 30)
  void searchesKeepToConstraints(
      @ForAll("numbers") List<Integer> heads, @ForAll("numbers") List<Integer> widths)
      throws SpecException {
    String constrained =
        file(heads, widths, 1, "constraints: ['heads <= width']\nsearch: {method: sobol}\n");
    if (heads.get(0) > widths.get(widths.size() - 1)) {
      assertThat(catchThrowable(() -> all(constrained)))
          .hasMessageContaining("leave no cell to run");
      return;
    }
    for (Trial trial : all(constrained)) {
      Configuration cell = trial.configuration();
      assertThat(cell.integer("model.heads")).isLessThanOrEqualTo(cell.integer("model.width"));
    }
  }

  @Provide
  Arbitrary<List<Integer>> numbers() {
    return Arbitraries.integers()
        .between(2, 48)
        .set()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(set -> List.copyOf(new TreeSet<>(set)));
  }

  private static String file(
      List<Integer> heads, List<Integer> widths, int replicates, String more) {
    return """
    sweep: s
    objective: {metric: loss, goal: minimize}
    replicates: %d
    %saxes:
      model.heads: %s
      model.width: %s
      model.tied: [true, false]
      attention.query: [current, {split: {fraction: [0.25, 0.75]}}]
    """
        .formatted(replicates, more, heads, widths);
  }

  private static List<Trial> all(String yaml) throws SpecException {
    Search search =
        SpecFile.read("s.yaml", yaml, Map.of(), SampleCatalog.CATALOG)
            .newSearch(SampleCatalog.CATALOG);
    List<Trial> trials = new ArrayList<>();
    while (search.ask() instanceof Proposal.Run next) {
      trials.add(next.trial());
    }
    return trials;
  }
}
