package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A standalone master with two worker processes on this machine, by {@code standalone}; beside
 * those of other processes, with files and a port of its own.
 */
final class StandaloneCluster implements AutoCloseable {

  private static final Path FILES =
      Launched.HOME.resolve("cluster/target/standalone-" + ProcessHandle.current().pid());

  /** Options of {@code spark-submit}: nothing is run before both workers have an executor. */
  static final List<String> ALL_AT_ONCE =
      List.of(
          "--conf",
          "spark.scheduler.minRegisteredResourcesRatio=1.0",
          "--conf",
          "spark.scheduler.maxRegisteredResourcesWaitingTime=20m");

  private final Map<String, String> shell;
  private final String master;

  private StandaloneCluster(Map<String, String> shell, String master) {
    this.shell = shell;
    this.master = master;
  }

  /**
   * Starts one.
   *
   * @param options of {@code standalone start}
   */
  static StandaloneCluster start(Object... options) throws Exception {
    return start(Map.of(), options);
  }

  /** The same from a shell that has more variables, as have all that submit to the cluster. */
  static StandaloneCluster start(Map<String, String> shell, Object... options) throws Exception {
    List<Object> arguments = new ArrayList<>(List.of("start", "--port", Launched.freePort()));
    arguments.addAll(List.of(options));
    Launched.Result started = standalone(shell, arguments.toArray());
    assertThat(started.exit()).as(started.error()).isZero();
    return new StandaloneCluster(shell, started.output().strip());
  }

  private static Launched.Result standalone(Map<String, String> shell, Object... arguments)
      throws Exception {
    Map<String, String> environment = new HashMap<>(shell);
    environment.put("ATTUNE_STANDALONE", FILES.toString());
    return Launched.program(environment, "cluster/bin/standalone", arguments).await();
  }

  /** The logs, process ids and folders of the master and the workers. */
  Path files() {
    return FILES;
  }

  /**
   * Runs a sweep on it.
   *
   * @param ofSpark options of {@code spark-submit}
   * @param ofRun the sweep file and the options of {@code run}
   */
  Launched submit(List<String> ofSpark, Object... ofRun) throws IOException {
    return submit(shell, ofSpark, ofRun);
  }

  /** The same from a shell that has more variables. */
  Launched submit(Map<String, String> shell, List<String> ofSpark, Object... ofRun)
      throws IOException {
    List<Object> arguments = new ArrayList<>(List.of("--master", master));
    arguments.addAll(ofSpark);
    arguments.addAll(List.of("jobs/target/attune.jar", "run"));
    arguments.addAll(List.of(ofRun));
    return Launched.program(shell, "cluster/bin/spark-submit", arguments.toArray());
  }

  /** Kills a worker process, numbered from 1, and its executors with it. */
  void killWorker(int number) throws Exception {
    kill("worker-" + number);
  }

  /** Kills a daemon: {@code master} or {@code worker-N}. */
  void kill(String daemon) throws Exception {
    ProcessHandle process = process(daemon).orElseThrow();
    process.destroyForcibly();
    process.onExit().get();
  }

  /**
   * Kills an executor of the newest application, and the worker that would start it again.
   *
   * @param id Spark's id of the executor, which stands before the point in a slot's name
   */
  void killWorkerOfExecutor(String id) throws Exception {
    int worker = Files.exists(newestApplication(1).resolve(id)) ? 1 : 2;
    assertThat(newestApplication(worker).resolve(id)).isDirectory();
    List<ProcessHandle> executors = worker(worker).orElseThrow().children().toList();
    killWorker(worker);
    executors.forEach(ProcessHandle::destroyForcibly); // left alone, it may finish its trial first
  }

  /** The folder in which a worker has one of each executor; its name begins with the time. */
  private static Path newestApplication(int worker) throws IOException {
    try (Stream<Path> folders = Files.list(FILES.resolve("worker-" + worker + "/work"))) {
      return folders.max(Comparator.naturalOrder()).orElseThrow();
    }
  }

  /** The number of executors that run on the two workers. */
  long executors() throws IOException {
    return Stream.concat(worker(1).stream(), worker(2).stream())
        .flatMap(ProcessHandle::children)
        .filter(ProcessHandle::isAlive)
        .count();
  }

  private static Optional<ProcessHandle> worker(int number) throws IOException {
    return process("worker-" + number);
  }

  private static Optional<ProcessHandle> process(String daemon) throws IOException {
    String pid = Files.readString(FILES.resolve(daemon + ".pid")).strip();
    return ProcessHandle.of(Long.parseLong(pid));
  }

  /** Starts the daemon that was killed again. */
  void revive() throws Exception {
    Launched.Result revived = standalone(shell, "revive");
    assertThat(revived.output())
        .as(revived.error())
        .matches("(?s)(master|worker-.*) started, pid \\d+\\R");
  }

  /**
   * The address of a daemon's pages, without a slash at its end.
   *
   * @param daemon {@code master} or {@code worker-N}
   */
  String pages(String daemon) throws IOException {
    Matcher at =
        Pattern.compile("WebUI to .* started at (http://\\S+)")
            .matcher(Files.readString(FILES.resolve(daemon + ".log")));
    assertThat(at.find()).as(daemon).isTrue();
    return at.group(1);
  }

  @Override
  public void close() throws Exception {
    standalone(shell, "stop");
  }
}
