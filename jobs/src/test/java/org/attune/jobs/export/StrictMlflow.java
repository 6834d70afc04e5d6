package org.attune.jobs.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Answers as an MLflow 3 server does, and refuses what it refuses: the fields of
 * mlflow/protos/service.proto, the limits of mlflow/utils/validation.py, and the answers of
 * mlflow/server/handlers.py.
 */
public final class StrictMlflow implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String API = "/api/2.0/mlflow/";
  private static final Pattern NAME =
      Pattern.compile("[/\\w.\\- ]+", Pattern.UNICODE_CHARACTER_CLASS);
  private static final int PAGE = 5; // fewer than asked for, as a server may

  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          "experiments/create", Set.of("name", "artifact_location", "tags"),
          "runs/create", Set.of("experiment_id", "user_id", "run_name", "start_time", "tags"),
          "runs/log-batch", Set.of("run_id", "metrics", "params", "tags"),
          "runs/update", Set.of("run_id", "status", "end_time", "run_name"),
          "runs/delete", Set.of("run_id"),
          "runs/search",
              Set.of(
                  "experiment_ids",
                  "filter",
                  "run_view_type",
                  "max_results",
                  "order_by",
                  "page_token"));

  record Run(
      String id,
      String experiment,
      Map<String, String> info,
      Map<String, String> params,
      Map<String, List<MlflowRun.Point>> metrics,
      Map<String, String> tags) {}

  private final HttpServer server;
  private final Map<String, String> experiments = new LinkedHashMap<>();
  private final Map<String, Run> runs = new LinkedHashMap<>();
  private final AtomicInteger answered = new AtomicInteger();
  private int breaksAfter = Integer.MAX_VALUE;
  private String lifecycle = "active";
  private Optional<String> user = Optional.empty();

  public StrictMlflow() throws IOException {
    System.setProperty("sun.net.httpserver.nodelay", "true"); // else each answer waits for 40 ms
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(API, this::answer);
    server.start();
  }

  public String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Refuses all requests after some number more. */
  void breaksAfter(int requests) {
    breaksAfter = answered.get() + requests;
  }

  void worksAgain() {
    breaksAfter = Integer.MAX_VALUE;
  }

  void deleted() {
    lifecycle = "deleted";
  }

  /** Answers only {@code name:password}. */
  void takesOnly(String credentials) {
    user = Optional.of(credentials);
  }

  Map<String, String> experiments() {
    return experiments;
  }

  /** Runs that nobody deleted. */
  List<Run> runs() {
    return runs.values().stream().filter(run -> !run.info().containsKey("deleted")).toList();
  }

  List<Run> all() {
    return List.copyOf(runs.values());
  }

  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;
    private final int status;
    private final String code;

    private Refusal(int status, String code, String message) {
      super(message);
      this.status = status;
      this.code = code;
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    int status = 200;
    String text;
    try {
      String path = exchange.getRequestURI().getPath().substring(API.length());
      text = JSON.writeValueAsString(answer(path, exchange));
    } catch (Refusal e) {
      status = e.status;
      text = JSON.writeValueAsString(Map.of("error_code", e.code, "message", e.getMessage()));
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private Map<String, Object> answer(String path, HttpExchange exchange)
      throws IOException, Refusal {
    if (answered.incrementAndGet() > breaksAfter) {
      throw new Refusal(500, "INTERNAL_ERROR", "database or disk is full");
    }
    if (user.isPresent()) {
      String basic = Base64.getEncoder().encodeToString(user.get().getBytes());
      require(
          401, ("Basic " + basic).equals(exchange.getRequestHeaders().getFirst("Authorization")));
    }
    if (path.equals("experiments/get-by-name")) {
      String query = exchange.getRequestURI().getRawQuery();
      return experiment(URLDecoder.decode(query.split("=", 2)[1], StandardCharsets.UTF_8));
    }
    byte[] bytes = exchange.getRequestBody().readAllBytes();
    require(400, bytes.length <= 1_000_000);
    JsonNode body = JSON.readTree(bytes);
    for (Iterator<String> names = body.fieldNames(); names.hasNext(); ) {
      require(400, FIELDS.get(path).contains(names.next()));
    }
    return switch (path) {
      case "experiments/create" -> createExperiment(body);
      case "runs/create" -> create(body);
      case "runs/log-batch" -> log(body);
      case "runs/update" -> update(body);
      case "runs/search" -> search(body);
      case "runs/delete" -> {
        run(body).info().put("deleted", "");
        yield Map.of();
      }
      default -> throw new Refusal(404, "ENDPOINT_NOT_FOUND", path);
    };
  }

  private Map<String, Object> experiment(String name) throws Refusal {
    if (!experiments.containsKey(name)) {
      throw new Refusal(404, "RESOURCE_DOES_NOT_EXIST", "no experiment " + name);
    }
    return Map.of(
        "experiment",
        Map.of("experiment_id", experiments.get(name), "name", name, "lifecycle_stage", lifecycle));
  }

  private Map<String, Object> createExperiment(JsonNode body) throws Refusal {
    String name = body.path("name").asText();
    require(400, !name.isEmpty() && name.length() <= 256 && !experiments.containsKey(name));
    experiments.put(name, String.valueOf(experiments.size() + 1));
    return Map.of("experiment_id", experiments.get(name));
  }

  private Map<String, Object> create(JsonNode body) throws Refusal {
    require(400, experiments.containsValue(body.path("experiment_id").asText()));
    require(400, body.path("start_time").isIntegralNumber());
    String name = body.path("run_name").asText();
    require(400, !name.isEmpty() && name.length() <= 250);
    Map<String, String> info = new TreeMap<>();
    info.put("name", name);
    info.put("user", body.path("user_id").asText());
    info.put("start", body.path("start_time").asText());
    info.put("status", "RUNNING");
    Run run =
        new Run(
            "run" + runs.size(),
            body.path("experiment_id").asText(),
            info,
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>());
    put(body.path("tags"), run.tags(), 8000);
    runs.put(run.id(), run);
    return Map.of("run", Map.of("info", Map.of("run_id", run.id())));
  }

  private Map<String, Object> log(JsonNode body) throws Refusal {
    Run run = run(body);
    require(400, body.path("params").size() <= 100 && body.path("tags").size() <= 100);
    require(400, body.path("metrics").size() <= 1000);
    Map<String, String> before = Map.copyOf(run.params());
    put(body.path("params"), run.params(), 6000);
    require(400, before.entrySet().stream().allMatch(run.params().entrySet()::contains));
    put(body.path("tags"), run.tags(), 8000);
    for (JsonNode metric : body.path("metrics")) {
      requireName(metric.path("key").asText());
      require(400, metric.path("timestamp").isIntegralNumber());
      JsonNode value = metric.path("value");
      Predicate<String> other = Set.of("NaN", "Infinity", "-Infinity")::contains;
      require(400, value.isNumber() || other.test(value.asText()));
      run.metrics()
          .computeIfAbsent(metric.path("key").asText(), key -> new ArrayList<>())
          .add(
              new MlflowRun.Point(
                  metric.path("timestamp").asLong(),
                  Double.parseDouble(value.asText()),
                  metric.path("step").asLong()));
    }
    return Map.of();
  }

  private Map<String, Object> update(JsonNode body) throws Refusal {
    Run run = run(body);
    String status = body.path("status").asText();
    require(400, Set.of("RUNNING", "FINISHED", "FAILED", "KILLED").contains(status));
    run.info().put("status", status);
    if (body.has("end_time")) {
      require(400, body.path("end_time").isIntegralNumber());
      run.info().put("end", body.path("end_time").asText());
    }
    return Map.of();
  }

  private Map<String, Object> search(JsonNode body) throws Refusal {
    String[] filter = body.path("filter").asText().split("`|' *= *'|'");
    require(400, body.path("max_results").asInt() <= 50_000 && filter.length >= 2);
    String key = filter[1];
    String value = filter[filter.length - 1];
    List<Map<String, Object>> found = new ArrayList<>();
    for (Run run : runs()) {
      if (value.equals(run.tags().get(key))
          && body.path("experiment_ids").get(0).asText().equals(run.experiment())) {
        List<Map<String, String>> tags = new ArrayList<>();
        run.tags().forEach((k, v) -> tags.add(Map.of("key", k, "value", v)));
        found.add(Map.of("info", Map.of("run_id", run.id()), "data", Map.of("tags", tags)));
      }
    }
    int from = body.path("page_token").asInt();
    int to = Math.min(found.size(), from + PAGE);
    Map<String, Object> answer = new LinkedHashMap<>(Map.of("runs", found.subList(from, to)));
    if (to < found.size()) {
      answer.put("next_page_token", String.valueOf(to));
    }
    return answer;
  }

  private static void put(JsonNode pairs, Map<String, String> into, int most) throws Refusal {
    for (JsonNode pair : pairs) {
      requireName(pair.path("key").asText());
      require(400, pair.path("value").isTextual() && pair.path("value").asText().length() <= most);
      into.put(pair.path("key").asText(), pair.path("value").asText());
    }
  }

  private static void requireName(String name) throws Refusal {
    require(400, NAME.matcher(name).matches() && name.length() <= 250 && !name.startsWith("/"));
    require(400, !name.equals(".") && !name.startsWith("..") && !name.contains("//"));
  }

  private Run run(JsonNode body) throws Refusal {
    Run run = runs.get(body.path("run_id").asText());
    require(404, run != null && !run.info().containsKey("deleted"));
    return run;
  }

  private static void require(int status, boolean holds) throws Refusal {
    if (!holds) {
      throw new Refusal(status, "INVALID_PARAMETER_VALUE", "MLflow would not take this");
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
