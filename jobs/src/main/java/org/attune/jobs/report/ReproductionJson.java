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
import org.attune.sweeps.verdict.Reproduction;
import org.attune.sweeps.verdict.Reproduction.CellEntry;
import org.attune.sweeps.verdict.Reproduction.Row;

/** A table with the verdicts on its claims as JSON, for programs. */
public final class ReproductionJson {

  private ReproductionJson() {}

  /** A cell's values of one metric. */
  private record Value(Row row, String metric, CellEntry entry) {}

  /** A claim of a table, by its number. */
  public record Judged(Reproduction table, int index) {

    /** The verdict. */
    public Finding finding() {
      return table.findings().get(index);
    }

    private Claim claim() {
      return finding().claim();
    }

    /** The difference found; empty where seeds are counted, or nothing was judged. */
    public Optional<Found> found() {
      return finding().effect() instanceof FoundEffect.Difference found
          ? Optional.of(new Found(this, found))
          : Optional.empty();
    }
  }

  private static final Shape<Value> VALUE =
      Shape.<Value>of(Value.class)
          .with("cell", TEXT, value -> value.row().label())
          .with("metric", TEXT, Value::metric)
          .with("paper", orNull(TEXT), value -> value.entry().paper())
          .with("mean", NUMBER, value -> value.entry().ours().mean())
          .with("std", NUMBER, value -> value.entry().ours().std())
          .with("n", WHOLE, value -> value.entry().ours().n())
          .with("seeds", list(NUMBER), value -> value.entry().seeds())
          .with("floor", NUMBER, value -> value.entry().floor())
          .with("oracle", NUMBER, value -> value.entry().oracle())
          .with("control", orNull(TEXT), value -> value.entry().control())
          .with("control_mean", NUMBER, value -> value.entry().controls().mean())
          .with("parameters", WHOLE, value -> value.row().parameters())
          .with("parameters_non_embedding", WHOLE, value -> value.row().nonEmbedding())
          .with("failed", WHOLE, value -> value.entry().failed())
          .with("stopped", WHOLE, value -> value.entry().stopped())
          .with("passed_over", FLAG, value -> value.row().passedOver());

  /** What was found of a claim, in the direction that it states. */
  public record Found(Judged judged, FoundEffect.Difference difference) {

    /** The difference of the cell less what it is compared with, as in all other tables. */
    public FoundEffect.Difference lessControl() {
      return judged.claim().relation() == Relation.BELOW ? difference.reversed() : difference;
    }

    /** The level of the interval; NaN if it has no end. */
    public double level() {
      return Double.isFinite(difference.low()) || Double.isFinite(difference.high())
          ? judged.table().intervalLevel(judged.index())
          : Double.NaN;
    }
  }

  /** A difference in the direction that the claim states. */
  static final Shape<FoundEffect.Difference> AS_CLAIMED =
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
          .with("failed", WHOLE, found -> found.difference().failed())
          .with("two_modes", list(TEXT), found -> PairTable.labels(found.difference().modes()));

