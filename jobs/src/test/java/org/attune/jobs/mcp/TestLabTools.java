package org.attune.jobs.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.attune.jobs.Attune;
import org.attune.jobs.Printed;
import org.attune.jobs.TwoWidths;
import org.attune.jobs.console.Refusal;
import org.attune.jobs.lab.EndedSweep;
import org.attune.sweeps.lab.Ledger;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tools warn an agent before it spends, and answer no more than it decides by. */
class TestLabTools {

  private static final String FILE = TwoWidths.file(8);

  /** Some 3,000 tokens. */
  private static final int MOST_CHARACTERS = 14_000;

  @TempDir private Path folder;

  private Path lab;
  private final Commands commands = new Commands(Attune::command);
  private LabTools tools;

  @BeforeEach
  void begin() {
    lab = folder.resolve("lab");
    Printed.attune("lab", "init", lab);
    Proposals proposals =
        new Proposals(
            lab, new Allowance(200, Duration.ofHours(1), false), commands, this::endAtOnce);
    tools = new LabTools(lab, new Ledger(new LocalStorage(lab)), proposals, commands);
  }

  private Process endAtOnce(ProposedSweep of, List<String> words) throws IOException {
    try {
      EndedSweep.in(lab, of.name(), Files.readString(of.file()));
    } catch (Exception e) {
      throw new IOException(e);
    }
    return new ProcessBuilder("true").start();
  }

  private static Refusal refusal(ThrowingCallable call) {
    return catchThrowableOfType(call, RefusedCallException.class).refusal();
  }

  private JsonNode describe(String what, String name, String word) throws IOException {
    return new LabTopics(commands)
        .describe(what, Optional.ofNullable(name), Optional.ofNullable(word));
  }

  @Test
  void validateAndProposeSayWhatTheCommandWarnsOf() throws Exception {
    String few = TwoWidths.file(4);

    for (JsonNode answer : List.of(tools.validate(few), tools.propose(few, false))) {
      assertThat(answer.path("warnings"))
          .extracting(JsonNode::asText)
          .containsExactly(
              "replicates: 4 seeds may not decide a claim: if a seed fails or the values are"
                  + " bimodal, ranks give p .13 at best, and a verdict needs p .0089 or less; use 8"
                  + " or more");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3|3|replicates: 4",
        "'{at-least: 2, at-most: 3, until: decided}'|3|'replicates: {at-least: 2, at-most: 4, until: decided}'",
      })
  void aClaimThatNoResultCanDecideSpendsNothingUnlessTheAgentSaysThatItKnows(
      String replicates, int seeds, String fix) throws Exception {
    String file = FILE.replace("replicates: 8", "replicates: " + replicates);

    Refusal refusal = refusal(() -> tools.propose(file, false));

    assertThat(refusal.message())
        .startsWith(
            "replicates: %d seeds cannot decide a claim: at best they give".formatted(seeds))
        .endsWith(
            "the lab would spend 18 % of its wealth on it in vain; to run it all the same:"
                + " even_if_undecidable: true");
    assertThat(refusal.fix()).contains(fix);
    assertThat(tools.ledger(Optional.empty()).path("claims").asInt()).isZero();
    assertThat(tools.status().path("proposals")).isEmpty();
    assertThat(tools.validate(file.replaceFirst("(?m)^replicates: .*", fix)).path("warnings"))
        .noneSatisfy(warning -> assertThat(warning.asText()).contains("cannot decide"));
    assertThat(tools.propose(file, true).path("warnings").path(0).asText())
        .contains("cannot decide a claim");
  }

