package org.attune.jobs.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Attune;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.TwoWidths;
import org.attune.jobs.lab.EndedSweep;
import org.attune.sweeps.lab.Ledger;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;

/** The lab's server against the SDK's client: what it offers, refuses and survives. */
class TestLabServer {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ROOM = 1 << 20;
  private static final String FILE = TwoWidths.file(8);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir private Path folder;

  private Path lab;
  private PipedOutputStream toServer;
  private PipedInputStream fromServer;
  private McpSyncServer server;
  private McpSyncClient client;
  private Proposals proposals;
  private boolean jsonText;
  private String text = "";
  private final AtomicInteger statuses = new AtomicInteger();
  private final Queue<ProgressNotification> progress = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void begin() throws Exception {
    lab = folder.resolve("lab");
    Printed.attune("lab", "init", lab);
    serve(100, this::endAtOnce);
  }

  private void serve(long trials, Proposals.Runner runner) throws IOException {
    Commands commands =
        new Commands(
            () -> {
              CommandLine all = Attune.command();
              all.setExecutionStrategy(countingStatuses(all.getExecutionStrategy()));
              return all;
            });
    proposals =
        new Proposals(lab, new Allowance(trials, Duration.ofHours(1), false), commands, runner);
    LabTools tools = new LabTools(lab, new Ledger(new LocalStorage(lab)), proposals, commands);
    toServer = new PipedOutputStream();
    fromServer = new PipedInputStream(ROOM);
    ProtocolLines lines =
        new ProtocolLines(
            new PipedInputStream(toServer, ROOM),
            new PipedOutputStream(fromServer),
            LabServer.TOOLS);
    server =
        new LabServer(new LabTopics(commands), tools, jsonText)
            .serve("test", lines.in(), lines.out());
    proposals.advance();
  }

  private IExecutionStrategy countingStatuses(IExecutionStrategy strategy) {
    return parsed -> {
      statuses.addAndGet(parsed.originalArgs().get(0).equals("status") ? 1 : 0);
      return strategy.execute(parsed);
    };
  }

  private void connect() {
    client =
        McpClient.sync(new PipedClient(fromServer, toServer))
            .requestTimeout(PATIENCE)
            .initializationTimeout(PATIENCE)
            .jsonSchemaValidator((schema, value) -> ValidationResponse.asValid(null))
            .progressConsumer(progress::add)
            .build();
    client.initialize();
  }

  @AfterEach
  void end() {
    server.close();
  }

  /** The run of a proposal whose trials have ended at once. */
  private Process endAtOnce(ProposedSweep of, List<String> words) throws IOException {
    assertThat(words)
        .startsWith(
            "run",
            of.file().toString(),
            "--out",
            lab.resolve(of.name()).toString(),
            "--lab",
            lab.toString(),
            "--set")
        .last()
        .asString()
        .matches("budget.wall-time=3[56]\\d\\ds");
    try {
      EndedSweep.in(lab, of.name(), FILE.replace("two-widths", of.name()));
    } catch (Exception e) {
      throw new IOException(e);
    }
    return new ProcessBuilder("true").start();
  }

  /** The run of a proposal that never gets so far as to begin its sweep. */
  private Process hang(ProposedSweep of, List<String> words) throws IOException {
    return new ProcessBuilder("cat").start(); // waits for its stdin
  }

  private JsonNode call(boolean refused, String tool, Map<String, Object> arguments)
      throws IOException {
    CallToolResult result =
        client.callTool(new CallToolRequest(tool, arguments, Map.of("progressToken", "mine")));
    text = ((TextContent) result.content().get(0)).text();
    assertThat(result.isError()).as(text).isEqualTo(refused);
    JsonNode data = JSON.valueToTree(result.structuredContent());
    assertThat(text).doesNotContain("null", "{}").hasSizeLessThan(1000);
    return data;
  }

