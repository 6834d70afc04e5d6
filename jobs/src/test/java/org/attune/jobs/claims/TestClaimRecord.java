package org.attune.jobs.claims;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.JsonObject;
import org.attune.sweeps.lab.ChainedLine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A record of claims shows what was changed by hand, and when each claim was stated. */
class TestClaimRecord {

  private static final Path DATA =
      Path.of(System.getProperty("attune.home", ".."), "docs/reproduction/data");
  private static final String CLAIM =
      "Few rows of few columns (n = 64, k = 16) cost at most four times attention";

  @TempDir private Path folder;
  private Path table;

  @BeforeEach
  void copyATable() throws IOException {
    table = folder.resolve("kvq-cost");
    Path from = DATA.resolve("kvq-cost");
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, table.resolve(from.relativize(file).toString()));
      }
    }
  }

  private List<String> problems() throws Exception {
    return new RecordCheck(new TrialCatalog())
        .of(folder).stream().flatMap(result -> result.problems().stream()).toList();
  }

  @Test
  void ofAnUntouchedFolderEveryVerdictAndDateIsAsRecorded() throws Exception {
    List<RecordCheck.Result> results = new RecordCheck(new TrialCatalog()).of(folder);

    assertThat(results).containsExactly(new RecordCheck.Result("kvq-cost", 4, List.of()));
    assertThat(new RecordCheck(new TrialCatalog()).of(table)).isEqualTo(results);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "record.jsonl | at most four times | at most five times",
        "record.jsonl | \"stated\":\"2026-11-29 | \"stated\":\"2026-11-21",
        "record.jsonl | \"verdict\":\"reproduced\" | \"verdict\":\"opposite\"",
        "record.jsonl | \"seeds\":8 | \"seeds\":9",
        "record.jsonl | \"before\":true | \"before\":false",
        "sweep.yaml | at most four times | at most five times",
      })
  void aChangedWordDateOrResultIsFoundWithTheNameOfTheClaim(String file, String was, String now)
      throws Exception {
    Path path = table.resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(was);
    String last = file.endsWith("yaml") ? "claims:" : "\"run\":2,\"claim\""; // of the last run
    int at = text.indexOf(was, text.indexOf(last));
    Files.writeString(path, text.substring(0, at) + now + text.substring(at + was.length()));

    assertThat(problems())
        .isNotEmpty()
        .anyMatch(problem -> problem.contains(CLAIM.substring(0, CLAIM.indexOf("four"))));
  }

  @Test
  void changedRawResultsAreFoundWithTheClaimsThatTheyDecide() throws Exception {
    try (Stream<Path> files = Files.list(table.resolve("tables/results"))) {
      Path file = files.sorted().findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length / 2] ^= 1;
      Files.write(file, bytes);
    }

    assertThat(problems())
        .anyMatch(
            problem ->
                problem.startsWith("'Few rows of few columns")
                    && problem.contains(" from the stored files"));
  }

  @Test
  void aRemovedLineAndARemovedRecordAreFound() throws Exception {
    Path path = table.resolve(ClaimRecord.FILE);
    List<String> lines = new ArrayList<>(Files.readAllLines(path));
    lines.removeIf(line -> line.contains(CLAIM));
    Files.write(path, lines);

    assertThat(problems())
        .contains("'" + CLAIM + "': the record has no such claim")
        .anyMatch(problem -> problem.endsWith("was changed, or the one before it removed"));

    Files.delete(path);
    assertThat(problems()).containsExactly("there is no record of its claims");
  }

  @Test
  void whatIsJudgedAgainWithTheSameResultAddsNoLine() throws Exception {
    ClaimRecord record = ClaimRecord.read(table);
    JudgedTable judged =
        StoredTable.judged(table, "kvq-cost", "small", new TrialCatalog()).orElseThrow();

    assertThat(record.with(judged)).isEqualTo(record);
    assertThat(new ClaimRecord(List.of()).with(judged).lines()).hasSize(5); // a run, four claims
  }

  private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

  /** The raw results are stored without the journal, so who judges them again reads no event. */
  @Test
  void aRunWhoseJournalWasReadOnceStaysOneWithAJournal() throws Exception {
    JudgedTable judged =
        StoredTable.judged(table, "kvq-cost", "small", new TrialCatalog()).orElseThrow();
    List<RecordLine> lines = new ArrayList<>();
    String before = "";
    for (RecordLine line : new ClaimRecord(List.of()).with(judged).lines()) {
      ObjectNode json = line.json();
      if (line.isRun()) {
        json.put(RecordLine.JOURNAL, true);
      }
      RecordLine next =
          new RecordLine(ChainedLine.after(before, new ObjectMapper().convertValue(json, MAP)));
      lines.add(next);
      before = next.sha256();
    }
    ClaimRecord published = new ClaimRecord(lines);

    assertThat(published.with(judged)).isEqualTo(published);
  }

  private static final String NOON = "2026-11-20T12:00:00Z";
  private static final String LATER = "2026-11-20T13:00:00Z";
  private static final String NEXT_DAY = "2026-11-21T12:00:00Z";
  private static final String NEXT_LATER = "2026-11-21T13:00:00Z";

  private static JsonObject run(int number, int seed, String firstResult) {
    return new JsonObject()
        .with("run", number)
        .with("seed", seed)
        .with("first_result", firstResult);
  }

  private static JsonObject claim(int run, String hash, String stated, boolean before) {
    return new JsonObject()
        .with("run", run)
        .with("claim", "It is better")
        .with("hash", hash)
        .with("stated", stated)
        .with("before", before);
  }

  private static ClaimRecord record(JsonObject... contents) {
    List<RecordLine> lines = new ArrayList<>();
    String before = "";
    for (JsonObject content : contents) {
      lines.add(RecordLine.after(before, content));
      before = lines.get(lines.size() - 1).sha256();
    }
    return new ClaimRecord(lines);
  }

  private static ClaimRecord.When lastIn(ClaimRecord record) {
    return record.when(record.lines().get(record.lines().size() - 1));
  }

  @Test
  void aClaimIsDatedAgainstTheResultsOfAllRuns() {
    JsonObject first = run(1, 0, LATER);
    JsonObject stated = claim(1, "a", NOON, true);

    assertThat(lastIn(record(first, stated))).isEqualTo(ClaimRecord.When.BEFORE);
    assertThat(lastIn(record(first, claim(1, "a", NEXT_DAY, false))))
        .isEqualTo(ClaimRecord.When.AFTER);
    assertThat(lastIn(record(first, claim(1, "a", NEXT_DAY, true))))
        .as("a time that its order contradicts")
        .isEqualTo(ClaimRecord.When.AFTER);
    assertThat(lastIn(record(first, claim(1, "a", null, true))))
        .isEqualTo(ClaimRecord.When.NOT_RECORDED);
    assertThat(lastIn(record(first, stated, run(2, 1, NEXT_LATER), claim(2, "a", NEXT_DAY, true))))
        .as("the same words and protocol as before any result")
        .isEqualTo(ClaimRecord.When.BEFORE);
    assertThat(lastIn(record(first, stated, run(2, 1, NEXT_LATER), claim(2, "b", NEXT_DAY, true))))
        .as("other words, on fresh seeds")
        .isEqualTo(ClaimRecord.When.ON_FRESH_SEEDS);
    assertThat(lastIn(record(first, stated, run(2, 0, NEXT_LATER), claim(2, "b", NEXT_DAY, true))))
        .as("other words, on the numbers of the run before")
        .isEqualTo(ClaimRecord.When.AFTER);
  }

  /** Or a claim that was reworded would cost its table less at the next judgement. */
  @Test
  void aClaimThatALaterJudgementRewordedIsStillStated() {
    ClaimRecord record =
        record(
            run(1, 0, LATER),
            claim(1, "a", NOON, true).with("entry", "a"),
            run(1, 0, LATER),
            claim(1, "b", null, false).with("entry", "b"));

    assertThat(record.claims(1)).hasSize(1);
    assertThat(record.stated()).containsOnlyKeys("a");
  }

  /** The papers' tables, whose claims people read; their jar is not on the class path here. */
  @Test
  void thePublishedRecordsHold() throws Exception {
    for (Path published : List.of(DATA, DATA.resolve("../shakespeare/data"))) {
      assertThat(new RecordCheck(new TrialCatalog()).of(published))
          .isNotEmpty()
          .allSatisfy(result -> assertThat(result.problems()).as(result.table()).isEmpty());
    }
  }
}
