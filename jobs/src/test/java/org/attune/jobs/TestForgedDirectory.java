package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.sweeps.store.Digest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command that takes a sweep's directory, on directories that somebody forged: nothing
 * outside is touched, no command hangs or fills the memory, no escape is printed, and the other
 * sweeps beside it are listed.
 */
class TestForgedDirectory {

  private static final int SAMPLE = 100;
  private static final int SOAK = 20_400; // those after the sample
  private static final long LONGEST_SECONDS = 20;

  /** Spark's start depends on how busy the machine is. */
  private static final long LONGEST_OF_SPARK = 180;

  private static final long MOST_BYTES = 1L << 30;

  /** Commands that start Spark take a second or more: one in this many directories gets them. */
  private static final int ONE_IN = 100;

  /** All but line ends: a carriage return alone moves the cursor. */
  private static final Pattern RAW =
      Pattern.compile("(?!\\r\\n)[\\p{Cc}\\u202A-\\u202E\\u2066-\\u2069&&[^\\n\\t]]");

  @TempDir Path root;
  private Path outside;
  private Path runs;
  private Path out;
  private Path sweep;
  private Path spec;
  private String trial;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(TestForgedDirectory::daemon);

  private static Thread daemon(Runnable command) {
    Thread thread = new Thread(command, "command");
    thread.setDaemon(true);
    return thread;
  }

  @BeforeEach
  void write() throws Exception {
    outside = Files.createDirectories(root.resolve("outside"));
    Files.writeString(outside.resolve("thesis.tex"), "years of work");
    Files.writeString(outside.resolve("000001"), "theirs");
    Path folder = Files.createDirectory(outside.resolve("folder"));
    for (String name : List.of("ab-0.1.1.5.sha256.zip", "000001", "1-1.parquet", "1-1.json")) {
      Files.writeString(folder.resolve(name), "theirs");
    }
    runs = Files.createDirectory(root.resolve("runs"));
    out = Files.createDirectory(root.resolve("out"));
    Path programs = Files.createDirectory(root.resolve("programs"));
    Files.writeString(
        programs.resolve("train.sh"),
        "touch $1/state; echo a line; test $2 != 3 && echo \"{\\\"loss\\\": $2, \\\"accuracy\\\":"
            + " 0.5}\"\n");
    spec =
        Files.writeString(
            programs.resolve("forged.yaml"),
            """
            sweep: forged
            task:
              command:
                run: sh train.sh {checkpoints} {x}
                folder: %s
                parameters: {x: {integer: [1, 9]}}
                metrics: {loss: lower, accuracy: higher}
            axes: {x: [1, 2, 3]}
            objective: {metric: loss, goal: minimize}
            replicates: 2
            execution: {retries: 0, checkpoints: {keep: all}}
            """
                .formatted(programs));
    sweep = root.resolve("sweep");
    Printed run = Printed.of("run", spec, "--out", sweep);
    assertThat(run.exit()).as(run.error()).isEqualTo(ExitCode.TRIALS_FAILED);
    ForgedDirectory.copy(sweep, runs.resolve("good"));
    trial =
        new ObjectMapper()
            .readTree(Printed.attune("best", sweep, "--json"))
            .get("trial_id")
            .asText();
  }

  @Test
  void aSample() throws Exception {
    attack(SAMPLE, 0, 1);
  }

  @Test
  @Timeout(value = 6, unit = TimeUnit.HOURS)
  @Tag("soak")
  void aSoak() throws Exception {
    attack(
        Integer.getInteger("attune.directories", SOAK),
        Integer.getInteger("attune.first-directory", SAMPLE),
        3);
  }

