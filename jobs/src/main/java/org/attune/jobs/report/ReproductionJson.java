package org.attune.jobs.report;

import static org.attune.jobs.console.JsonType.ANY;
import static org.attune.jobs.console.JsonType.FLAG;
import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.list;
import static org.attune.jobs.console.JsonType.orNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.jobs.console.JsonObject;
import org.attune.jobs.console.Shape;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimSource;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Finding.FoundEffect;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.claim.StatedEffect;
import org.attune.sweeps.paper.Reproduction;
import org.attune.sweeps.paper.Reproduction.CellEntry;
import org.attune.sweeps.paper.Reproduction.Row;

/** A table with the verdicts on its claims as JSON, for programs. */
public final class ReproductionJson {

  private ReproductionJson() {}

  /** A cell's values of one metric. */
  private record Value(Row row, String metric, CellEntry entry) {}

  /** A claim of a table, by its number. */
  public record Judged(Reproduction table, int index) {

    private Finding finding() {
      return table.findings().get(index);
    }

    private Claim claim() {
      return finding().claim();
    }
  }

  private static final Shape<Value> VALUE =
      Shape.<Value>of(Value.class)
          .with("cell", TEXT, of -> of.row().label())
          .with("metric", TEXT, Value::metric)
          .with("paper", orNull(TEXT), of -> of.entry().paper())
          .with("mean", NUMBER, of -> of.entry().ours().mean())
          .with("std", NUMBER, of -> of.entry().ours().std())
          .with("n", WHOLE, of -> of.entry().ours().n())
          .with("seeds", list(NUMBER), of -> of.entry().seeds())
          .with("floor", NUMBER, of -> of.entry().floor())
          .with("oracle", NUMBER, of -> of.entry().oracle())
          .with("control", orNull(TEXT), of -> of.entry().control())
          .with("control_mean", NUMBER, of -> of.entry().controls().mean())
          .with("parameters", WHOLE, of -> of.row().parameters())
          .with("parameters_non_embedding", WHOLE, of -> of.row().nonEmbedding())
          .with("failed", WHOLE, of -> of.row().failed())
          .with("passed_over", FLAG, of -> of.row().passedOver());

  /** What was found of a claim, in the direction that it states. */
  private record Found(Judged of, FoundEffect.Difference difference) {

    FoundEffect.Difference lessControl() {
      return of.claim().relation() == Relation.BELOW ? difference.reversed() : difference;
    }

    double level() {
      return Double.isFinite(difference.low()) || Double.isFinite(difference.high())
          ? of.table().intervalLevel(of.index())
          : Double.NaN;
    }
  }

  /** A difference in the direction that the claim states. */
  private static final Shape<FoundEffect.Difference> AS_CLAIMED =
      Shape.<FoundEffect.Difference>of(FoundEffect.Difference.class)
          .with("difference", NUMBER, FoundEffect.Difference::mean)
          .with("low", NUMBER, FoundEffect.Difference::low)
          .with("high", NUMBER, FoundEffect.Difference::high);

  /** The cell less what it is compared with, as in all other tables. */
  private static final Shape<Found> DIFFERENCE =
      Shape.<Found>of(Found.class)
          .including(AS_CLAIMED, Found::lessControl)
          .with("level", NUMBER, Found::level)
          .with("as_claimed", AS_CLAIMED, Found::difference)
          .with("failed", WHOLE, of -> of.difference().failed());

  /** The verdict on a claim. */
  public static final Shape<Judged> CLAIM =
      Shape.<Judged>of(Judged.class)
          .with("says", TEXT, of -> of.claim().says())
          .with("verdict", TEXT, of -> of.finding().verdict().label())
          .with("verdict_words", TEXT, of -> of.finding().verdict().words(of.claim()))
          .with("source", orNull(TEXT), of -> of.claim().source().map(ClaimSource::label))
          .with("effect", NUMBER, of -> of.claim().effect().map(StatedEffect::size))
          .with("effect_of_floor", FLAG, of -> of.claim().floor().isPresent())
          .with("margin", NUMBER, of -> of.claim().margin())
          .with("not_testable", orNull(TEXT), of -> of.claim().notTestable())
          .with("needed", orNull(ANY), of -> of.finding().needed())
          .includingIf(
              DIFFERENCE,
              of ->
                  of.finding().effect() instanceof FoundEffect.Difference found
                      ? Optional.of(new Found(of, found))
                      : Optional.empty())
          .with("paper", orNull(TEXT), of -> of.claim().paper())
          .with("where", orNull(TEXT), of -> of.claim().where())
          .with("test", TEXT, of -> ClaimText.test(of.claim()))
          .with("found", TEXT, of -> ClaimText.found(of.finding()))
          .with("seeds", WHOLE, of -> of.finding().seeds())
          .with("probability", NUMBER, of -> of.finding().probability())
          .with("p_tests", orNull(TEXT), of -> ClaimText.tested(of.finding()))
          .with("unadjusted", NUMBER, of -> of.finding().unadjusted())
          .with("p_is_least", FLAG, of -> of.finding().least())
          .with("seeds_words", TEXT, of -> ClaimText.seeds(of.finding(), of.table().looks()))
          .with("needed_probability", NUMBER, of -> of.table().level())
          .with("stated", TEXT, of -> of.table().stated().get(of.index()).label())
          .with("earlier_wordings", ANY, of -> of.table().stated().get(of.index()).earlier())
          .with("remark", orNull(TEXT), of -> of.table().stated().get(of.index()).remark())
          .with("needed_seconds", NUMBER, of -> of.table().prices().get(of.index()));

  /** The whole table. */
  public static final Shape<Reproduction> TABLE =
      Shape.<Reproduction>of(Reproduction.class)
          .with("title", TEXT, of -> of.layout().title())
          .with("source", TEXT, of -> of.layout().source())
          .with("rows", list(VALUE), ReproductionJson::values)
          .with("claims", list(CLAIM), ReproductionJson::judged)
          .with("dropped_claims", WHOLE, Reproduction::dropped)
          .with("sealed_openings", WHOLE, of -> of.openings().size())
          .with("looks", list(WHOLE), of -> of.looks().seeds())
          .with("claims_notes", list(TEXT), ReproductionJson::notes)
          .with("notes", list(TEXT), of -> of.layout().notes());

  /** The whole table. */
  public static JsonObject of(Reproduction of) {
    return TABLE.object(of);
  }

  /** The verdict on each claim. */
  public static List<JsonObject> claims(Reproduction of) {
    return CLAIM.objects(judged(of));
  }

  /** The claims of a table that have verdicts. */
  public static List<Judged> judged(Reproduction of) {
    return IntStream.range(0, of.findings().size()).mapToObj(i -> new Judged(of, i)).toList();
  }

  private static List<Value> values(Reproduction of) {
    List<Value> values = new ArrayList<>();
    for (Row row : of.rows()) {
      for (int i = 0; i < row.entries().size(); i++) {
        values.add(new Value(row, of.layout().columns().get(i).metric(), row.entries().get(i)));
      }
    }
    return values;
  }

  private static List<String> notes(Reproduction of) {
    ClaimNotes notes = new ClaimNotes(of);
    return Stream.of(notes.notes(), notes.marks()).flatMap(List::stream).toList();
  }
}
