package org.attune.jobs.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.Refusal;

/**
 * A sweep that an agent proposed, as files of the lab: they outlive the server.
 *
 * @param folder of all proposals
 * @param name of the sweep
 */
record ProposedSweep(Path folder, String name) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TRIALS = "trials";
  private static final String CLAIMS = "claims";
  private static final String PROPOSED = "proposed_at";
  private static final String SECONDS = "wall_seconds";
  private static final String STOPPED = "stopped";

  Path file() {
    return folder.resolve(name + ".yaml");
  }

  /** What its run printed. */
  Path output() {
    return folder.resolve(name + ".out");
  }

  /** What its run said on stderr. */
  Path log() {
    return folder.resolve(name + ".log");
  }

  private Path facts() {
    return folder.resolve(name + ".json");
  }

  boolean exists() {
    return Files.exists(facts());
  }

  /** Writes its files; the facts last, for they make it a proposal. */
  void write(String text, long trials, int claims) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(file(), text);
    save(
        JSON.createObjectNode()
            .put(TRIALS, trials)
            .put(CLAIMS, claims)
            .put(PROPOSED, Instant.now().toString()));
  }

  private void save(ObjectNode facts) throws IOException {
    Path draft = folder.resolve(name + ".draft");
    Files.writeString(draft, facts.toString());
    Files.move(draft, facts(), StandardCopyOption.ATOMIC_MOVE);
  }

  private ObjectNode read() throws IOException {
    return (ObjectNode) JSON.readTree(facts().toFile());
  }

  long trials() throws IOException {
    return read().path(TRIALS).asLong();
  }

  int claims() throws IOException {
    return read().path(CLAIMS).asInt();
  }

  Instant proposed() throws IOException {
    return Instant.parse(read().path(PROPOSED).asText());
  }

  /** How long its run may take; empty before its first start. */
  Optional<Duration> allowed() throws IOException {
    JsonNode seconds = read().path(SECONDS);
    return seconds.isNumber()
        ? Optional.of(Duration.ofSeconds(seconds.asLong()))
        : Optional.empty();
  }

  void allow(Duration time) throws IOException {
    save(read().put(SECONDS, time.toSeconds()));
  }

  /** Whether an agent stopped it: then it does not start again. */
  boolean stopped() throws IOException {
    return read().path(STOPPED).asBoolean();
  }

  void stop() throws IOException {
    save(read().put(STOPPED, true));
  }

  /** What its run printed at its end; empty before, and of a run that was killed as it printed. */
  Optional<JsonNode> printed() throws IOException {
    if (!Files.exists(output()) || Files.size(output()) == 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(output().toFile()));
    } catch (JsonProcessingException half) {
      return Optional.empty();
    }
  }

  /** Says why a run ended that could not say so itself. */
  void refuse(int exit) throws IOException {
    String last = Files.exists(log()) ? Files.readString(log()).strip() : "";
    String message =
        "The run ended with exit code %d and printed nothing%s; see %s."
            .formatted(
                exit,
                last.isEmpty() ? "" : ": " + last.substring(last.lastIndexOf('\n') + 1),
                log());
    Files.writeString(
        output(), Json.print(Refusal.SHAPE.object(Refusal.of(Refusal.Code.FAILED, message))));
  }
}
