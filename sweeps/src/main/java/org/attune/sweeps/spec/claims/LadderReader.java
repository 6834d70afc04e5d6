package org.attune.sweeps.spec.claims;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Spelling;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Ladder;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;

/** Reads {@code table.ladder}: the sweep over sizes, and the claims that it answers. */
final class LadderReader {

  private static final Key<String> SWEEP =
      new Key<>("sweep", Form.TEXT, "its sweep file").required("");
  private static final Key<String> ALONG =
      new Key<>(
              "along",
              Form.TEXT,
              "the size: a number that it sweeps, or a final metric such as parameters")
          .required("");
  private static final Key<Double> AT =
      new Key<>("at", Form.real(1e-12, 1e300), "the paper's size, above 0").required("");
  private static final Key<String> SAYS =
      new Key<>("says", Form.TEXT, "the sentence of a claim of this file").required("");
  private static final Key<String> CELL =
      new Key<>("cell", Form.SCALAR, "the ladder's cell that stands for the claim's").required("");
  private static final Key<String> OF =
      new Key<>("of", Form.SCALAR, "the ladder's cell that it is compared with").required("");
  private static final Form<Fields> ANSWER = Key.section(SAYS, CELL, OF);
  private static final Key<List<Given>> ANSWERS =
      new Key<>("claims", Form.list(ANSWER, ""), "the claims that it answers").required("");

  static final Key<Fields> LADDER =
      new Key<>(
          "ladder",
          Key.section(SWEEP, ALONG, AT, ANSWERS),
          "a sweep over sizes, which predicts effects at the paper's size");

  private LadderReader() {}

  /** The ladder as the file has it; empty, with a message, if something is missing. */
  static Optional<Ladder> read(Fields fields) {
    List<Given> given = ANSWERS.in(fields).orElse(List.of());
    List<Ladder.Answer> answers = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      ANSWER.in(given.get(i).numbered(i)).flatMap(LadderReader::answer).ifPresent(answers::add);
    }
    Optional<String> sweep = SWEEP.in(fields);
    Optional<String> along = ALONG.in(fields);
    Optional<Double> at = AT.in(fields);
    return sweep.isEmpty() || along.isEmpty() || at.isEmpty() || answers.isEmpty()
        ? Optional.empty()
        : Optional.of(new Ladder(sweep.get(), along.get(), at.get(), answers));
  }

  private static Optional<Ladder.Answer> answer(Fields fields) {
    Optional<String> says = SAYS.in(fields);
    Optional<String> cell = CELL.in(fields);
    Optional<String> control = OF.in(fields);
    return says.isEmpty() || cell.isEmpty() || control.isEmpty()
        ? Optional.empty()
        : Optional.of(new Ladder.Answer(says.get(), cell.get(), control.get()));
  }

  /**
   * Refuses answers to what the file does not claim, or to claims that no line can answer.
   *
   * @param table the file's section
   */
  static void check(Given table, Ladder ladder, List<Claim> claims) {
    Given place =
        table
            .entry(LADDER.name())
            .flatMap(entry -> entry.value().entry(ANSWERS.name()))
            .map(Given.Member::value)
            .orElse(table);
    Map<String, Claim> bySentence = new LinkedHashMap<>();
    claims.forEach(claim -> bySentence.putIfAbsent(claim.says(), claim));
    Optional<Claim> first = Optional.empty();
    for (Ladder.Answer answer : ladder.answers()) {
      Optional<Claim> claim = Optional.ofNullable(bySentence.get(answer.says()));
      if (claim.isEmpty()) {
        place.refuse(
            "no claim says '%s'%s"
                .formatted(answer.says(), Spelling.hint(answer.says(), bySentence.keySet())));
      } else if (claim.get().outcome() != Outcome.VALUE) {
        place.refuse(
            "'%s' counts solved seeds, and a ladder predicts differences; remove it"
                .formatted(answer.says()));
      } else if (first.filter(one -> !alike(one, claim.get())).isPresent()) {
        place.refuse(
            "'%s' has another metric or floor than '%s'; a ladder has one of each, so remove it"
                .formatted(answer.says(), first.get().says()));
      }
      first = first.or(() -> claim);
    }
  }

  private static boolean alike(Claim one, Claim other) {
    return one.subject().metric().equals(other.subject().metric())
        && one.floor().equals(other.floor());
  }
}