  @Test
  void theClientListsAndCallsEveryTool() throws Exception {
    connect();
    assertThat(client.listTools().tools())
        .extracting(Tool::name)
        .containsExactlyInAnyOrder(
            "describe", "validate", "propose", "status", "stop", "verdict", "ledger");

    assertThat(call(false, "describe", Map.of("what", "tasks", "word", "induction")).toString())
        .contains("validation_loss");
    JsonNode plan = call(false, "validate", Map.of("file", FILE));
    assertThat(plan.path("trials").asInt()).isEqualTo(16);
    assertThat(plan.path("claims").asInt()).isEqualTo(1);
    assertThat(plan.path("level").asDouble()).isEqualTo(.008942012485014623);
    assertThat(call(false, "status", Map.of()).path("proposals")).isEmpty();

    JsonNode kept = call(false, "propose", Map.of("file", FILE));
    assertThat(kept.path("trials_left").asInt()).isEqualTo(84);
    JsonNode status = call(false, "status", Map.of("sweep", "two-widths", "wait_seconds", 60));
    assertThat(status.path("state").asText()).isEqualTo("completed");
    assertThat(status.path("done").asInt()).isEqualTo(16);
    assertThat(status.toString()).contains("validation_loss").doesNotContain("sealed_");
    await().until(() -> !progress.isEmpty());
    assertThat(progress.peek().progressToken()).isEqualTo("mine");

    JsonNode verdict = call(false, "verdict", Map.of("sweep", "two-widths"));
    assertThat(verdict.at("/claims/0/verdict").asText()).isEqualTo("reproduced");
    JsonNode ledger = call(false, "ledger", Map.of());
    assertThat(ledger.path("discoveries").asInt()).isEqualTo(1);
    assertThat(ledger.path("entries")).hasSize(3);
    assertThat(call(false, "stop", Map.of("sweep", "two-widths")).path("ended").asBoolean())
        .isTrue();
  }

  /** Some clients show their model the schemas and the texts, and nothing else. */
  @Test
  void theToolsAloneSayHowToBegin() throws Exception {
    server.close();
    jsonText = true;
    serve(100, this::endAtOnce);
    connect();

    Map<String, Tool> tools =
        client.listTools().tools().stream().collect(Collectors.toMap(Tool::name, tool -> tool));
    assertThat(tools.keySet()).containsExactlyInAnyOrderElementsOf(LabServer.TOOLS);
    assertThat(tools.get("propose").description()).contains(LabServer.EXAMPLE);
    assertThat(JSON.<JsonNode>valueToTree(tools.get("describe").inputSchema()).toString())
        .contains("\"enum\":[\"axes\",\"tasks\",\"methods\",\"formulas\",\"docs\"]");
    CallToolResult ledger =
        client.callTool(CallToolRequest.builder("ledger").arguments(Map.of()).build());
    assertThat(JSON.readTree(((TextContent) ledger.content().get(0)).text()))
        .isEqualTo(JSON.<JsonNode>valueToTree(ledger.structuredContent()));
  }