  /** The level falls with each claim that is stated. */
  @Test
  void theLevelThatTheLabWouldGiveNowCounts() throws Exception {
    String first = TwoWidths.file(4);
    tools.propose(first, false);

    assertThat(refusal(() -> tools.propose(first.replace("two-widths", "second"), false)).fix())
        .contains("replicates: 5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"axes", "tasks", "methods", "formulas", "docs"})
  void aListIsCutAndSaysWhatIsLeftOut(String what) throws Exception {
    JsonNode list = describe(what, null, null);

    assertThat(list.path(what)).isNotEmpty();
    assertThat(list.toString()).hasSizeLessThan(MOST_CHARACTERS);
    assertThat(list.path("more").asText()).contains("describe {\"what\": ");
    assertThat(AnswerText.of("describe", list))
        .startsWith("%d lines of '%s'".formatted(list.path(what).size(), what))
        .endsWith(
            list.path("left_out").asLong() == 0 ? "." : "; " + list.path("more").asText() + ".")
        .hasSizeLessThan(250);
  }

  @Test
  void aNameNarrowsAListToWhatStandsBelowIt() throws Exception {
    assertThat(describe("axes", "attention.gate", null).path("axes"))
        .isNotEmpty()
        .allSatisfy(
            line ->
                assertThat(line.path("key").asText() + line.path("where").asText())
                    .contains("attention.gate"));
    assertThat(AnswerText.of("describe", describe("axes", "train.learning-rate", null)))
        .isEqualTo("1 line of 'axes'.");
    assertThat(describe("tasks", "induction", null).path("tasks"))
        .extracting(line -> line.path("metric").asText())
        .contains("validation_loss");
    assertThat(describe("formulas", null, "gate").path("formulas"))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line.toString()).contains("gate"))
        .noneSatisfy(line -> assertThat(line.path("option").asText()).isEqualTo("gated-linear"));
    assertThat(describe("axes", null, "a").toString()).hasSizeLessThan(MOST_CHARACTERS);
  }

  @Test
  void thePagesAreReadBySection() throws Exception {
    assertThat(describe("docs", null, null).path("docs"))
        .extracting(page -> page.path("name").asText())
        .contains("agents", "comparing");
    for (String page : ServedPages.NAMES) {
      JsonNode read = describe("docs", page, null);
      assertThat(read.path("text").asText()).startsWith("# ");
      assertThat(read.toString()).hasSizeLessThan(MOST_CHARACTERS);
      for (JsonNode left : read.path("sections_left")) {
        assertThat(describe("docs", page, left.asText()).path("text").asText())
            .startsWith("## " + left.asText());
      }
    }
  }

  @Test
  void aFixIsTheNearestNameElseWhatToCall() throws Exception {
    tools.propose(FILE, false);

    assertThat(refusal(() -> describe("axs", null, null)).fix()).contains("axes");
    assertThat(refusal(() -> describe("axis", null, null)).message())
        .isEqualTo("Invalid what 'axis'; it must be one of axes, tasks, methods, formulas, docs");
    assertThat(refusal(() -> describe("everything", null, null)).fix())
        .contains("describe {\"what\": \"axes\"}");
    assertThat(refusal(() -> describe("axes", "attention.gat", null)).fix())
        .contains("attention.gate");
    assertThat(refusal(() -> describe("docs", "comparin.md", null)).fix()).contains("comparing");
    assertThat(refusal(() -> tools.verdict("two-width")).fix()).contains("two-widths");
    Refusal none = refusal(() -> tools.stop("nope"));
    assertThat(none.allowed()).containsExactly("two-widths");
    assertThat(none.fix()).contains("call status {} for all names");
    assertThat(refusal(() -> tools.propose(FILE, false)).fix()).contains("sweep: two-widths-2");
    assertThat(refusal(() -> tools.status("two-widths", -1, false, status -> {})).fix())
        .contains("wait_seconds: 0");
  }

  @Test
  void aFileThatNamesAnotherLabIsRefused() throws Exception {
    Refusal refusal = refusal(() -> tools.propose(FILE + "lab: /tmp/other\n", false));

    assertThat(refusal.message())
        .isEqualTo(
            "The sweep file names the lab /tmp/other, and this server states claims in %s alone;"
                + " leave out 'lab'.",
            lab);
    assertThat(refusal.fix()).contains("leave out the line 'lab: /tmp/other'");
    assertThat(tools.validate(FILE + "lab: " + lab + "\n").path("trials").asInt()).isEqualTo(16);
  }