  /** The verdict on a claim. */
  public static final Shape<Judged> CLAIM =
      Shape.<Judged>of(Judged.class)
          .with("says", TEXT, judged -> judged.claim().says())
          .with("verdict", TEXT, judged -> judged.finding().verdict().label())
          .with("verdict_words", TEXT, judged -> judged.finding().verdict().words(judged.claim()))
          .with("advice", orNull(TEXT), ReproductionJson::advice)
          .with("source", orNull(TEXT), judged -> judged.claim().source().map(ClaimSource::label))
          .with("effect", NUMBER, judged -> judged.claim().effect().map(StatedEffect::size))
          .with("effect_of_floor", FLAG, judged -> judged.claim().floor().isPresent())
          .with("margin", NUMBER, judged -> judged.claim().margin())
          .with("not_testable", orNull(TEXT), judged -> judged.claim().notTestable())
          .with("needed", orNull(ANY), judged -> judged.finding().needed())
          .includingIf(DIFFERENCE, Judged::found)
          .with("paper", orNull(TEXT), judged -> judged.claim().paper())
          .with("where", orNull(TEXT), judged -> judged.claim().where())
          .with("test", TEXT, judged -> ClaimText.test(judged.claim()))
          .with("found", TEXT, judged -> FoundText.of(judged.finding()))
          .with("seeds", WHOLE, judged -> judged.finding().seeds())
          .with("probability", NUMBER, judged -> judged.finding().probability())
          .with("p_tests", orNull(TEXT), judged -> ClaimText.tested(judged.finding()))
          .with("unadjusted", NUMBER, judged -> judged.finding().unadjusted())
          .with("p_is_least", FLAG, judged -> judged.finding().least())
          .with(
              "seeds_words",
              TEXT,
              judged -> ClaimText.seeds(judged.finding(), judged.table().looks()))
          .with("needed_probability", NUMBER, judged -> judged.table().level())
          .with("stated", TEXT, judged -> judged.table().stated().get(judged.index()).label())
          .with(
              "earlier_wordings",
              ANY,
              judged -> judged.table().stated().get(judged.index()).earlier())
          .with(
              "remark",
              orNull(TEXT),
              judged -> judged.table().stated().get(judged.index()).remark())
          .with("needed_seconds", NUMBER, judged -> judged.table().prices().get(judged.index()));

  private static Optional<String> advice(Judged judged) {
    return Optional.of(
            ClaimText.advice(
                judged.finding(),
                judged.table().prices().get(judged.index()),
                judged.table().looks()))
        .filter(advice -> !advice.isEmpty());
  }

  /** The whole table. */
  public static final Shape<Reproduction> TABLE =
      Shape.<Reproduction>of(Reproduction.class)
          .with("title", TEXT, reproduction -> reproduction.layout().title())
          .with("source", TEXT, reproduction -> reproduction.layout().source())
          .with("rows", list(VALUE), ReproductionJson::values)
          .with("claims", list(CLAIM), ReproductionJson::judged)
          .with("dropped_claims", WHOLE, Reproduction::dropped)
          .with("sealed_openings", WHOLE, reproduction -> reproduction.openings().size())
          .with("looks", list(WHOLE), reproduction -> reproduction.looks().seeds())
          .with("claims_notes", list(TEXT), ReproductionJson::notes)
          .with("notes", list(TEXT), reproduction -> reproduction.layout().notes());

  /** The whole table. */
  public static JsonObject of(Reproduction reproduction) {
    return TABLE.object(reproduction);
  }

  /** The whole table, with further notes on its claims. */
  static JsonObject of(Reproduction reproduction, List<String> further) {
    return of(reproduction)
        .with(
            "claims_notes", Stream.of(notes(reproduction), further).flatMap(List::stream).toList());
  }

  /** The verdict on each claim. */
  public static List<JsonObject> claims(Reproduction reproduction) {
    return CLAIM.objects(judged(reproduction));
  }

  /** The claims of a table that have verdicts. */
  public static List<Judged> judged(Reproduction reproduction) {
    return IntStream.range(0, reproduction.findings().size())
        .mapToObj(i -> new Judged(reproduction, i))
        .toList();
  }

  private static List<Value> values(Reproduction reproduction) {
    List<Value> values = new ArrayList<>();
    for (Row row : reproduction.rows()) {
      for (int i = 0; i < row.entries().size(); i++) {
        values.add(
            new Value(row, reproduction.layout().columns().get(i).metric(), row.entries().get(i)));
      }
    }
    return values;
  }

  private static List<String> notes(Reproduction reproduction) {
    ClaimNotes notes = new ClaimNotes(reproduction);
    return Stream.of(notes.notes(), notes.marks(), notes.missing()).flatMap(List::stream).toList();
  }
}
