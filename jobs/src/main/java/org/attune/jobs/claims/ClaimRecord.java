package org.attune.jobs.claims;

import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.jobs.console.JsonObject;
import org.attune.jobs.console.Shape;
import org.attune.jobs.report.ReproductionJson;
import org.attune.sweeps.analysis.PredictedClaims.PredictedClaim;
import org.attune.sweeps.claim.Finding.FoundEffect.Difference;
import org.attune.sweeps.lab.ChainedLine;
import org.attune.sweeps.state.ClaimStatement;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.verdict.StatedWhen;

/**
 * What was claimed of a table and what came of it, run by run: {@code record.jsonl} beside its raw
 * results. A run is a sweep with its dates and its protocol, and after it each claim with its
 * wording, the time at which the journal stated it, and the result. Lines are only ever added.
 *
 * @param lines in the order in which they were added
 */
public record ClaimRecord(List<RecordLine> lines) {

  public static final String FILE = "record.jsonl";

  /** What is kept of a judged claim: its wording, its test, and the numbers of its verdict. */
  private static final List<String> KEPT =
      List.of(
          "verdict",
          "source",
          "paper",
          "where",
          "test",
          "effect",
          "margin",
          "difference",
          "low",
          "high",
          "failed",
          "seeds",
          "probability");

  /** What is kept of a claim's second verdict, at the paper's size as predicted. */
  private static final Shape<PredictedClaim> PREDICTED =
      Shape.<PredictedClaim>of(PredictedClaim.class)
          .with("verdict", TEXT, PredictedClaim::verdict)
          .with("cell", TEXT, claim -> claim.answer().cell())
          .with("control", TEXT, claim -> claim.answer().control())
          .with("along", TEXT, claim -> claim.ladder().along())
          .with("at", NUMBER, claim -> claim.ladder().at())
          .with("difference", NUMBER, claim -> claim.found().map(Difference::mean))
          .with("low", NUMBER, claim -> claim.found().map(Difference::low))
          .with("high", NUMBER, claim -> claim.found().map(Difference::high));

  public ClaimRecord {
    lines = List.copyOf(lines);
  }

  /** When a claim was stated, beside the results of all runs of its table. */
  public enum When {
    BEFORE("before"),
    ON_FRESH_SEEDS("before these results, after an earlier run's"),
    AFTER("after"),
    NOT_RECORDED("not recorded");

    private final String words;

    When(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  /** The record in a folder of raw results; without lines if there is none. */
  public static ClaimRecord read(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    List<RecordLine> lines = new ArrayList<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        lines.add(new RecordLine(ChainedLine.read(line)));
      }
    }
    return new ClaimRecord(lines);
  }

  /** Replaces the record in a folder of raw results. */
  public void write(Path folder) throws IOException {
    String text =
        lines.stream().map(line -> line.chained().text() + "\n").collect(Collectors.joining());
    Files.writeString(folder.resolve(FILE), text);
  }

  /** The lines that were changed, or that follow a line that was removed. */
  List<RecordLine> changed() {
    return ChainedLine.changed(lines.stream().map(RecordLine::chained).toList()).stream()
        .map(RecordLine::new)
        .toList();
  }

  /** The number of runs so far. */
  public int runs() {
    return lines.stream().mapToInt(RecordLine::run).max().orElse(0);
  }

  /** A run's latest line. */
  public Optional<RecordLine> run(int number) {
    return lines.stream()
        .filter(line -> line.isRun() && line.run() == number)
        .reduce((first, last) -> last);
  }

  /** A run's latest verdict on each claim, in the file's order. */
  public List<RecordLine> claims(int number) {
    int from = run(number).map(lines::lastIndexOf).orElse(lines.size());
    return lines.stream()
        .skip(from + 1L)
        .takeWhile(line -> line.isClaim() && line.run() == number)
        .toList();
  }

  /**
   * What the journal of the last run stated, as the record has it. Claims that a later judgement no
   * longer has are among them: Holm counts them still.
   */
  Map<String, ClaimStatement> stated() {
    int last = runs();
    Map<String, ClaimStatement> stated = new LinkedHashMap<>();
    for (RecordLine claim :
        lines.stream().filter(line -> line.isClaim() && line.run() == last).toList()) {
      claim
          .time("stated")
          .ifPresent(
              at ->
                  stated.put(
                      claim.text(RecordLine.ENTRY).orElse(""),
                      new ClaimStatement(at, claim.json().path("before").asBoolean())));
    }
    return stated;
  }

  /** What was seen of the sealed split of the last run; a stand-in if nobody kept that. */
  Set<String> openings() {
    Set<String> openings = new LinkedHashSet<>();
    Optional<RecordLine> run = run(runs());
    run.ifPresent(
        line -> line.json().path("openings").forEach(seen -> openings.add(seen.asText())));
    return run.isPresent() ? openings : Set.of("before the record");
  }

