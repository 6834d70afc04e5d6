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
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.attune.api.Metric;
import org.attune.jobs.console.Refusal;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.identity.Replicates;
import org.attune.sweeps.lab.Ledger;
import org.attune.sweeps.lab.Wealth;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.state.SweepView;

/** What an agent may do with the proposals of a lab. Each answer is a JSON object. */
final class LabTools {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String STATE = "state";
  private static final String ENTRIES = "entries";
  private static final String LEFT_OUT = "left_out";
  private static final int MOST_PROPOSALS = 100;
  private static final int MOST_ENTRIES = 20;
  private static final int LONGEST_WAIT = 3600;
  private static final int PAUSE_MILLIS = 500;

  private final Path lab;
  private final Ledger ledger;
  private final Proposals proposals;
  private final KeptProposals kept;
  private final Commands commands;

  LabTools(Path lab, Ledger ledger, Proposals proposals, Commands commands) {
    this.lab = lab;
    this.ledger = ledger;
    this.proposals = proposals;
    this.kept = proposals.kept();
    this.commands = commands;
  }

  /** What a proposal would do, and whether the lab takes it; trains a few small trials. */
  JsonNode validate(String text) throws IOException, SpecException {
    ProposedFile read = kept.read(text);
    JsonNode checked = checked(text);
    if (Refusal.isOne(checked)) {
      return checked;
    }
    ObjectNode plan = plan(read);
    plan.set("warnings", checked.path("warnings"));
    plan.set("plan", checked.path("lines"));
    return plan;
  }

  /** What {@code attune validate} says of a file in this lab. */
  private JsonNode checked(String text) throws IOException {
    Path file = Files.createTempFile("proposal", ".yaml");
    try {
      Files.writeString(file, text);
      return commands.run(List.of("validate", file.toString(), "--lab", lab.toString())).json();
    } finally {
      Files.delete(file);
    }
  }

  private ObjectNode plan(ProposedFile read) throws IOException {
    Wealth wealth = ledger.read().wealth();
    int claims = read.claims();
    ObjectNode plan =
        JSON.createObjectNode()
            .put("sweep", read.spec().name())
            .put("trials", read.trials())
            .put("claims", claims)
            .put("level", wealth.level(claims))
            .put("needed_probability", wealth.level(claims)) // as a verdict calls it
            .put("costs_of_wealth", wealth.share(claims));
    return plan.setAll(left());
  }

  private ObjectNode left() throws IOException {
    return JSON.createObjectNode()
        .put("trials_left", kept.trialsLeft())
        .put("seconds_left", Math.max(0, kept.timeLeft().toSeconds()));
  }

  /**
   * Keeps a sweep; it runs in the background.
   *
   * @param anyway whether to take claims that no result can decide
   */
  JsonNode propose(String text, boolean anyway) throws IOException, SpecException {
    ProposedFile read = kept.read(text);
    kept.requireRoom(read);
    Wealth now = ledger.read().wealth();
    if (!anyway) {
      read.requireDecidable(now);
    }
    int before = kept.waitingClaims();
    JsonNode checked = checked(text);
    if (Refusal.isOne(checked)) {
      return checked;
    }
    ProposedSweep proposal = proposals.add(read, text);
    ObjectNode proposed = JSON.createObjectNode().put("sweep", proposal.name());
    proposed.put(STATE, proposals.state(proposal)).put("trials", proposal.trials());
    ArrayNode warnings = proposed.putArray("warnings").addAll((ArrayNode) checked.path("warnings"));
    if (before > 0) {
      read.later(now, before).ifPresent(warnings::add);
    }
    return proposed.setAll(left());
  }

  /** How all proposals stand; of many, how many are in each state, and the newest. */
  JsonNode status() throws IOException {
    proposals.advance(); // the run of an earlier server may have ended
    Map<String, Integer> states = new TreeMap<>();
    List<ObjectNode> each = new ArrayList<>();
    for (ProposedSweep proposal : kept.all()) {
      String state = proposals.state(proposal);
      states.merge(state, 1, Integer::sum);
      each.add(
          JSON.createObjectNode()
              .put("sweep", proposal.name())
              .put(STATE, state)
              .put("trials", proposal.trials()));
    }
    ObjectNode all = JSON.createObjectNode();
    int from = Math.max(0, each.size() - MOST_PROPOSALS);
    all.putArray("proposals").addAll(each.subList(from, each.size()));
    all.put(LEFT_OUT, from);
    all.set("states", JSON.valueToTree(states));
    return all.setAll(left());
  }

