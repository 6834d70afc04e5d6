package org.attune.sweeps.paper;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Source;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;

/**
 * When a claim was stated, according to the sweep's journal.
 *
 * @param before whether its test was stated before any trial had reported a number
 * @param earlier number of other wordings in the journal: claims that compare these cells by these
 *     metrics and that the file no longer has
 * @param said the sentence that was stated before the results, where the file has another since
 * @param origin who stated it and where, as before the results, where the file has another since
 * @param at when the journal first stated its test; empty if no journal did
 * @param entry the claim as the journal would state it
 * @param hash of its arms, its test, its sentence, its origin and the protocol: all of the sweep's
 *     text but the seeds and the other claims
 */
public record StatedWhen(
    boolean before,
    int earlier,
    Optional<String> said,
    Optional<String> origin,
    Optional<Instant> at,
    String entry,
    String hash) {

  /** Separates the fields of an {@link Entry} in the journal. */
  private static final String TAB = "\t";

  private static final int FIELDS = 4;

  /** Begin lines of a sweep's text that are no part of the protocol. */
  private static final List<String> NOT_PROTOCOL = List.of("claim: ", "replicates: ", "seed: ");

  /** Begins the line of a claim in a sweep's text. */
  private static final String CLAIM = "claim: ";

  /** {@code before} or {@code after}, relative to the results. */
  public String label() {
    return before ? "before" : "after";
  }

  /** A remark for people; empty if there is nothing to say. */
  public String remark() {
    List<String> remarks = new ArrayList<>();
    if (!before) {
      remarks.add("stated after the results");
    }
    said.ifPresent(first -> remarks.add("reworded after the results; it was: \"" + first + "\""));
    origin.ifPresent(
        first ->
            remarks.add(
                "origin changed after the results; it was: " + (first.isEmpty() ? "none" : first)));
    if (earlier > 0) {
      remarks.add(earlier == 1 ? "1 earlier wording" : earlier + " earlier wordings");
    }
    return String.join("; ", remarks);
  }

  /** The times of a sweep's claims, in order. */
  public static List<StatedWhen> of(SweepSpec spec, SweepView sweep) {
    List<Entry> claims = spec.comparison().claims().stream().map(Entry::of).toList();
    Set<String> began = began(sweep);
    Map<Entry, Boolean> stated = new LinkedHashMap<>();
    sweep.stated().forEach((entry, when) -> stated.put(Entry.read(entry), when.before()));
    claims.forEach(claim -> stated.putIfAbsent(claim, !sweep.hasResults()));
    String protocol = protocol(sweep.header().specText());
    Set<String> tests = claims.stream().map(Entry::test).collect(Collectors.toSet());
    List<StatedWhen> when = new ArrayList<>();
    for (Entry claim : claims) {
      List<Entry> before =
          stated.keySet().stream().filter(stated::get).filter(claim::testsTheSame).toList();
      boolean first = began.contains(claim.test);
      long earlier =
          stated.keySet().stream()
              .filter(entry -> entry.compares.equals(claim.compares))
              .map(Entry::test)
              .filter(test -> !tests.contains(test))
              .distinct()
              .count();
      when.add(
          new StatedWhen(
              first || !before.isEmpty(),
              (int) earlier,
              changed(claim, before, Entry::says),
              changed(claim, before, Entry::origin),
              first ? Optional.of(sweep.startedAt()) : claim.statedAt(sweep),
              claim.text(),
              Configuration.sha256(claim.text() + "\n" + protocol)));
    }
    return when;
  }

  /**
   * The first text of a kind that a claim had before the results.
   *
   * @param before entries of the claim's test that were stated before the results, in their order
   * @param text of the kind; empty where the journal does not have it
   * @return empty if the claim's text was among them, or if one may have had any
   */
  private static Optional<String> changed(
      Entry claim, List<Entry> before, Function<Entry, Optional<String>> text) {
    List<Optional<String>> texts = before.stream().map(text).toList();
    boolean known = texts.contains(Optional.<String>empty()) || texts.contains(text.apply(claim));
    return known ? Optional.empty() : texts.stream().findFirst().flatMap(first -> first);
  }

  /** What a sweep's text says of how it trains and measures, line by line. */
  public static String protocol(String specText) {
    return specText
        .lines()
        .filter(line -> NOT_PROTOCOL.stream().noneMatch(line::startsWith))
        .sorted()
        .collect(Collectors.joining("\n"));
  }

  /** The number of testable claims in the journal that the file no longer has. */
  public static int dropped(SweepSpec spec, SweepView sweep) {
    Set<String> tests =
        spec.comparison().claims().stream().map(CanonicalText::line).collect(Collectors.toSet());
    return (int)
        sweep.stated().keySet().stream()
            .map(entry -> Entry.read(entry).test())
            .filter(test -> CanonicalText.isTestable(test) && !tests.contains(test))
            .distinct()
            .count();
  }

  /** The claims of a sweep's file that its journal does not contain yet, in the journal's form. */
  public static List<String> unstated(SweepSpec spec, SweepView sweep) {
    List<Entry> stated = sweep.stated().keySet().stream().map(Entry::read).toList();
    return spec.comparison().claims().stream()
        .map(Entry::of)
        .distinct()
        .filter(claim -> stated.stream().noneMatch(claim::isStatedBy))
        .map(Entry::text)
        .toList();
  }

  /** The number of a file's claims of which neither the journal nor the sweep's text has a time. */
  public static int untimed(SweepSpec spec, SweepView sweep) {
    Set<String> began = began(sweep);
    return (int)
        unstated(spec, sweep).stream()
            .filter(claim -> !began.contains(Entry.read(claim).test))
            .count();
  }

  /** The tests of claims that are part of the sweep's text, which its first trials followed. */
  private static Set<String> began(SweepView sweep) {
    return sweep
        .header()
        .specText()
        .lines()
        .filter(line -> line.startsWith(CLAIM))
        .map(line -> line.substring(CLAIM.length()))
        .collect(Collectors.toSet());
  }

  /**
   * A claim in the journal.
   *
   * @param compares its arms
   * @param test all that decides its verdict
   * @param says its sentence; empty in journals of early versions
   * @param origin who states it and where, with the paper's numbers; empty in journals of earlier
   *     versions
   */
  private record Entry(
      String compares, String test, Optional<String> says, Optional<String> origin) {

    static Entry of(Claim claim) {
      return new Entry(
          claim.compares(),
          CanonicalText.line(claim),
          Optional.of(inOneLine(claim.says())),
          Optional.of(originOf(claim)));
    }

    private static String originOf(Claim claim) {
      return Stream.of(
              "source " + claim.source().map(Source::label).orElse(""),
              "paper " + inOneLine(claim.paper()),
              "where " + inOneLine(claim.where()))
          .filter(part -> !part.endsWith(" "))
          .collect(Collectors.joining(", "));
    }

    private static String inOneLine(String text) {
      return text.strip().replaceAll("\\s+", " ");
    }

    static Entry read(String text) {
      String[] fields = text.split(TAB, FIELDS);
      return new Entry(fields[0], fields[1], field(fields, 2), field(fields, 3));
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

    boolean testsTheSame(Entry other) {
      return compares.equals(other.compares) && test.equals(other.test);
    }

    /** Whether an entry says the same, as far as its version kept it. */
    boolean isStatedBy(Entry journalled) {
      return testsTheSame(journalled)
          && (journalled.says.isEmpty() || journalled.says.equals(says))
          && (journalled.origin.isEmpty() || journalled.origin.equals(origin));
    }

    String text() {
      return Stream.concat(
              Stream.of(compares, test), Stream.of(says, origin).flatMap(Optional::stream))
          .collect(Collectors.joining(TAB));
    }
  }
}
