package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Finding.Effect;
import org.attune.sweeps.claim.Source;
import org.attune.sweeps.claim.StatedEffect;
import org.attune.sweeps.paper.Reproduction;
import org.attune.sweeps.paper.Reproduction.Entry;
import org.attune.sweeps.paper.Reproduction.Row;

/** A table with the verdicts on its claims as JSON, for programs. */
public final class ReproductionJson {

  private ReproductionJson() {}

  /** The whole table. */
  public static JsonObject of(Reproduction of) {
    List<JsonObject> rows = new ArrayList<>();
    for (Row row : of.rows()) {
      for (int i = 0; i < row.entries().size(); i++) {
        rows.add(row(row, of.layout().columns().get(i).metric(), row.entries().get(i)));
      }
    }
    return new JsonObject()
        .with("title", of.layout().title())
        .with("source", of.layout().source())
        .with("rows", rows)
        .with("claims", claims(of))
        .with("dropped_claims", of.dropped())
        .with("sealed_openings", of.openings().size())
        .with("looks", of.looks().seeds())
        .with(
            "claims_notes",
            Stream.of(new ClaimNotes(of).notes(), new ClaimNotes(of).marks())
                .flatMap(List::stream)
                .toList())
        .with("notes", of.layout().notes());
  }

  /** The verdict on each claim. */
  public static List<JsonObject> claims(Reproduction of) {
    List<JsonObject> claims = new ArrayList<>();
    for (int i = 0; i < of.findings().size(); i++) {
      claims.add(
          claim(of.findings().get(i))
              .with("seeds_words", ClaimText.seeds(of.findings().get(i), of.looks()))
              .with("level", of.level())
              .with("stated", of.stated().get(i).label())
              .with("earlier_wordings", of.stated().get(i).earlier())
              .with("remark", of.stated().get(i).remark())
              .with("needed_seconds", of.prices().get(i)));
    }
    return claims;
  }

  private static JsonObject row(Row row, String metric, Entry entry) {
    return new JsonObject()
        .with("cell", row.label())
        .with("metric", metric)
        .with("paper", entry.paper())
        .with("mean", entry.ours().mean())
        .with("std", entry.ours().std())
        .with("n", entry.ours().n())
        .with("seeds", entry.seeds().stream().map(JsonObject::value).toList())
        .with("floor", entry.floor())
        .with("oracle", entry.oracle())
        .with("control", entry.control())
        .with("control_mean", entry.controls().mean())
        .with("parameters", row.parameters())
        .with("parameters_non_embedding", row.nonEmbedding())
        .with("failed", row.failed())
        .with("passed_over", row.passedOver());
  }

  private static JsonObject claim(Finding finding) {
    Claim claim = finding.claim();
    JsonObject json =
        new JsonObject()
            .with("says", claim.says())
            .with("verdict", finding.verdict().label())
            .with("verdict_words", finding.verdict().words(claim))
            .with("source", claim.source().map(Source::label))
            .with("effect", claim.effect().map(StatedEffect::size))
            .with("effect_of_floor", claim.floor().isPresent())
            .with("margin", claim.margin())
            .with("not_testable", claim.notTestable())
            .with("needed", finding.needed());
    if (finding.effect() instanceof Effect.Difference found) {
      json.with("difference", found.mean())
          .with("low", found.low())
          .with("high", found.high())
          .with("failed", found.failed());
    }
    return json.with("paper", claim.paper())
        .with("where", claim.where())
        .with("test", ClaimText.test(claim))
        .with("found", ClaimText.found(finding))
        .with("seeds", finding.seeds())
        .with("probability", finding.probability())
        .with("p_tests", ClaimText.tested(finding))
        .with("unadjusted", finding.unadjusted())
        .with("p_is_least", finding.least());
  }
}