  /**
   * How a proposal stands.
   *
   * @param wait seconds to wait for its end
   * @param detail whether to answer all that {@code attune status} says
   * @param progress takes each change
   */
  JsonNode status(String name, int wait, boolean detail, Consumer<JsonNode> progress)
      throws IOException, InterruptedException {
    if (wait < 0 || wait > LONGEST_WAIT) {
      throw RefusedCallException.of(
          "Invalid wait_seconds %d; it must be 0 to %d".formatted(wait, LONGEST_WAIT),
          "wait_seconds: " + Math.max(0, Math.min(wait, LONGEST_WAIT)));
    }
    ProposedSweep proposal = kept.named(name);
    long end = System.nanoTime() + wait * 1_000_000_000L;
    ObjectNode status = status(proposal);
    progress.accept(status);
    while (System.nanoTime() < end && !over(status)) {
      Thread.sleep(PAUSE_MILLIS);
      ObjectNode now = status(proposal);
      if (!now.path("done").equals(status.path("done"))
          || !now.path(STATE).equals(status.path(STATE))) {
        progress.accept(now);
      }
      status = now;
    }
    return detail ? status : brief(proposal, status);
  }

  private JsonNode brief(ProposedSweep proposal, ObjectNode status) throws IOException {
    JsonNode whole = status.path("status");
    return whole.isMissingNode() || Refusal.isOne(whole)
        ? status
        : status.set("status", SweepBrief.of(whole, sweep(proposal)));
  }

  private SweepView sweep(ProposedSweep proposal) throws IOException {
    return Sweeps.read(kept.directory(proposal).toString());
  }

  private static boolean over(JsonNode status) {
    return !List.of("waiting", "starting", "running").contains(status.path(STATE).asText());
  }

  private ObjectNode status(ProposedSweep proposal) throws IOException {
    proposals.advance();
    String state = proposals.state(proposal);
    ObjectNode status = JSON.createObjectNode().put("sweep", proposal.name()).put(STATE, state);
    status.put("trials", proposal.trials());
    if (kept.begun(proposal)) {
      JsonNode sweep = kept.status(proposal);
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
    ProposedSweep proposal = kept.named(name);
    ObjectNode stopped = JSON.createObjectNode().put("sweep", name);
    return stopped.setAll((ObjectNode) proposals.stop(proposal));
  }

  /** The verdicts on a proposal's claims, which settles them; why they wait while it runs. */
  JsonNode verdict(String name) throws IOException {
    ProposedSweep proposal = kept.named(name);
    ObjectNode verdict = JSON.createObjectNode().put("sweep", name);
    verdict.put(STATE, proposals.state(proposal));
    if (!kept.begun(proposal)) {
      verdict.putArray("claims");
      return verdict.put(
          "claims_wait",
          proposal.stopped()
              ? "The proposal was stopped before its sweep began: it gets no verdict."
              : "The sweep has not begun.");
    }
    Commands.Answer answer = commands.run(List.of("analyze", kept.directory(proposal).toString()));
    if (answer.refused()) {
      return answer.json();
    }
    SweepView sweep = sweep(proposal);
    long seeds = sweep.header().design().replicates().map(Replicates::atMost).orElse(1);
    JsonNode claims = answer.json().path("claims");
    new JudgedClaims(proposal.trials() / Math.max(1, seeds), kept.trialsLeft()).complete(claims);
    verdict.set("claims", claims);
    verdict.set("claims_wait", answer.json().path("claims_wait"));
    ArrayNode means = verdict.putArray("means");
    String metric = sweep.header().objective().metric();
    if (!Metric.isSealed(metric)) {
      means.add(CellMeans.of(sweep, metric));
    }
    if (!sweep.sealed()) {
      ObjectNode sealed = CellMeans.of(sweep, sealed(metric));
      if (sealed.at("/cells/0/n").asLong() > 0) {
        means.add(sealed);
      }
    }
    return verdict;
  }

  private static String sealed(String metric) {
    return Metric.isSealed(metric) ? metric : Metric.SEALED + metric;
  }

  /**
   * The lab's numbers, and what was claimed in it.
   *
   * @param word show only the entries of sweeps with it; of many, the newest
   */
  JsonNode ledger(Optional<String> word) throws IOException {
    JsonNode whole = commands.run(List.of("lab", "status", lab.toString())).json();
    ClaimedEntries entries = new ClaimedEntries(whole.path(ENTRIES));
    List<ObjectNode> found = word.map(entries::with).orElseGet(entries::all);
    if (whole instanceof ObjectNode lab && !Refusal.isOne(whole)) {
      int from = Math.max(0, found.size() - MOST_ENTRIES);
      lab.putArray(ENTRIES).addAll(found.subList(from, found.size()));
      lab.put(LEFT_OUT, from);
    }
    return whole;
  }
}