  @Test
  void anAgentReadsThePagesThatItNeeds() {
    connect();

    assertThat(client.listResources().resources())
        .extracting(Resource::uri)
        .contains("attune://docs/agents.md", "attune://docs/lab.md", "attune://docs/comparing.md")
        .allSatisfy(
            uri ->
                assertThat(
                        ((TextResourceContents)
                                client
                                    .readResource(ReadResourceRequest.builder(uri).build())
                                    .contents()
                                    .get(0))
                            .text())
                    .startsWith("# "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "claims:.*| |The sweep file states no claim that a test can judge",
        "replicates: 8|replicates: 80|The sweep has 160 trials, and 100 of the lab's 100 are left",
        "task: .*|task: {command: {run: rm -r x, metrics: {validation_loss: lower}}}|The task runs a program",
        "goal: minimize|goal: min|objective.goal: 'min' must be one of minimize, maximize",
        "sweep: two-widths|sweep: ../x|sweep: '../x' must be letters, digits",
      })
  void whatAnAgentMustNotIsRefusedAndCostsNothing(String was, String now, String why)
      throws Exception {
    connect();
    String file =
        was.startsWith("claims")
            ? FILE.replaceFirst("(?s)claims:.*", "")
            : FILE.replaceFirst(was, now);
    assertThat(file).isNotEqualTo(FILE);

    JsonNode refusal = call(true, "propose", Map.of("file", file));

    assertThat(refusal.path("message").asText()).contains(why);
    assertThat(refusal.path("code").asText()).startsWith("wrong-");
    assertThat(call(false, "ledger", Map.of()).path("entries")).hasSize(1);
    assertThat(call(false, "status", Map.of()).path("trials_left").asInt()).isEqualTo(100);
  }

  /** An agent that sees only texts mends all problems at once. */
  @Test
  void theTextOfARefusalHasEveryProblemWithItsPlaceAndFix() throws Exception {
    connect();
    String file =
        FILE.replace("replicates: 8", "replicats: 8")
            .replace("goal: minimize", "goal: min")
            .replace("batch", "bach");

    JsonNode refusal = call(true, "validate", Map.of("file", file));

    assertThat(refusal.path("problems"))
        .extracting(problem -> problem.path("fix").asText())
        .containsExactly("train.batch", "replicates", "minimize");
    assertThat(text.lines())
        .hasSize(4)
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("proposal.yaml has 3 problems."),
            line ->
                assertThat(line)
                    .startsWith("line 4, column ")
                    .contains(": train.bach: unknown parameter")
                    .endsWith(" fix: train.batch"),
            line ->
                assertThat(line)
                    .startsWith("line 6, column 1: replicats: unknown key")
                    .endsWith(" fix: replicates"),
            line ->
                assertThat(line)
                    .startsWith("line 7, column ")
                    .contains(": objective.goal: 'min' must be")
                    .endsWith(" fix: minimize"));

    call(true, "validate", Map.of("file", FILE.replace("is: below", "is: better")));
    assertThat(text)
        .startsWith("line 9, column ")
        .contains("claims[0].is: 'better' must be one of above, below, near; say 'below' where")
        .contains("\nfix: say 'below' where");
  }

  @Test
  void aClaimIsNotStatedAgainAfterItsResults() throws Exception {
    connect();
    call(false, "propose", Map.of("file", FILE));

    JsonNode refusal =
        call(true, "propose", Map.of("file", FILE.replace("Width helps", "Width helps much")));

    assertThat(refusal.path("message").asText())
        .isEqualTo("The lab has a sweep 'two-widths' already; give this one a name of its own.");
    assertThat(call(false, "ledger", Map.of()).path("claims").asInt()).isEqualTo(1);
  }

  @Test
  void wrongCallsEndInErrorsAndTheConnectionGoesOn() throws Exception {
    connect();

    assertThatThrownBy(
            () -> client.callTool(CallToolRequest.builder("nope").arguments(Map.of()).build()))
        .isInstanceOf(McpError.class)
        .hasMessageContaining("Unknown tool");
    assertThat(call(true, "verdict", Map.of("sweep", "none")).path("message").asText())
        .isEqualTo("There is no proposal 'none'.");
    JsonNode mistyped = call(true, "status", Map.of("swep", "x"));
    assertThat(mistyped.path("message").asText())
        .isEqualTo("There is no argument 'swep'; the tool takes: sweep, wait_seconds, detail");
    assertThat(mistyped.path("fix").asText()).isEqualTo("sweep");
    assertThat(text).endsWith("\nfix: sweep");
    assertThat(call(true, "propose", Map.of("file", 3)).path("message").asText())
        .isEqualTo("The argument 'file' is missing, or no text.");
    assertThat(call(false, "ledger", Map.of()).path("claims").asInt()).isZero();
  }

