package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.InterruptedIOException;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Refusal;
import org.attune.sweeps.spec.form.SpecException;

/** The proposals of a lab: they run one after the other, in the order in which they came. */
final class Proposals {

  /** Runs a proposal by a command of {@code attune}. */
  interface Runner {
    Process start(ProposedSweep proposal, List<String> words) throws IOException;
  }

  /** A folder that the check of a lab does not look into. */
  static final String FOLDER = ".proposals";

  private static final int MOST_OF_ITS_OWN = 128; // a greater exit code is that of a signal
  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Path lab;
  private final Path folder;
  private final Allowance allowance;
  private final Commands commands;
  private final SweepStatuses statuses;
  private final Runner runner;
  private Optional<Process> running = Optional.empty();
  private String started = "";

  /**
   * The proposals.
   *
   * @param runner starts their runs
   */
  Proposals(Path lab, Allowance allowance, Commands commands, Runner runner) {
    this.lab = lab;
    this.folder = lab.resolve(FOLDER);
    this.allowance = allowance;
    this.commands = commands;
    this.statuses = new SweepStatuses(commands);
    this.runner = runner;
  }

  /** Reads a proposed sweep file. */
  ProposedFile read(String text) throws SpecException {
    return ProposedFile.read(text, lab, allowance);
  }

  /** Refuses a proposal that has no room in the lab: its name, its trials or its time are taken. */
  synchronized void requireRoom(ProposedFile read) throws IOException {
    String name = read.spec().name();
    if (taken(name)) {
      throw RefusedCallException.of(
          "The lab has a sweep '%s' already; give this one a name of its own.".formatted(name),
          "sweep: " + free(name));
    }
    long trials = read.trials();
    long left = allowance.trials() - spentTrials();
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

  /** Keeps a proposal, and starts it if none runs. */
  synchronized ProposedSweep add(ProposedFile read, String text) throws IOException {
    requireRoom(read); // another call may have taken it
    ProposedSweep proposal = new ProposedSweep(folder, read.spec().name());
    proposal.write(text, read.trials(), read.claims());
    advance();
    return proposal;
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

  /** How a proposal stands. */
  String state(ProposedSweep proposal) throws IOException {
    if (runs(proposal)) {
      return begun(proposal) ? "running" : "starting";
    }
    if (begun(proposal)) {
      return status(proposal).path("state").asText();
    }
    return proposal.stopped() ? "stopped" : proposal.printed().isPresent() ? "refused" : "waiting";
  }

  private synchronized boolean runs(ProposedSweep proposal) {
    return running.filter(Process::isAlive).isPresent() && started.equals(proposal.name());
  }

  JsonNode status(ProposedSweep proposal) throws IOException {
    return statuses.of(directory(proposal));
  }

  long spentTrials() throws IOException {
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

  Allowance allowance() {
    return allowance;
  }

  /** Stops a proposal: its run, or that it ever starts. */
  JsonNode stop(ProposedSweep proposal) throws IOException {
    synchronized (this) {
      proposal.stop();
      if (!begun(proposal) && runs(proposal)) {
        end(running.orElseThrow());
      }
    }
    if (!begun(proposal)) {
      return JsonNodeFactory.instance
          .objectNode()
          .put("ended", true)
          .put("message", "it does not start");
    }
    return commands.run(List.of("stop", directory(proposal).toString())).json();
  }

  /** Ends a run that has not begun its sweep. */
  private static void end(Process run) throws IOException {
    run.destroy();
    try {
      if (!run.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        run.destroyForcibly();
      }
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the call was cancelled; the run is ending");
    }
  }

  /** Starts the next proposal if none runs: one that a dead server left, or one that waits. */
  synchronized void advance() throws IOException {
    if (running.filter(Process::isAlive).isPresent()) {
      return;
    }
    for (ProposedSweep each : all()) {
      if (each.stopped()) {
        continue;
      }
      if (!begun(each) && each.printed().isEmpty()) {
        start(each);
        return;
      }
      if (begun(each)) {
        JsonNode status = status(each);
        if (status.path("driver_alive").asBoolean()) {
          return; // the run of an earlier server goes on
        }
        boolean refused = each.printed().filter(Refusal::isOne).isPresent();
        if (status.path("state").asText().equals("interrupted") && !refused) {
          start(each);
          return;
        }
      }
    }
  }

  private void start(ProposedSweep proposal) throws IOException {
    if (proposal.allowed().isEmpty()) {
      Duration left = timeLeft();
      if (left.compareTo(LEAST) < 0) {
        return; // it waits for more time
      }
      proposal.allow(left);
    }
    List<String> words = new ArrayList<>();
    words.addAll(List.of("run", proposal.file().toString()));
    words.addAll(List.of("--out", directory(proposal).toString(), "--lab", lab.toString()));
    words.addAll(
        List.of("--set", "budget.wall-time=" + proposal.allowed().orElseThrow().toSeconds() + "s"));
    started = proposal.name();
    running = Optional.of(runner.start(proposal, words));
    running.get().onExit().thenAccept(run -> ended(proposal, run.exitValue()));
  }

  /**
   * Goes on to the next proposal. A run that printed nothing would fail again, and for ever: unless
   * it was killed, which a sweep survives.
   */
  private void ended(ProposedSweep proposal, int exit) {
    try {
      boolean killed = exit > MOST_OF_ITS_OWN && begun(proposal);
      if (!killed && !proposal.stopped() && proposal.printed().isEmpty()) {
        proposal.refuse(exit);
      }
    } catch (IOException | RuntimeException unwritten) {
      System.err.println("attune mcp: cannot keep why a run ended: " + unwritten.getMessage());
    }
    advanceOrSayWhy();
  }

  /** Starts the next proposal, and reports on stderr what forbids that. */
  void advanceOrSayWhy() {
    try {
      advance();
    } catch (IOException | RuntimeException unreadable) {
      System.err.println("attune mcp: cannot start the next proposal: " + unreadable.getMessage());
    }
  }
}
