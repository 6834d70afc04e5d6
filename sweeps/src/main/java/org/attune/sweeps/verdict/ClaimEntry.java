package org.attune.sweeps.verdict;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimSource;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.state.SweepView;

/**
 * A claim in the journal.
 *
 * @param compares its arms
 * @param test all that decides its verdict
 * @param says its sentence; empty in journals of early versions
 * @param origin who states it and where, with the paper's numbers; empty in journals of earlier
 *     versions
 */
public record ClaimEntry(
    String compares, String test, Optional<String> says, Optional<String> origin) {

  /** Separates the fields in the journal. */
  private static final String TAB = "\t";

  private static final int FIELDS = 4;

  private static final int DIGITS = 12;

  /** Begins the line of a claim in a sweep's text. */
  private static final String CLAIM = "claim: ";

  static ClaimEntry of(Claim claim) {
    return new ClaimEntry(
        claim.compares(),
        CanonicalText.line(claim),
        Optional.of(inOneLine(claim.says())),
        Optional.of(originOf(claim)));
  }

  private static String originOf(Claim claim) {
    return Stream.of(
            "source " + claim.source().map(ClaimSource::label).orElse(""),
            "paper " + inOneLine(claim.paper()),
            "where " + inOneLine(claim.where()))
        .filter(part -> !part.endsWith(" "))
        .collect(Collectors.joining(", "));
  }

  private static String inOneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  /** Reads a claim as a journal or a ledger has it. */
  public static ClaimEntry read(String text) {
    String[] fields = text.split(TAB, FIELDS);
    return new ClaimEntry(fields[0], fields[1], field(fields, 2), field(fields, 3));
  }

  private static Optional<String> field(String[] fields, int index) {
    return index < fields.length ? Optional.of(fields[index]) : Optional.empty();
  }

  /** When the journal first stated its test. */
  Optional<Instant> statedAt(SweepView sweep) {
    return sweep.stated().entrySet().stream()
        .filter(stated -> testsTheSame(read(stated.getKey())))
        .map(stated -> stated.getValue().at())
        .min(Comparator.naturalOrder());
  }

  boolean testsTheSame(ClaimEntry other) {
    return compares.equals(other.compares) && test.equals(other.test);
  }

  /** Whether an entry says the same, as far as its version kept it. */
  boolean isStatedBy(ClaimEntry journalled) {
    return testsTheSame(journalled)
        && (journalled.says.isEmpty() || journalled.says.equals(says))
        && (journalled.origin.isEmpty() || journalled.origin.equals(origin));
  }

  String text() {
    return Stream.concat(
            Stream.of(compares, test), Stream.of(says, origin).flatMap(Optional::stream))
        .collect(Collectors.joining(TAB));
  }

  /** Digests of the tests of claims that a sweep stated before it had results. */
  public static SortedSet<String> before(SweepView sweep) {
    TreeSet<String> digests = new TreeSet<>();
    began(sweep).forEach(test -> digests.add(digest(test)));
    sweep
        .stated()
        .forEach(
            (entry, when) -> {
              if (when.before()) {
                digests.add(digest(ClaimEntry.read(entry).test()));
              }
            });
    return digests;
  }

  /** A digest of what decides a claim's verdict. */
  public static String digest(Claim claim) {
    return digest(CanonicalText.line(claim));
  }

  private static String digest(String test) {
    return Configuration.sha256(test).substring(0, DIGITS);
  }

  /** When the journal first stated a claim's test; empty if it has not. */
  static Optional<Instant> at(Claim claim, SweepView sweep) {
    ClaimEntry entry = ClaimEntry.of(claim);
    return began(sweep).contains(entry.test)
        ? Optional.of(sweep.startedAt())
        : entry.statedAt(sweep);
  }

  /** The tests of claims that are part of the sweep's text, which its first trials followed. */
  static Set<String> began(SweepView sweep) {
    return sweep
        .header()
        .specText()
        .lines()
        .filter(line -> line.startsWith(CLAIM))
        .map(line -> line.substring(CLAIM.length()))
        .collect(Collectors.toSet());
  }
}
