package org.attune.sweeps.spec.claims;

import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.claim.Tuning.Widening;
import org.attune.sweeps.claim.Tuning.Widening.Range;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;

/**
 * Reads {@code tune-first: {train.learning-rate: [1e-3, 3e-3]}}: between which values of a tuned
 * key tuning begins. The others are tried where a best value lies at the edge: see {@link
 * Widening}.
 */
public final class TuneFirst {

  public static final Key<Integer> TUNING =
      new Key<>(
          "tuning", Form.count(1, 100), "seeds on which each setting of a tuned arm is tried");

  private static final Form<Given> ENDS =
      Form.list(Form.real(-1e300, 1e300), "").with("minItems", 2).with("maxItems", 2).raw();

  public static final Key<List<Given.Member>> RANGES =
      new Key<>(
          "tune-first",
          Form.mapping(ENDS),
          "from and to, for each tuned key: values beyond are tried once a best value lies at the"
              + " edge");

  /** One seed's luck may move a best value to the edge. */
  private static final int LEAST_SEEDS = 2;

  private final Given replicates;

  TuneFirst(Given replicates) {
    this.replicates = replicates;
  }

  /** The claims, whose arms begin within the ranges; the same claims where there are none. */
  List<Claim> in(List<Claim> claims) {
    Optional<Given> given = replicates.entry(RANGES.name()).map(Given.Member::value);
    if (given.isEmpty()) {
      return claims;
    }
    List<Measure> measures = claims.stream().flatMap(Claim::tuned).toList();
    SortedMap<String, Range> ranges = new TreeMap<>();
    for (Given.Member entry : given.get().entries()) {
      range(entry)
          .filter(range -> fits(entry, range, measures))
          .ifPresent(range -> ranges.put(entry.key(), range));
    }
    replicates
        .entry(TUNING.name())
        .filter(tuning -> tuning.value().text().equals(Optional.of("1")))
        .ifPresent(
            tuning ->
                tuning
                    .value()
                    .refuse(
                        "must be at least %d with tune-first: one seed may put a best value at the edge by luck"
                            .formatted(LEAST_SEEDS)));
    List<Tuning> arms =
        measures.stream().flatMap(measure -> measure.tuning().stream()).distinct().toList();
    Widening first = new Widening(ranges, arms);
    return claims.stream().map(claim -> claim.tunedBy(arm -> arm.widenedFrom(first))).toList();
  }

  private static Optional<Range> range(Given.Member entry) {
    List<Double> ends =
        entry.value().elements().stream()
            .flatMap(end -> end.text().flatMap(Numbers::real).stream())
            .toList();
    return ends.size() == 2 && ends.get(0) < ends.get(1)
        ? Optional.of(new Range(ends.get(0), ends.get(1)))
        : entry.value().refuse("must be two numbers, [from, to], the first below the second");
  }

  /** Whether each arm that tunes a key has two values in the range, and some arm one beyond. */
  private static boolean fits(Given.Member entry, Range range, List<Measure> measures) {
    boolean tuned = false;
    boolean beyond = false;
    for (Measure measure : measures) {
      NavigableSet<Double> values = Widening.values(measure.tuning().orElseThrow(), entry.key());
      if (values.size() > 1) {
        tuned = true;
        beyond |= !values.stream().allMatch(range::has);
        if (values.stream().filter(range::has).count() < 2) {
          entry
              .value()
              .refuse(
                  "'%s' needs two of its values from %s to %s; it has %s"
                      .formatted(
                          measure.label(),
                          Numbers.readable(range.low()),
                          Numbers.readable(range.high()),
                          String.join(
                              ", ",
                              values.stream().map(value -> Numbers.readable(value)).toList())));
          return false;
        }
      }
    }
    if (!tuned) {
      entry.refuse("no arm tunes it; name a key of best-over, or remove it");
    } else if (!beyond) {
      entry.value().refuse("no arm has a value beyond; list further values, or remove it");
    }
    return tuned && beyond;
  }
}
