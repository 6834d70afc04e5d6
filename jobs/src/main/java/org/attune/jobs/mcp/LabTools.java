package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.lab.Ledger;
import org.attune.sweeps.lab.Wealth;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.verdict.StatedWhen;

/** What an agent may do in a lab. Each answer is a JSON object. */
final class LabTools {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> KINDS = List.of("axes", "tasks", "methods", "formulas");
  private static final String FORMULAS = "formulas";
  private static final String STATE = "state";
  private static final int LONGEST_WAIT = 3600;
  private static final int PAUSE_MILLIS = 500;

  private final Path lab;
  private final Ledger ledger;
  private final Proposals proposals;
  private final Commands commands;

  LabTools(Path lab, Ledger ledger, Proposals proposals, Commands commands) {
    this.lab = lab;
    this.ledger = ledger;
    this.proposals = proposals;
    this.commands = commands;
  }

  /** What may be varied. */
  JsonNode describe(String what, Optional<String> word) throws IOException {
    if (!KINDS.contains(what)) {
      throw new InputException(
          "Invalid what '%s'; it must be one of %s".formatted(what, String.join(", ", KINDS)));
    }
    List<String> words = new ArrayList<>(List.of("list", what.equals(FORMULAS) ? "axes" : what));
    word.or(() -> Optional.of("formula").filter(axis -> what.equals(FORMULAS)))
        .ifPresent(words::add);
    Commands.Answer answer = commands.run(words);
    return answer.refused() ? answer.json() : JSON.createObjectNode().set(what, answer.json());
  }

  /** What a proposal would do, and whether the lab takes it; trains a few small trials. */
  JsonNode validate(String text) throws IOException, SpecException {
    Proposals.Read read = proposals.read(text);
    Path file = Files.createTempFile("proposal", ".yaml");
    try {
      Files.writeString(file, text);
      Commands.Answer answer =
          commands.run(List.of("validate", file.toString(), "--lab", lab.toString()));
      if (answer.refused()) {
        return answer.json();
      }
      ObjectNode plan = plan(read.spec(), read.trials());
      plan.set("plan", answer.json().path("lines"));
      return plan;
    } finally {
      Files.delete(file);
    }
  }

  private ObjectNode plan(SweepSpec spec, long trials) throws IOException {
    List<String> claims = StatedWhen.testable(spec);
    Wealth wealth = ledger.read().wealth();
    ObjectNode plan =
        JSON.createObjectNode()
            .put("sweep", spec.name())
            .put("trials", trials)
            .put("claims", claims.size())
            .put("level", wealth.level(claims.size()))
            .put("costs_of_wealth", wealth.share(claims.size()));
    return plan.setAll(left());
  }

  private ObjectNode left() throws IOException {
    return JSON.createObjectNode()
        .put("trials_left", proposals.allowance().trials() - proposals.spentTrials())
        .put("seconds_left", Math.max(0, proposals.timeLeft().toSeconds()));
  }

  /** Keeps a sweep; it runs in the background. */
  JsonNode propose(String text) throws IOException, SpecException {
    ProposedSweep proposal = proposals.add(text);
    ObjectNode kept = JSON.createObjectNode().put("sweep", proposal.name());
    kept.put(STATE, proposals.state(proposal)).put("trials", proposal.trials());
    return kept.setAll(left());
  }

  /** How all proposals stand. */
  JsonNode status() throws IOException {
    proposals.advance(); // the run of an earlier server may have ended
    ObjectNode all = JSON.createObjectNode();
    ArrayNode list = all.putArray("proposals");
    for (ProposedSweep each : proposals.all()) {
      list.addObject()
          .put("sweep", each.name())
          .put(STATE, proposals.state(each))
          .put("trials", each.trials());
    }
    return all.setAll(left());
  }

  /**
   * How a proposal stands.
   *
   * @param wait seconds to wait for its end
   * @param progress takes each change
   */
  JsonNode status(String name, int wait, Consumer<JsonNode> progress)
      throws IOException, InterruptedException {
    if (wait < 0 || wait > LONGEST_WAIT) {
      throw new InputException(
          "Invalid wait_seconds %d; it must be 0 to %d".formatted(wait, LONGEST_WAIT));
    }
    ProposedSweep proposal = proposals.named(name);
    long end = System.nanoTime() + wait * 1_000_000_000L;
    JsonNode status = status(proposal);
    progress.accept(status);
    while (System.nanoTime() < end && !over(status)) {
      Thread.sleep(PAUSE_MILLIS);
      JsonNode now = status(proposal);
      if (!now.path("done").equals(status.path("done"))
          || !now.path(STATE).equals(status.path(STATE))) {
        progress.accept(now);
      }
      status = now;
    }
    return status;
  }

  private static boolean over(JsonNode status) {
    return !List.of("waiting", "starting", "running").contains(status.path(STATE).asText());
  }

  private ObjectNode status(ProposedSweep proposal) throws IOException {
    proposals.advance();
    String state = proposals.state(proposal);
    ObjectNode status = JSON.createObjectNode().put("sweep", proposal.name()).put(STATE, state);
    status.put("trials", proposal.trials());
    if (proposals.begun(proposal)) {
      JsonNode sweep = proposals.status(proposal);
      long done = 0;
      for (String ended : List.of("finished", "failed", "stopped")) {
        done += sweep.path(ended).asLong();
      }
      status.put("done", done);
      status.set("status", sweep);
    } else {
      status.put("done", 0);
      proposal.printed().ifPresent(printed -> status.set("refusal", printed));
    }
    return status;
  }

  /** Ends a proposal. */
  JsonNode stop(String name) throws IOException {
    ProposedSweep proposal = proposals.named(name);
    ObjectNode stopped = JSON.createObjectNode().put("sweep", name);
    return stopped.setAll((ObjectNode) proposals.stop(proposal));
  }

  /** The verdicts on a proposal's claims, which settles them; why they wait while it runs. */
  JsonNode verdict(String name) throws IOException {
    ProposedSweep proposal = proposals.named(name);
    ObjectNode verdict = JSON.createObjectNode().put("sweep", name);
    verdict.put(STATE, proposals.state(proposal));
    if (!proposals.begun(proposal)) {
      verdict.putArray("claims");
      return verdict.put(
          "claims_wait",
          proposal.stopped()
              ? "The proposal was stopped before its sweep began: it gets no verdict."
              : "The sweep has not begun.");
    }
    Commands.Answer answer =
        commands.run(List.of("analyze", proposals.directory(proposal).toString()));
    if (answer.refused()) {
      return answer.json();
    }
    verdict.set("claims", answer.json().path("claims"));
    verdict.set("claims_wait", answer.json().path("claims_wait"));
    return verdict;
  }

  /** The lab's numbers, and all that was ever claimed in it. */
  JsonNode ledger() throws IOException {
    return commands.run(List.of("lab", "status", lab.toString())).json();
  }
}