  /**
   * Attacks.
   *
   * @param directories how many to forge
   * @param first the first seed
   * @param most commands on each, besides those that start Spark
   */
  private void attack(int directories, long first, int most) throws Exception {
    Map<String, Integer> exits = new TreeMap<>();
    for (long seed = first; seed < first + directories; seed++) {
      Path directory = runs.resolve("forged-" + seed);
      ForgedDirectory forged = ForgedDirectory.of(sweep, directory, outside, seed);
      Map<String, String> before = watched();
      for (List<Object> command : commands(directory, most, new Random(-seed))) {
        String what = "seed %d: %s after %s".formatted(seed, command, forged.done());
        Printed printed = run(command, what);
        exits.merge(command.get(0) + " " + printed.exit(), 1, Integer::sum);
        assertThat(printed.exit()).as(what + "\n" + printed).isBetween(0, 3);
        assertThat(RAW.matcher(printed.output() + printed.error()).find())
            .as("a raw escape, %s: %s", what, printed)
            .isFalse();
        assertThat(watched()).as(what).isEqualTo(before);
        if (command.get(0).equals("list")) {
          assertThat(printed.output()).as(what).contains("/good");
        }
      }
      ForgedDirectory.delete(directory);
      clean(out);
    }
    System.err.println(directories + " forged directories: " + exits);
  }

  @Test
  void noCommandOnASweepIsLeftOut() {
    assertThat(
            Attune.command().getSubcommands().entrySet().stream()
                .filter(below -> below.getValue().getCommand() instanceof SweepCommand)
                .map(Map.Entry::getKey))
        .as("commands about one sweep; add a line to CommandsOnSweep for each")
        .isSubsetOf(commandsOn(sweep).stream().map(words -> words.get(0).toString()).toList());
  }

  private List<List<Object>> commandsOn(Path directory) {
    List<List<Object>> all =
        new ArrayList<>(CommandsOnSweep.of(directory, trial, runs.resolve("good"), out));
    all.add(List.of("run", spec, "--out", directory, "--dry-run"));
    return all;
  }

  private List<List<Object>> commands(Path directory, int most, Random random) {
    List<List<Object>> all = commandsOn(directory);
    List<List<Object>> some = new ArrayList<>();
    if (most > 1 || random.nextInt(3) == 0) {
      some.add(List.of("list", "runs", runs));
    }
    while (some.size() < most) {
      some.add(all.get(random.nextInt(all.size())));
    }
    if (random.nextInt(ONE_IN) == 0) {
      some.add(
          random.nextBoolean()
              ? List.of("run", spec, "--out", directory)
              : List.of("sql", "--out", directory, "select * from results"));
    }
    return some;
  }

  private Printed run(List<Object> command, String what) throws Exception {
    MemoryPoolMXBean old = oldGeneration();
    old.setCollectionUsageThreshold(MOST_BYTES);
    long exceeded = old.getCollectionUsageThresholdCount();
    Thread[] running = new Thread[1];
    Future<Printed> printed =
        thread.submit(
            () -> {
              running[0] = Thread.currentThread();
              return Printed.of(command.toArray());
            });
    try {
      boolean spark = command.contains("sql") || command.contains("run");
      Printed done = printed.get(spark ? LONGEST_OF_SPARK : LONGEST_SECONDS, TimeUnit.SECONDS);
      assertThat(old.getCollectionUsageThresholdCount()).as("1 GB, " + what).isEqualTo(exceeded);
      return done;
    } catch (TimeoutException hangs) {
      throw new AssertionError(
          "hangs, %s: %s".formatted(what, Arrays.toString(running[0].getStackTrace())), hangs);
    } catch (ExecutionException failed) {
      throw new AssertionError(what, failed.getCause());
    }
  }

  private static MemoryPoolMXBean oldGeneration() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.isCollectionUsageThresholdSupported())
        .filter(pool -> pool.getName().matches(".*(Old|Tenured).*"))
        .findFirst()
        .orElseThrow();
  }

  /** All that no command may touch: what is beside the directory, and whether more is there. */
  private Map<String, String> watched() throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (Path folder : List.of(outside, runs.resolve("good"), root.resolve("programs"))) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.toList()) {
          all.put(file.toString(), state(file));
        }
      }
    }
    for (Path folder : List.of(root, runs)) {
      try (Stream<Path> files = Files.list(folder)) {
        files.forEach(file -> all.putIfAbsent(file.toString(), "there"));
      }
    }
    return all;
  }

  private static String state(Path file) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? Digest.of(Files.readAllBytes(file)).sha256() + Files.getLastModifiedTime(file)
        : "folder, " + Files.getLastModifiedTime(file);
  }

  private static void clean(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        ForgedDirectory.delete(file);
      }
    }
  }
}
