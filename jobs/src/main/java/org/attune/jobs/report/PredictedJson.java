package org.attune.jobs.report;

import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.list;
import static org.attune.jobs.console.JsonType.orNull;

import java.util.Optional;
import org.attune.jobs.console.Shape;
import org.attune.sweeps.analysis.PredictedClaims;
import org.attune.sweeps.analysis.PredictedClaims.PredictedClaim;
import org.attune.sweeps.analysis.Trend;
import org.attune.sweeps.claim.Finding.FoundEffect.Difference;
import org.attune.sweeps.claim.Relation;

/** A table's claims at the paper's size, as its ladder predicts them, as JSON for programs. */
public final class PredictedJson {

  private PredictedJson() {}

  /** A claim of the ladder. */
  private record In(PredictedClaim claim, PredictedClaims all) {

    /** The cell less its control, as in all other tables. */
    private Optional<Difference> lessControl() {
      boolean below = claim.claim().relation() == Relation.BELOW;
      return claim.found().map(found -> below ? found.reversed() : found);
    }

    private Optional<Double> level() {
      return claim.trend().flatMap(Trend::prediction).map(prediction -> 1 - prediction.error());
    }

    private Optional<Double> beyond() {
      return claim.trend().map(trend -> trend.beyond(all.ladder().at()));
    }
  }

  private static final Shape<In> CLAIM =
      Shape.<In>of(In.class)
          .with("says", TEXT, one -> one.claim().claim().says())
          .with("verdict", TEXT, one -> one.claim().verdict())
          .with("cell", TEXT, one -> one.claim().answer().cell())
          .with("control", TEXT, one -> one.claim().answer().control())
          .with("seeds", orNull(WHOLE), one -> one.claim().trend().map(Trend::seeds))
          .with("difference", NUMBER, one -> one.lessControl().map(Difference::mean))
          .with("low", NUMBER, one -> one.lessControl().map(Difference::low))
          .with("high", NUMBER, one -> one.lessControl().map(Difference::high))
          .with("level", NUMBER, In::level)
          .with("as_claimed", orNull(ReproductionJson.AS_CLAIMED), one -> one.claim().found())
          .with("beyond", NUMBER, In::beyond);

  /** The ladder with its verdicts. */
  public static final Shape<PredictedClaims> SHAPE =
      Shape.<PredictedClaims>of(PredictedClaims.class)
          .with("sweep", TEXT, all -> all.ladder().file())
          .with("along", TEXT, all -> all.ladder().along())
          .with("at", NUMBER, all -> all.ladder().at())
          .with(
              "claims",
              list(CLAIM),
              all -> all.claims().stream().map(claim -> new In(claim, all)).toList())
          .with("notes", list(TEXT), all -> all.trends().notes());
}