  @Test
  void statusAndVerdictHaveTheMeansOfCellsWithIntervals() throws Exception {
    tools.propose(FILE, false);

    JsonNode status = tools.status("two-widths", 0, false, each -> {}).path("status");

    assertThat(status.toString()).hasSizeLessThan(1500).doesNotContain("params", "sealed_");
    assertThat(status.path("finished").asInt()).isEqualTo(16);
    assertThat(status.at("/best/cell").asText()).isEqualTo("wide");
    assertThat(status.at("/means/metric").asText()).isEqualTo("validation_loss");
    JsonNode narrow = status.at("/means/cells/1");
    assertThat(narrow.path("cell").asText()).isEqualTo("narrow");
    assertThat(narrow.path("n").asInt()).isEqualTo(8);
    assertThat(narrow.path("mean").asDouble())
        .isBetween(narrow.path("low").asDouble(), narrow.path("high").asDouble());
    assertThat(tools.status("two-widths", 0, true, each -> {}).toString()).contains("params");

    JsonNode verdict = tools.verdict("two-widths");

    assertThat(verdict.path("means"))
        .extracting(means -> means.path("metric").asText())
        .containsExactly("validation_loss", "sealed_validation_loss");
    assertThat(verdict.at("/means/1/cells/0/n").asInt()).isEqualTo(8);
    assertThat(AnswerText.of("verdict", verdict))
        .matches(
            "two-widths: Width helps: shown; \\S+ below \\(\\S+ to \\S+\\); p <?\\.\\d+, and a verdict"
                + " needs \\.0089 or less; 8 seeds; next: build on it: .*\\.");
    JsonNode claim = verdict.at("/claims/0");
    assertThat(claim.path("interval_level")).isEqualTo(claim.path("level"));
    assertThat(claim.path("needed_probability"))
        .isEqualTo(tools.ledger(Optional.empty()).at("/entries/1/level"));
  }

  /** An agent needs to know whether more seeds are worth it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "40|100|propose it under a new name with replicates: 40; some 40 seeds a cell would decide it, which are 80 trials of the 100 left",
        "79|100|drop the idea, or seek a larger effect: some 79 seeds a cell would decide it, which are 158 trials of the 100 left",
        "4000|9000|drop the idea, or seek a larger effect: no practical number of seeds would decide this one",
        "null|100|drop the idea, or seek a larger effect: no practical number of seeds would decide this one",
      })
  void anInconclusiveVerdictSaysWhatItsDecisionCosts(String needed, long left, String next)
      throws Exception {
    JsonNode claims =
        new ObjectMapper()
            .readTree(
                """
                [{"says": "x", "verdict": "inconclusive", "verdict_words": "inconclusive",
                  "found": "0.003 below (-0.01 to 0.02)", "needed": %s, "seeds": 8,
                  "probability": 0.3, "needed_probability": 0.0089, "level": 0.991}]
                """
                    .formatted(needed));

    new JudgedClaims(2, left).complete(claims);

    assertThat(claims.at("/0/next").asText()).isEqualTo(next);
    assertThat(JudgedClaims.text("s", claims))
        .isEqualTo(
            "s: x: inconclusive; 0.003 below (-0.01 to 0.02); p .30, and a verdict needs .0089 or"
                + " less; 8 seeds; next: "
                + next
                + ".");
  }

  @Test
  void theLedgerIsNarrowedByAWord() throws Exception {
    tools.propose(FILE, false);

    assertThat(tools.ledger(Optional.of("width helps")).path("entries")).hasSize(1);
    tools.verdict("two-widths");
    for (String of : List.of("two-widths", "width helps", "shown\":true")) {
      JsonNode entries = tools.ledger(Optional.of(of)).path("entries");
      assertThat(entries)
          .as(of)
          .extracting(entry -> entry.path("kind").asText() + " " + entry.path("sweep").asText())
          .containsExactly("stated two-widths", "verdict two-widths");
      assertThat(entries.at("/0/claims/0/says").asText()).isEqualTo("Width helps");
      assertThat(entries.at("/0/claims/0/compares").asText()).isNotEmpty();
      assertThat(entries.at("/1/verdicts/0/claim")).isEqualTo(entries.at("/0/claims/0"));
      assertThat(entries.toString()).doesNotContain("\\t");
    }
    assertThat(tools.ledger(Optional.of("nothing so")).path("entries")).isEmpty();
    assertThat(tools.ledger(Optional.empty()).path("left_out").asInt()).isZero();
  }

  @Test
  void theExampleOfTheToolsIsThatOfThePageAndCanBeProposed() throws Exception {
    assertThat(ServedPages.read("agents")).contains(LabServer.EXAMPLE);
    assertThat(tools.validate(LabServer.EXAMPLE).path("trials").asInt()).isEqualTo(16);
    assertThat(tools.validate(LabServer.EXAMPLE).path("warnings")).isEmpty();
    assertThat(refusal(() -> tools.verdict("none yet")).fix()).contains("propose a sweep first");
  }
}
