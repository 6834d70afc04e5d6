package org.attune.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A headless Chromium, driven by its DevTools protocol. */
public final class Browser implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Windows' virtual key codes, which the protocol wants. */
  private static final Map<String, Integer> KEYS =
      Map.of("Enter", 13, "Tab", 9, "Escape", 27, "ArrowUp", 38, "ArrowDown", 40);

  static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration FIRST_ANSWER = Duration.ofMinutes(1);
  private static final int TRIES = 3;

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger calls = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private volatile boolean threw; // a script of the page

  private Browser(Process process, URI page) {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(page, new Listener()).join();
  }

  /** The program, where there is one. */
  public static Optional<String> program() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .filter(
            name ->
                Stream.of(System.getenv("PATH").split(":"))
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, name))))
        .findFirst();
  }

  /** A new browser; another one where its page does not answer, which happens, if rarely. */
  public static Browser open(String program, Path profile, int width, int height) throws Exception {
    for (int tries = 1; ; tries++) {
      Browser browser = start(program, profile.resolve("" + tries), width, height);
      try {
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
          browser.call(domain + ".enable", Map.of(), FIRST_ANSWER);
        }
        return browser;
      } catch (AssertionError e) {
        browser.close();
        if (tries == TRIES) {
          throw e;
        }
      }
    }
  }

  private static Browser start(String program, Path profile, int width, int height)
      throws Exception {
    Process process =
        new ProcessBuilder(
                program,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "--window-size=" + width + "," + height,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Path port = profile.resolve("DevToolsActivePort");
    Awaitility.await().atMost(PATIENCE).until(() -> Files.exists(port) && Files.size(port) > 0);
    URI pages = URI.create("http://127.0.0.1:" + Files.readAllLines(port).get(0) + "/json");
    String page =
        Awaitility.await().atMost(PATIENCE).until(() -> page(pages), found -> !found.isEmpty());
    return new Browser(process, URI.create(page));
  }

  /** Where the first of its pages is driven; empty before there is one. */
  private static String page(URI pages) throws IOException {
    for (JsonNode one : JSON.readTree(pages.toURL().openStream().readAllBytes())) {
      if (one.get("type").asText().equals("page")) {
        return one.get("webSocketDebuggerUrl").asText();
      }
    }
    return "";
  }

  /** Opens a page and waits until it says that it is drawn; a script that fails first is told. */
  public void go(String address, boolean dark) {
    complaints.clear();
    requests.clear();
    threw = false;
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    evaluate("delete document.documentElement?.dataset.ready"); // of the page before
    call("Page.navigate", Map.of("url", address));
    Awaitility.await().atMost(PATIENCE).until(() -> ready() || threw);
    if (!ready()) {
      throw new AssertionError(address + " is not drawn: " + complaints);
    }
  }

  private boolean ready() {
    return evaluate("document.documentElement?.dataset.ready === 'true'").asBoolean();
  }

  /** A JavaScript expression's value. */
  public JsonNode evaluate(String expression) {
    JsonNode answer =
        call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
    if (answer.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
    }
    return answer.path("result").path("value");
  }

  void drag(double x, double fromY, double toY) {
    mouse("mousePressed", x, fromY);
    mouse("mouseMoved", x, (fromY + toY) / 2);
    mouse("mouseMoved", x, toY);
    mouse("mouseReleased", x, toY);
  }

  private void mouse(String type, double x, double y) {
    call(
        "Input.dispatchMouseEvent",
        Map.of("type", type, "x", x, "y", y, "button", "left", "buttons", 1, "clickCount", 1));
  }

  void key(String key) {
    String text = key.equals("Enter") ? "\r" : "";
    int code = KEYS.get(key);
    for (String type : List.of("keyDown", "keyUp")) {
      call(
          "Input.dispatchKeyEvent",
          Map.of(
              "type",
              type,
              "key",
              key,
              "code",
              key,
              "text",
              type.equals("keyDown") ? text : "",
              "windowsVirtualKeyCode",
              code));
    }
  }

  void type(String text) {
    call("Input.insertText", Map.of("text", text));
  }

  /** Gives the window another size. */
  void resize(int width, int height) {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** The whole page as a picture. */
  void screenshot(Path file, int height) throws IOException {
    screenshot(file, 1280, height);
  }

  /** The page at a width as a picture. */
  void screenshot(Path file, int width, int height) throws IOException {
    resize(width, height);
    String data = call("Page.captureScreenshot", Map.of("format", "png")).get("data").asText();
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(data));
  }

  /** What the console and the page's security policy complained of. */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** Addresses that were asked for. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  private JsonNode call(String method, Map<String, Object> params) {
    return call(method, params, PATIENCE);
  }

  private JsonNode call(String method, Map<String, Object> params, Duration patience) {
    int id = calls.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    try {
      socket.sendText(
          JSON.writeValueAsString(Map.of("id", id, "method", method, "params", params)), true);
      return answer.get(patience.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(method, e);
    }
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder message = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      message.append(part);
      if (last) {
        heard(message.toString());
        message.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void heard(String text) {
      try {
        JsonNode json = JSON.readTree(text);
        if (json.has("id")) {
          waiting.remove(json.get("id").asInt()).complete(json.path("result"));
        } else if (json.path("method").asText().equals("Network.requestWillBeSent")) {
          requests.add(json.at("/params/request/url").asText());
        } else if (json.path("method").asText().equals("Runtime.exceptionThrown")) {
          complaints.add(json.at("/params/exceptionDetails").toString());
          threw = true;
        } else if (json.path("method").asText().equals("Log.entryAdded")) {
          complaints.add(json.at("/params/entry").toString());
        } else if (json.path("method").asText().equals("Runtime.consoleAPICalled")
            && json.at("/params/type").asText().matches("error|warning|assert")) {
          complaints.add(json.at("/params/args").toString());
        }
      } catch (IOException e) {
        complaints.add("cannot read " + text);
      }
    }
  }

  @Override
  public void close() throws Exception {
    socket.abort();
    List<ProcessHandle> all = process.descendants().toList();
    process.destroy();
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      process.destroyForcibly().waitFor();
    }
    all.forEach(ProcessHandle::destroyForcibly); // they write into the profile to their end
    all.forEach(child -> child.onExit().join());
  }
}
