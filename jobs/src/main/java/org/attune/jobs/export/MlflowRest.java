package org.attune.jobs.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.attune.jobs.console.CutText;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Json;

/**
 * MLflow's REST interface 2.0. Credentials come from the variables that MLflow's own client reads:
 * {@code MLFLOW_TRACKING_TOKEN}, or {@code MLFLOW_TRACKING_USERNAME} and {@code
 * MLFLOW_TRACKING_PASSWORD}.
 */
final class MlflowRest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String API = "/api/2.0/mlflow/";
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofMinutes(2);

  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  /** Entries of all kinds that one request may have. */
  private static final int MOST = 1000;

  /** Characters of entries in one request; MLflow takes requests of a million bytes. */
  private static final int MOST_CHARACTERS = 200_000;

  private static final int MOST_ANSWER = 300;

  private final URI address;
  private final Optional<String> authorization;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();

  MlflowRest(URI address, Map<String, String> environment) {
    this.address = address;
    this.authorization = authorization(environment);
  }

  private static Optional<String> authorization(Map<String, String> environment) {
    String token = environment.getOrDefault("MLFLOW_TRACKING_TOKEN", "");
    String user = environment.getOrDefault("MLFLOW_TRACKING_USERNAME", "");
    if (!user.isEmpty()) {
      String both = user + ":" + environment.getOrDefault("MLFLOW_TRACKING_PASSWORD", "");
      byte[] bytes = both.getBytes(StandardCharsets.UTF_8);
      return Optional.of("Basic " + Base64.getEncoder().encodeToString(bytes));
    }
    return token.isEmpty() ? Optional.empty() : Optional.of("Bearer " + token);
  }

  /**
   * The experiment of a name, deleted or not; empty if there is none.
   *
   * @throws InputException if no MLflow server answers at the address, or if it refuses the user
   */
  Optional<JsonNode> experiment(String name) throws IOException {
    String query = "?experiment_name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    HttpResponse<String> answer;
    try {
      answer = send(request("experiments/get-by-name" + query).GET().build());
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      throw new InputException(
          "%s: no server answers: %s. Start one, such as: mlflow server --backend-store-uri sqlite:///mlflow.db --port 5000"
              .formatted(this, reason(e)));
    }
    if (answer.statusCode() == UNAUTHORIZED || answer.statusCode() == FORBIDDEN) {
      throw new InputException(
          "%s: the server refuses with status %d: %s. Set MLFLOW_TRACKING_USERNAME and MLFLOW_TRACKING_PASSWORD, or MLFLOW_TRACKING_TOKEN, as for MLflow's own client"
              .formatted(this, answer.statusCode(), text(answer)));
    }
    JsonNode json = json(answer);
    if (answer.statusCode() == OK && json.has("experiment")) {
      return Optional.of(json.path("experiment"));
    }
    if (json.path("error_code").asText().equals("RESOURCE_DOES_NOT_EXIST")) {
      return Optional.empty();
    }
    throw new InputException(
        "%s: this is not an MLflow server, or it is broken: it answers %sexperiments/get-by-name with status %d: %s"
            .formatted(this, API, answer.statusCode(), text(answer)));
  }

  /** What is written to a run: a parameter, a metric's value or a tag. */
  record Entry(Kind kind, Map<String, Object> fields) {}

  /** Kinds of entries, with the number that one request may have. */
  enum Kind {
    PARAMS(100),
    METRICS(1000),
    TAGS(100);

    private final int most;

    Kind(int most) {
      this.most = most;
    }
  }

  /** Writes to a run, in as few requests as MLflow's limits leave; the last entry comes last. */
  void log(String run, List<Entry> entries) throws IOException {
    Map<Kind, List<Map<String, Object>>> batch = new EnumMap<>(Kind.class);
    int characters = 0;
    int count = 0;
    for (Entry entry : entries) {
      int length = Json.line(entry.fields()).length();
      int alike = batch.getOrDefault(entry.kind(), List.of()).size();
      if (alike == entry.kind().most || count == MOST || characters + length > MOST_CHARACTERS) {
        send(run, batch);
        batch.clear();
        characters = 0;
        count = 0;
      }
      batch.computeIfAbsent(entry.kind(), kind -> new ArrayList<>()).add(entry.fields());
      characters += length;
      count++;
    }
    send(run, batch);
  }

  private void send(String run, Map<Kind, List<Map<String, Object>>> batch) throws IOException {
    Map<String, Object> body = new LinkedHashMap<>(Map.of("run_id", run));
    batch.forEach((kind, entries) -> body.put(kind.name().toLowerCase(Locale.ROOT), entries));
    post("runs/log-batch", body);
  }

  JsonNode post(String path, Map<String, ?> body) throws IOException {
    HttpRequest request =
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(Json.line(body)))
            .build();
    HttpResponse<String> answer;
    try {
      answer = send(request);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(
          "%s answers no more: %s; export again to complete the runs".formatted(this, reason(e)),
          e);
    }
    if (answer.statusCode() != OK) {
      throw new IOException(
          "%s refuses %s%s with status %d: %s; export again to complete the runs"
              .formatted(this, API, path, answer.statusCode(), text(answer)));
    }
    return json(answer);
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + API + path));
    authorization.ifPresent(value -> request.header("Authorization", value));
    return request.timeout(ANSWER);
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while " + this + " was asked");
    }
  }

  /** The reason in words: for some kinds of failure Java gives none. */
  private static String reason(IOException failure) {
    if (failure.getCause() instanceof UnresolvedAddressException) {
      return "the host is not known";
    }
    if (failure.getMessage() != null) {
      return failure.getMessage();
    }
    return failure instanceof ConnectException
        ? "the connection was refused"
        : failure.getClass().getSimpleName();
  }

  private static JsonNode json(HttpResponse<String> answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      return JSON.missingNode();
    }
  }

  /** The server's own words. */
  private static String text(HttpResponse<String> answer) {
    String message = json(answer).path("message").asText();
    String all = (message.isEmpty() ? answer.body() : message).replaceAll("\\s+", " ").strip();
    return all.isEmpty() ? "no text" : CutText.of(all, MOST_ANSWER, "...");
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
