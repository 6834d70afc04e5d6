package org.attune.sweeps.spec;

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
import org.yaml.snakeyaml.nodes.Node;

/** Names a sweep's cells, and reads the file's claims and table about them. */
final class ComparisonReader {

  /** No table has more cells than this. */
  private static final int MAX_LABELLED = 10_000;

  private final Problems problems;
  private final AxisCatalog catalog;
  private final ParameterTree tree;

  ComparisonReader(Problems problems, AxisCatalog catalog, ParameterTree tree) {
    this.problems = problems;
    this.catalog = catalog;
    this.tree = tree;
  }

  /**
   * Reads the claims and the table. Only a grid may have them, because its cells are known in
   * advance.
   */
  Comparison read(SweepSpec spec, Fields fields, List<String> cellNames, Node root) {
    Optional<Node> claims = fields.node("claims");
    Optional<Node> table = fields.node("table");
    boolean exhaustive = SearchMethods.named(spec.search().name()).exhaustive();
    if (!exhaustive || spec.space(tree).cells() > MAX_LABELLED) {
      for (String key : List.of("claims", "table")) {
        fields
            .node(key)
            .ifPresent(
                node ->
                    problems.add(
                        node,
                        key,
                        "needs search: {method: grid} with at most %,d cells: only those are known"
                                .formatted(MAX_LABELLED)
                            + " beforehand"));
      }
      return spec.comparison();
    }
    Map<String, Configuration> cells =
        new Labels(tree, spec.axes(), cellNames).of(spec.space(tree));
    refuseTwins(cells, fields.node("cells").orElse(root));
    CellWords words = new CellWords(problems, catalog, cells);
    String metric = spec.objective().metric();
    Layout layout =
        table.map(new LayoutReader(problems, words, metric)::read).orElse(Layout.of(metric));
    Arms arms = new Arms(problems, words, spec.objective(), spec.replicates().tuning());
    List<Claim> claimed =
        claims.map(new ClaimsReader(problems, words, metric, arms, layout)::read).orElse(List.of());
    claims.ifPresent(node -> refuseStopping(spec, node));
    if (spec.replicates().untilDecided() && claims.isEmpty()) {
      problems.add(
          fields.node("replicates").orElseThrow(),
          "replicates.until",
          "there is nothing to decide; add claims, or give one number of replicates");
    }
    return new Comparison(cells, claimed, layout);
  }

  /**
   * Refuses stopping rules beside claims: a trial stopped for being bad has no result, so claims
   * would miss it.
   */
  private void refuseStopping(SweepSpec spec, Node claims) {
    if (!spec.stop().isEmpty()) {
      problems.add(
          claims,
          "claims",
          "cannot be judged where stop: ends trials early, for the bad seeds would be missing;"
              + " remove stop, or the claims");
    }
  }

  private void refuseTwins(Map<String, Configuration> cells, Node place) {
    Map<Configuration, String> first = new HashMap<>();
    cells.forEach(
        (label, cell) -> {
          String twin = first.putIfAbsent(cell, label);
          if (twin != null) {
            problems.add(
                place,
                "cells",
                "'%s' and '%s' are the same cell; remove one of them".formatted(twin, label));
          }
        });
  }
}
