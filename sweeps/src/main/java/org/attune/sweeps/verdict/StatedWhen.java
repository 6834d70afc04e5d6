package org.attune.sweeps.verdict;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;

/**
 * When a claim was stated, according to the sweep's journal.
 *
 * @param before whether its test was stated before any trial had reported a number
 * @param earlier number of other wordings in the journal: claims that compare these cells by these
 *     metrics and that the file no longer has
 * @param known number of seeds that were adopted from another sweep and ran before it was stated:
 *     they are no evidence for it
 * @param firstWords the sentence that was stated before the results, where the file has another
 *     since
 * @param origin who stated it and where, as before the results, where the file has another since
 * @param at when the journal first stated its test; empty if no journal did
 * @param entry the claim as the journal would state it
 * @param hash of its arms, its test, its sentence, its origin and the protocol: all of the sweep's
 *     text but the seeds and the other claims
 */
public record StatedWhen(
    boolean before,
    int earlier,
    int known,
    Optional<String> firstWords,
    Optional<String> origin,
    Optional<Instant> at,
    String entry,
    String hash) {

  /** Begin lines of a sweep's text that are no part of the protocol. */
  private static final List<String> NOT_PROTOCOL = List.of("claim: ", "replicates: ", "seed: ");

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
    firstWords.ifPresent(
        first -> remarks.add("reworded after the results; it was: \"" + first + "\""));
    origin.ifPresent(
        first ->
            remarks.add(
                "origin changed after the results; it was: " + (first.isEmpty() ? "none" : first)));
    if (known > 0) {
      remarks.add(
          "judged without the first %s, which another sweep ran before it was stated"
              .formatted(known == 1 ? "seed" : known + " seeds"));
    }
    if (earlier > 0) {
      remarks.add(earlier == 1 ? "1 earlier wording" : earlier + " earlier wordings");
    }
    return String.join("; ", remarks);
  }

  /** The times of a sweep's claims, in order. */
  public static List<StatedWhen> of(SweepSpec spec, SweepView sweep) {
    List<ClaimEntry> claims = spec.comparison().claims().stream().map(ClaimEntry::of).toList();
    Set<String> began = ClaimEntry.began(sweep);
    Map<ClaimEntry, Boolean> stated = new LinkedHashMap<>();
    sweep.stated().forEach((entry, when) -> stated.put(ClaimEntry.read(entry), when.before()));
    claims.forEach(claim -> stated.putIfAbsent(claim, !sweep.hasResults()));
    String protocol = protocol(sweep.header().specText());
    Set<String> tests = claims.stream().map(ClaimEntry::test).collect(Collectors.toSet());
    List<StatedWhen> when = new ArrayList<>();
    SweepOutcomes outcomes = new SweepOutcomes(sweep);
    for (ClaimEntry claim : claims) {
      List<ClaimEntry> before =
          stated.keySet().stream().filter(stated::get).filter(claim::testsTheSame).toList();
      boolean first = began.contains(claim.test());
      long earlier =
          stated.keySet().stream()
              .filter(entry -> entry.compares().equals(claim.compares()))
              .map(ClaimEntry::test)
              .filter(test -> !tests.contains(test))
              .distinct()
              .count();
      when.add(
          new StatedWhen(
              first || !before.isEmpty(),
              (int) earlier,
              outcomes.known(spec.comparison().claims().get(when.size())),
              changed(claim, before, ClaimEntry::says),
              changed(claim, before, ClaimEntry::origin),
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
      ClaimEntry claim, List<ClaimEntry> before, Function<ClaimEntry, Optional<String>> text) {
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

  /** Whether a sweep's journal has claims, also where its file has lost them. */
  public static boolean hasClaims(SweepView sweep) {
    return !sweep.stated().isEmpty() || !ClaimEntry.began(sweep).isEmpty();
  }

  /** The number of testable claims in the journal that the file no longer has. */
  public static int dropped(SweepSpec spec, SweepView sweep) {
    Set<String> tests =
        spec.comparison().claims().stream().map(CanonicalText::line).collect(Collectors.toSet());
    return (int)
        sweep.stated().keySet().stream()
            .map(entry -> ClaimEntry.read(entry).test())
            .filter(test -> CanonicalText.isTestable(test) && !tests.contains(test))
            .distinct()
            .count();
  }

  /** The claims of a sweep's file that its journal does not contain yet, in the journal's form. */
  public static List<String> unstated(SweepSpec spec, SweepView sweep) {
    List<ClaimEntry> stated = sweep.stated().keySet().stream().map(ClaimEntry::read).toList();
    return spec.comparison().claims().stream()
        .map(ClaimEntry::of)
        .distinct()
        .filter(claim -> stated.stream().noneMatch(claim::isStatedBy))
        .map(ClaimEntry::text)
        .toList();
  }

  /** The testable claims of a file, in the journal's form. */
  public static List<String> testable(SweepSpec spec) {
    return spec.comparison().claims().stream()
        .filter(Claim::testable)
        .map(ClaimEntry::of)
        .map(ClaimEntry::text)
        .distinct()
        .toList();
  }

  /**
   * The number of a file's claims for which neither the journal nor the sweep's text has a time.
   */
  public static int untimed(SweepSpec spec, SweepView sweep) {
    Set<String> began = ClaimEntry.began(sweep);
    return (int)
        unstated(spec, sweep).stream()
            .filter(claim -> !began.contains(ClaimEntry.read(claim).test()))
            .count();
  }
}
