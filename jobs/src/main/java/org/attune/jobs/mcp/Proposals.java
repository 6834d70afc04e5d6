package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.attune.jobs.console.Refusal;

/** Runs the proposals of a lab one after the other, in the order in which they came. */
final class Proposals {

  /** Runs a proposal by a command of {@code attune}. */
  interface Runner {
    Process start(ProposedSweep proposal, List<String> words) throws IOException;
  }

  private static final int MOST_OF_ITS_OWN = 128; // a greater exit code is that of a signal
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Path lab;
  private final KeptProposals kept;
  private final Commands commands;
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
    this.kept = new KeptProposals(lab, allowance, commands);
    this.commands = commands;
    this.runner = runner;
  }

  KeptProposals kept() {
    return kept;
  }

  /** Keeps a proposal, and starts it if none runs. */
  synchronized ProposedSweep add(ProposedFile read, String text) throws IOException {
    kept.requireRoom(read); // another call may have taken it
    ProposedSweep proposal = kept.proposal(read);
    proposal.write(text, read.trials(), read.claims());
    advance();
    return proposal;
  }

  /** How a proposal stands. */
  String state(ProposedSweep proposal) throws IOException {
    if (runs(proposal)) {
      return kept.begun(proposal) ? "running" : "starting";
    }
    if (kept.begun(proposal)) {
      return kept.status(proposal).path("state").asText();
    }
    return proposal.stopped() ? "stopped" : proposal.printed().isPresent() ? "refused" : "waiting";
  }

  private synchronized boolean runs(ProposedSweep proposal) {
    return running.filter(Process::isAlive).isPresent() && started.equals(proposal.name());
  }

  /** Stops a proposal: its run, or that it ever starts. */
  JsonNode stop(ProposedSweep proposal) throws IOException {
    synchronized (this) {
      proposal.stop();
      if (!kept.begun(proposal) && runs(proposal)) {
        end(running.orElseThrow());
      }
    }
    if (!kept.begun(proposal)) {
      return JsonNodeFactory.instance
          .objectNode()
          .put("ended", true)
          .put("message", "it does not start");
    }
    return commands.run(List.of("stop", kept.directory(proposal).toString())).json();
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
    for (ProposedSweep each : kept.all()) {
      if (each.stopped()) {
        continue;
      }
      if (!kept.begun(each) && each.printed().isEmpty()) {
        start(each);
        return;
      }
      if (kept.begun(each)) {
        JsonNode status = kept.status(each);
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
      Duration left = kept.timeLeft();
      if (left.compareTo(KeptProposals.LEAST) < 0) {
        return; // it waits for more time
      }
      proposal.allow(left);
    }
    List<String> words = new ArrayList<>();
    words.addAll(List.of("run", proposal.file().toString()));
    words.addAll(List.of("--out", kept.directory(proposal).toString(), "--lab", lab.toString()));
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
      boolean killed = exit > MOST_OF_ITS_OWN && kept.begun(proposal);
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
