package org.attune.sweeps.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The entries of a ledger, in their order.
 *
 * @param all at least one
 */
public record Entries(List<Entry> all) {

  public Entries {
    all = List.copyOf(all);
  }

  /**
   * The entries of a ledger that was read.
   *
   * @throws IOException if the first is not that of a lab, with its rate
   */
  static Entries of(List<Entry> all) throws IOException {
    Entry first = all.get(0);
    double rate = first.number(Entry.RATE);
    if (!first.kind().equals(Entry.LAB) || !(rate > 0 && rate < 1)) {
      throw new IOException(
          "entry 1 of the ledger cannot be read: it must be that of a lab, with its rate");
    }
    return new Entries(all);
  }

  /** The lab's id. */
  public String lab() {
    return all.get(0).text(Entry.ID);
  }

  /** The latest entry. */
  public Entry last() {
    return all.get(all.size() - 1);
  }

  /** The first entries, by their number. */
  private Entries until(int number) {
    return new Entries(all.subList(0, number));
  }

  /** The entries that state claims. */
  public List<Entry> stated() {
    return all.stream().filter(entry -> entry.kind().equals(Entry.STATED)).toList();
  }

  /** The entry of a sweep that is in this ledger; empty if it has another or was removed. */
  public Optional<Entry> of(Standing standing) {
    return stated().stream()
        .filter(entry -> entry.number() == standing.entry())
        .filter(entry -> entry.line().sha256().equals(standing.sha256()))
        .findFirst();
  }

  /** The latest verdicts on the claims of an entry; empty before the first. */
  public Optional<Entry> verdict(int number) {
    return about(Entry.VERDICT, number).stream().reduce((first, last) -> last);
  }

  /** Whether an entry's sealed numbers may be shown: its claims are judged, or they were opened. */
  public boolean isOpen(int number) {
    return verdict(number).isPresent() || !openings(number).isEmpty();
  }

  /** The entries by which someone opened the sealed numbers of an entry's sweep. */
  public List<Entry> openings(int number) {
    return about(Entry.OPENED, number);
  }

  private List<Entry> about(String kind, int number) {
    return all.stream().filter(entry -> entry.kind().equals(kind) && entry.of() == number).toList();
  }

  /**
   * Names the broken entries: changed ones, those after a removed one, and those whose level the
   * entries before do not give.
   */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    List<ChainedLine> changed = ChainedLine.changed(all.stream().map(Entry::line).toList());
    for (Entry entry : all) {
      if (changed.stream().anyMatch(line -> line == entry.line())) {
        problems.add(
            "%s was changed, or the entry before it was removed".formatted(entry.describe()));
      }
    }
    for (int i = 1; i < all.size(); i++) {
      problems.addAll(levels(all.get(i), until(i)));
    }
    return problems;
  }

  private static List<String> levels(Entry entry, Entries before) {
    if (!entry.kind().equals(Entry.STATED)) {
      return List.of();
    }
    double level = before.wealth().level(entry.claims().size());
    return Math.abs(level - entry.level()) <= 1e-12
        ? List.of()
        : List.of(
            "%s has the level %s; the entries before it give %s"
                .formatted(entry.describe(), entry.level(), level));
  }

  /** The claims that were ever shown, each with the number of its entry. */
  public Set<String> discoveries() {
    Set<String> shown = new LinkedHashSet<>();
    for (Entry entry : all) {
      entry.judged().stream()
          .filter(Entry.Judged::shown)
          .forEach(judged -> shown.add(entry.of() + "\t" + judged.claim()));
    }
    return shown;
  }

  /** What the lab has for its next claims. */
  public Wealth wealth() {
    int claims = stated().stream().mapToInt(entry -> entry.claims().size()).sum();
    return new Wealth(all.get(0).number(Entry.RATE), claims, discoveries().size());
  }
}
