package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.spec.form.SpecException;

/** The proposals in a lab's folder: their sweeps, and what they leave of the lab's budget. */
final class KeptProposals {

  /** A folder that the check of a lab does not look into. */
  static final String FOLDER = ".proposals";

  /** A run with less time would end at once. */
  static final Duration LEAST = Duration.ofSeconds(1);

  private final Path lab;
  private final Path folder;
  private final Allowance allowance;
  private final SweepStatuses statuses;

  KeptProposals(Path lab, Allowance allowance, Commands commands) {
    this.lab = lab;
    this.folder = lab.resolve(FOLDER);
    this.allowance = allowance;
    this.statuses = new SweepStatuses(commands);
  }

  /** Reads a proposed sweep file. */
  ProposedFile read(String text) throws SpecException {
    return ProposedFile.read(text, lab, allowance);
  }

  /** Refuses a proposal that has no room in the lab: its name, its trials or its time are taken. */
  void requireRoom(ProposedFile read) throws IOException {
    String name = read.spec().name();
    if (taken(name)) {
      throw RefusedCallException.of(
          "The lab has a sweep '%s' already; give this one a name of its own.".formatted(name),
          "sweep: " + free(name));
    }
    long trials = read.trials();
    long left = trialsLeft();
    if (trials > left) {
      Optional<String> fitting = read.fitting(Math.max(0, left));
      throw RefusedCallException.of(
          "The sweep has %s, and %d of the lab's %d are left%s"
              .formatted(
                  Counted.of(trials, "trial"),
                  Math.max(0, left),
                  allowance.trials(),
                  fitting.map(with -> "; it would fit with " + with).orElse(".")),
          fitting.orElse("have the server started with more --trials"));
    }
    if (timeLeft().compareTo(LEAST) < 0) {
      throw new InputException(
          "The lab's time is spent: %d s; have the server started with more."
              .formatted(allowance.time().toSeconds()));
    }
  }

  private boolean taken(String name) {
    ProposedSweep proposal = new ProposedSweep(folder, name);
    return proposal.exists() || Files.exists(directory(proposal));
  }

  private String free(String name) {
    return IntStream.iterate(2, next -> next + 1)
        .mapToObj(next -> name + "-" + next)
        .filter(each -> !taken(each))
        .findFirst()
        .orElseThrow();
  }

  /** The proposal of a file, which it does not write. */
  ProposedSweep proposal(ProposedFile read) {
    return new ProposedSweep(folder, read.spec().name());
  }

  /** The proposal of a name. */
  ProposedSweep named(String name) throws IOException {
    List<ProposedSweep> all = all();
    return all.stream()
        .filter(proposal -> proposal.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                RefusedCallException.unknown(
                    "There is no proposal '%s'.".formatted(name),
                    name,
                    all.stream().map(ProposedSweep::name).toList(),
                    all.isEmpty() ? "propose a sweep first" : "call status {} for all names"));
  }

  /** All, in the order in which they came. */
  List<ProposedSweep> all() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<ProposedSweep> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".json"))
          .map(
              file ->
                  new ProposedSweep(folder, file.substring(0, file.length() - ".json".length())))
          .forEach(all::add);
    }
    Map<ProposedSweep, Instant> times = new HashMap<>();
    for (ProposedSweep each : all) {
      times.put(each, each.proposed());
    }
    all.sort(Comparator.comparing(times::get));
    return all;
  }

  Path directory(ProposedSweep proposal) {
    return lab.resolve(proposal.name());
  }

  boolean begun(ProposedSweep proposal) throws IOException {
    return statuses.begun(directory(proposal));
  }

  JsonNode status(ProposedSweep proposal) throws IOException {
    return statuses.of(directory(proposal));
  }

  long trialsLeft() throws IOException {
    return allowance.trials() - spentTrials();
  }

  private long spentTrials() throws IOException {
    long spent = 0;
    for (ProposedSweep each : all()) {
      boolean never = !begun(each) && (each.stopped() || each.printed().isPresent());
      spent += never ? 0 : each.trials();
    }
    return spent;
  }

  /** The claims of proposals that wait: the ledger does not have them yet. */
  int waitingClaims() throws IOException {
    int claims = 0;
    for (ProposedSweep each : all()) {
      boolean waits = !begun(each) && !each.stopped() && each.printed().isEmpty();
      claims += waits ? each.claims() : 0;
    }
    return claims;
  }

  Duration timeLeft() throws IOException {
    Duration left = allowance.time();
    for (ProposedSweep each : all()) {
      if (begun(each)) {
        left = left.minusSeconds(status(each).path("elapsed_seconds").asLong());
      }
    }
    return left;
  }
}
