package org.attune.sweeps.spec.reader;

import java.util.List;
import org.attune.sweeps.identity.Replicates;
import org.attune.sweeps.spec.claims.TuneFirst;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Key;
import org.attune.sweeps.statistics.Looks;

/** Reads {@code replicates}: a number, or {@code {at-least: 3, at-most: 12, until: decided}}. */
final class ReplicatesReader {

  private static final int MOST = 10_000;
  private static final Key<Integer> LEAST =
      new Key<>("at-least", Form.count(2, MOST), "seeds of every cell");
  private static final Key<Integer> AT_MOST =
      new Key<>("at-most", Form.count(2, MOST), "no cell gets more");
  private static final Key<String> UNTIL =
      new Key<>(
              "until",
              Form.oneOf(List.of("decided")),
              "seeds are added until every claim is decided")
          .required("; it must be decided");

  static final Key<Replicates> REPLICATES =
      new Key<>(
          "replicates",
          Form.count(1, MOST)
              .map(Replicates::of)
              .or(
                  Key.section(LEAST, AT_MOST, UNTIL, TuneFirst.TUNING, TuneFirst.RANGES)
                      .map(ReplicatesReader::decided)),
          "seeds a cell");

  private ReplicatesReader() {}

  private static Replicates decided(Fields fields) {
    UNTIL.in(fields);
    int least = LEAST.in(fields).orElse(Looks.STANDARD.seeds().get(0));
    int most = AT_MOST.in(fields).orElse(Looks.STANDARD.last());
    if (most < least) {
      AT_MOST.at(fields).refuse("%d must not be below at-least, %d".formatted(most, least));
      return Replicates.of(least);
    }
    return new Replicates(least, most, true, TuneFirst.TUNING.in(fields).orElse(Replicates.TUNING));
  }
}
