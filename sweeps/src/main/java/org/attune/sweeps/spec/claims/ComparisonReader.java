package org.attune.sweeps.spec.claims;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Given;

/** Names a sweep's cells, and reads the file's claims and table about them. */
public final class ComparisonReader {

  /** No table has more cells than this. */
  private static final int MAX_LABELLED = 10_000;

  private final AxisCatalog catalog;
  private final ParameterTree tree;

  public ComparisonReader(AxisCatalog catalog) {
    this.catalog = catalog;
    this.tree = catalog.tree();
  }

  /**
   * Reads the claims and the table. Only a grid may have them, because its cells are known in
   * advance.
   */
  public Comparison read(SweepSpec spec, Fields fields, List<String> cellNames) {
    boolean exhaustive = SearchMethods.named(spec.search().name()).exhaustive();
    if (!exhaustive || spec.space(tree).cells() > MAX_LABELLED) {
      for (String key : List.of(ClaimsReader.CLAIMS.name(), LayoutReader.TABLE.name())) {
        fields
            .find(key)
            .ifPresent(
                given ->
                    given.refuse(
                        "needs search: {method: grid} with at most %,d cells: only those are known beforehand"
                            .formatted(MAX_LABELLED)));
      }
      return spec.comparison();
    }
    Map<String, Configuration> cells =
        new Labels(tree, spec.axes(), cellNames).of(spec.space(tree));
    refuseTwins(cells, fields.find("cells").orElse(fields.whole()).as("cells"));
    CellWords words = new CellWords(catalog, cells);
    String metric = spec.objective().metric();
    Layout layout =
        LayoutReader.TABLE
            .in(fields)
            .map(new LayoutReader(words, metric)::read)
            .orElse(Layout.of(metric));
    ArmReader arms = new ArmReader(words, spec.objective(), spec.replicates().tuning());
    Optional<List<Given>> claims = ClaimsReader.CLAIMS.in(fields);
    List<Claim> claimed =
        claims.map(new ClaimsReader(words, metric, arms, layout)::read).orElse(List.of());
    layout
        .ladder()
        .ifPresent(ladder -> LadderReader.check(LayoutReader.TABLE.at(fields), ladder, claimed));
    if (claims.isPresent() && !spec.stop().isEmpty()) {
      // A trial stopped for being bad has no result, so claims would miss it.
      ClaimsReader.CLAIMS
          .at(fields)
          .refuse(
              "cannot be judged where stop: ends trials early, for the bad seeds would be missing;"
                  + " remove stop, or the claims");
    }
    if (spec.replicates().untilDecided() && !ClaimsReader.CLAIMS.isIn(fields)) {
      fields
          .at("replicates")
          .as("replicates.until")
          .refuse("there is nothing to decide; add claims, or give one number of replicates");
    }
    return new Comparison(cells, new TuneFirst(fields.at("replicates")).in(claimed), layout);
  }

  private static void refuseTwins(Map<String, Configuration> cells, Given place) {
    Map<Configuration, String> first = new HashMap<>();
    cells.forEach(
        (label, cell) -> {
          String twin = first.putIfAbsent(cell, label);
          if (twin != null) {
            place.refuse(
                "'%s' and '%s' are the same cell; remove one of them".formatted(twin, label));
          }
        });
  }
}