  @Test
  void brokenLinesAndCancelledCallsAreAnswered() throws Exception {
    BufferedReader answers = new BufferedReader(new InputStreamReader(fromServer, UTF_8));
    say("this is not JSON");
    assertThat(JSON.readTree(answers.readLine()).at("/error/code").asInt()).isEqualTo(-32700);
    say("{\"id\": 4}");
    JsonNode invalid = JSON.readTree(answers.readLine());
    assertThat(invalid.at("/error/code").asInt()).isEqualTo(-32600);
    assertThat(invalid.path("id").asInt()).isEqualTo(4);
    say(
        """
        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
        "capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}""");
    assertThat(JSON.readTree(answers.readLine()).at("/result/serverInfo/name").asText())
        .isEqualTo("attune");
    say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/such\"}");
    assertThat(JSON.readTree(answers.readLine()).at("/error/code").asInt()).isEqualTo(-32601);
    say(
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":"
            + "{\"name\":\"status\",\"arguments\":{}}}");
    say(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
            + "{\"requestId\":2}}");
    say(
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":"
            + "{\"name\":\"ledger\",\"arguments\":{}}}");
    JsonNode last = JSON.readTree(answers.readLine());
    if (last.path("id").asInt() == 2) { // its answer was on its way
      last = JSON.readTree(answers.readLine());
    }
    assertThat(last.path("id").asInt()).isEqualTo(3);
    assertThat(last.at("/result/isError").asBoolean()).isFalse();
  }

  private void say(String line) throws IOException {
    toServer.write((line + "\n").getBytes(UTF_8));
    toServer.flush();
  }

  @Test
  void aClientThatIsKilledLosesNothing() throws Exception {
    server.close();
    serve(100, this::hang);
    connect();
    call(false, "propose", Map.of("file", FILE));
    call(false, "propose", Map.of("file", FILE.replace("two-widths", "second")));

    toServer.close(); // as when the client's process ends
    server.close();
    serve(100, this::endAtOnce);
    connect();

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(call(false, "status", Map.of()).path("proposals"))
                    .extracting(of -> of.path("sweep").asText() + " " + of.path("state").asText())
                    .containsExactly("two-widths completed", "second completed"));
    assertThat(call(false, "ledger", Map.of()).path("claims").asInt()).isEqualTo(2);
  }

  /** The level of a proposal that waits falls with each claim before it. */
  @Test
  void aProposalWhoseSeedsWillBeTooFewWhenItStartsIsTold() throws Exception {
    server.close();
    serve(100, this::hang);
    connect();
    String few = TwoWidths.file(4);
    call(false, "propose", Map.of("file", FILE));

    JsonNode second = call(false, "propose", Map.of("file", few.replace("two-widths", "second")));

    assertThat(second.path("warnings"))
        .extracting(JsonNode::asText)
        .contains(
            "1 claim waits before it; if none of them is shown, replicates: 4 seeds cannot decide a"
                + " claim: at best they give p .0078, and a verdict needs p .0039 or less; use 5 or"
                + " more");
    call(false, "stop", Map.of("sweep", "two-widths"));
    call(false, "stop", Map.of("sweep", "second"));
  }

  @Test
  void aProposalThatIsStoppedWhileItStartsNeverBegins() throws Exception {
    List<Process> runs = new ArrayList<>();
    server.close();
    serve(
        100,
        (of, words) -> {
          runs.add(hang(of, words));
          return runs.get(0);
        });
    connect();
    call(false, "propose", Map.of("file", FILE));

    assertThat(call(false, "stop", Map.of("sweep", "two-widths")).path("message").asText())
        .isEqualTo("it does not start");

    assertThat(call(false, "verdict", Map.of("sweep", "two-widths")).path("claims_wait").asText())
        .isEqualTo("The proposal was stopped before its sweep began: it gets no verdict.");
    assertThat(runs).hasSize(1);
    assertThat(runs.get(0).isAlive()).isFalse();
    assertThat(call(false, "status", Map.of()).path("proposals").get(0).path("state").asText())
        .isEqualTo("stopped");
    assertThat(call(false, "status", Map.of()).path("trials_left").asInt()).isEqualTo(100);
  }

  /** A launcher may fail before there is Java to say why: it would fail again, and for ever. */
  @Test
  void aRunThatEndsInSilenceIsRefusedAndTheNextOneStarts() throws Exception {
    Queue<String> started = new ConcurrentLinkedQueue<>();
    server.close();
    serve(
        100,
        (of, words) -> {
          started.add(of.name());
          return new ProcessBuilder("sh", "-c", "echo 'the build failed' >&2; exit 1")
              .redirectOutput(of.output().toFile())
              .redirectError(of.log().toFile())
              .start();
        });
    connect();
    call(false, "propose", Map.of("file", FILE));
    call(false, "propose", Map.of("file", FILE.replace("two-widths", "second")));

    for (String name : List.of("two-widths", "second")) {
      JsonNode status =
          await()
              .atMost(PATIENCE)
              .until(
                  () -> call(false, "status", Map.of("sweep", name)),
                  now -> now.path("state").asText().equals("refused"));
      assertThat(status.at("/refusal/message").asText())
          .startsWith("The run ended with exit code 1 and printed nothing: the build failed; see ");
    }
    assertThat(started).containsExactly("two-widths", "second");
  }

  @Test
  void aSweepThatIsDamagedSaysSoAndTheOthersGoOn() throws Exception {
    connect();
    call(false, "propose", Map.of("file", FILE));
    await()
        .atMost(PATIENCE)
        .until(() -> call(false, "status", Map.of("sweep", "two-widths")).path("done").asInt() > 0);
    server.close();
    try (Stream<Path> files = Files.list(lab.resolve("two-widths").resolve("journal"))) {
      for (Path file : files.toList()) {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
      }
    }
    serve(100, this::endAtOnce);
    connect();

    assertThat(call(false, "status", Map.of("sweep", "two-widths")).at("/status/message").asText())
        .contains("journal");
    assertThat(
            call(false, "propose", Map.of("file", FILE.replace("two-widths", "second")))
                .path("state")
                .asText())
        .isNotEmpty();
    assertThat(call(false, "status", Map.of()).path("proposals")).hasSize(2);
  }

  /** A driver writes the record of its epoch before the first record of its journal. */
  @Test
  void aProposalWhoseJournalIsStillEmptyIsStarting() throws Exception {
    Path begun = folder.resolve("begun");
    RecordedSweep.in(
            begun,
            SpecHeader.of(
                SpecFile.read("s.yaml", FILE, Map.of(), new TrialCatalog()), 16, 1, Map.of()))
        .close();
    server.close();
    serve(
        100,
        (of, words) -> {
          Path epochs = Files.createDirectories(lab.resolve(of.name()).resolve("epochs"));
          try (Stream<Path> files = Files.list(begun.resolve("epochs"))) {
            for (Path file : files.toList()) {
              Files.copy(file, epochs.resolve(file.getFileName()));
            }
          }
          return hang(of, words);
        });
    connect();

    assertThat(call(false, "propose", Map.of("file", FILE)).path("state").asText())
        .isEqualTo("starting");
    JsonNode status = call(false, "status", Map.of("sweep", "two-widths"));

    assertThat(status.path("state").asText()).isEqualTo("starting");
    assertThat(status.has("status")).as(status.toString()).isFalse();
    assertThat(call(false, "status", Map.of()).at("/proposals/0/state").asText())
        .isEqualTo("starting");
    call(false, "stop", Map.of("sweep", "two-widths"));
  }

  /** A night has hundreds of proposals, and each call looks at all of them. */
  @Test
  void theJournalsOfEndedProposalsAreReadOnce() throws Exception {
    connect();
    call(false, "propose", Map.of("file", FILE));
    await()
        .atMost(PATIENCE)
        .until(() -> call(false, "status", Map.of("sweep", "two-widths")).path("done").asInt() > 0);
    int before = statuses.get();

    call(false, "status", Map.of());
    call(false, "status", Map.of("sweep", "two-widths"));
    call(false, "propose", Map.of("file", FILE.replace("two-widths", "second")));
    await()
        .atMost(PATIENCE)
        .until(() -> call(false, "status", Map.of("sweep", "second")).path("done").asInt() > 0);

    assertThat(statuses.get() - before).isBetween(1, 3);
  }

  @Test
  void theBudgetIsTheLabsNotTheServers() throws Exception {
    connect();
    call(false, "propose", Map.of("file", FILE));
    server.close();
    serve(20, this::endAtOnce);
    connect();

    JsonNode refusal = call(true, "propose", Map.of("file", FILE.replace("two-widths", "second")));

    assertThat(refusal.path("message").asText())
        .isEqualTo(
            "The sweep has 16 trials, and 4 of the lab's 20 are left; it would fit with replicates: 2");
    assertThat(refusal.path("fix").asText()).isEqualTo("replicates: 2");
  }
}