  /** When a claim of a run was stated. */
  public When when(RecordLine claim) {
    Optional<Instant> stated = claim.time("stated");
    Optional<RecordLine> run = run(claim.run());
    Optional<Instant> result = run.flatMap(line -> line.time("first_result"));
    if (stated.isEmpty() || result.isEmpty()) {
      return When.NOT_RECORDED;
    }
    if (!claim.json().path("before").asBoolean() || stated.get().isAfter(result.get())) {
      return When.AFTER;
    }
    boolean known = false;
    for (int other = 1; other < claim.run(); other++) {
      Optional<RecordLine> earlier = run(other);
      Instant first = stated(other, claim).orElse(stated.get());
      boolean seen =
          earlier.flatMap(line -> line.time("first_result")).map(first::isAfter).orElse(true);
      boolean sameSeed =
          earlier
              .map(line -> line.json().path("seed"))
              .equals(run.map(line -> line.json().path("seed")));
      if (seen && sameSeed) {
        return When.AFTER; // the same seeds give the same numbers
      }
      known |= seen;
    }
    return known ? When.ON_FRESH_SEEDS : When.BEFORE;
  }

  /** When an earlier run stated a claim in the same words, with the same test and protocol. */
  private Optional<Instant> stated(int run, RecordLine claim) {
    return claims(run).stream()
        .filter(other -> other.text("hash").equals(claim.text("hash")))
        .findFirst()
        .flatMap(other -> other.time("stated"));
  }

  /** This record with a table's present verdicts; this record unchanged if it has them already. */
  public ClaimRecord with(JudgedTable table) {
    SweepView sweep = table.sweep();
    int last = runs();
    boolean again =
        run(last).flatMap(run -> run.text("sweep")).equals(Optional.of(sweep.header().sweepId()));
    int number = again ? last : last + 1;
    List<RecordLine> added = new ArrayList<>();
    String before = lines.isEmpty() ? "" : lines.get(lines.size() - 1).sha256();
    for (JsonObject content : contents(number, again && hadJournal(number), table)) {
      RecordLine line = RecordLine.after(before, content);
      added.add(line);
      before = line.sha256();
    }
    if (again && json(added).equals(json(lastJudged()))) {
      return this;
    }
    List<RecordLine> all = new ArrayList<>(lines);
    all.addAll(added);
    return new ClaimRecord(all);
  }

  /** Whether a run's dates were once read from its journal, which is not stored beside it. */
  private boolean hadJournal(int run) {
    return lines.stream()
        .filter(line -> line.isRun() && line.run() == run)
        .anyMatch(line -> line.json().path(RecordLine.JOURNAL).asBoolean());
  }

  /** The last run, with its latest verdict on each claim. */
  private List<RecordLine> lastJudged() {
    List<RecordLine> judged = new ArrayList<>(run(runs()).stream().toList());
    judged.addAll(claims(runs()));
    return judged;
  }

  private static List<String> json(List<RecordLine> lines) {
    return lines.stream().map(line -> line.json().toString()).toList();
  }

  private static List<JsonObject> contents(int number, boolean hadJournal, JudgedTable table) {
    List<JsonObject> contents = new ArrayList<>(List.of(run(number, hadJournal, table)));
    List<StatedWhen> stated = table.judged().stated();
    List<JsonObject> claims = ReproductionJson.claims(table.judged());
    for (int i = 0; i < claims.size(); i++) {
      contents.add(
          claim(number, stated.get(i), claims.get(i), predicted(table, claims.get(i).get("says"))));
    }
    return contents;
  }

  private static JsonObject run(int number, boolean hadJournal, JudgedTable table) {
    SweepView sweep = table.sweep();
    return new JsonObject()
        .with(RecordLine.RUN, number)
        .with("table", table.key())
        .with("scale", table.scale())
        .with("sweep", sweep.header().sweepId())
        .with("seed", sweep.header().seed())
        .with("began", sweep.startedAt().toString())
        .with("first_result", sweep.firstResult().map(Instant::toString))
        .with(RecordLine.JOURNAL, hadJournal || sweep.events() > 0)
        .with("openings", List.copyOf(table.judged().openings()))
        .with("held_out", sweep.header().design().heldOut())
        .with("protocol", StatedWhen.protocol(sweep.header().specText()));
  }

  /** The prediction of a claim by the table's ladder; empty if it has none. */
  private static Optional<JsonObject> predicted(JudgedTable table, Object says) {
    return table
        .predicted()
        .flatMap(
            all ->
                all.claims().stream()
                    .filter(claim -> claim.claim().says().equals(says))
                    .findFirst())
        .map(claim -> PREDICTED.object(claim));
  }

  private static JsonObject claim(
      int number, StatedWhen when, JsonObject judged, Optional<JsonObject> predicted) {
    JsonObject result = new JsonObject();
    KEPT.stream().filter(judged::containsKey).forEach(key -> result.with(key, judged.get(key)));
    if (judged.get("as_claimed") instanceof Map<?, ?> asClaimed) {
      // Records have always had the direction that the claim states.
      asClaimed.forEach((key, value) -> result.with((String) key, value));
    }
    predicted.ifPresent(second -> result.with("predicted", second));
    return new JsonObject()
        .with(RecordLine.RUN, number)
        .with(RecordLine.CLAIM, judged.get("says"))
        .with("hash", when.hash())
        .with(RecordLine.ENTRY, when.entry())
        .with("stated", when.at().map(Instant::toString))
        .with("before", when.before())
        .with(RecordLine.RESULT, result);
  }
}
