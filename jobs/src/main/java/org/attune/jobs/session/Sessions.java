package org.attune.jobs.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.attune.cluster.slot.SlotPlugin;
import org.attune.cluster.spark.SparkSettings;
import org.attune.cluster.spark.SparkSupport;
import org.attune.cluster.spark.UnsupportedSparkException;
import org.attune.jobs.console.InputException;

/**
 * Spark sessions, configured for each command. Settings from {@code spark-submit} take precedence,
 * except over what a sweep needs: no retries, no speculation, the GPUs of a trial, and the settings
 * of {@link SecureOption}. Without them, Spark runs inside this process on all cores.
 */
public final class Sessions {

  private static final Pattern LOCAL =
      Pattern.compile("local(?:\\[(\\*|\\d+)(?:\\s*,\\s*\\d+)?])?");

  private static final Pattern MASTER =
      Pattern.compile(
          LOCAL
              + "|local-cluster\\[\\s*\\d+\\s*,\\s*\\d+\\s*,\\s*\\d+\\s*]"
              + "|spark://.+:\\d+|yarn|(k8s|mesos)://.+");

  private static final String EXECUTOR_OPTIONS = "spark.executor.extraJavaOptions";
  private static final String VECTORS = "jdk.incubator.vector";
  private static final String VECTORS_OPTION = "--add-modules=" + VECTORS;

  private static final String NAME = "spark.app.name";
  private static final String MAIN = "org.attune.jobs.Attune";
  private static final String WAREHOUSE = "spark.sql.warehouse.dir";

  /** The warehouse, if it is a temporary folder of Attune's. */
  private static final String OWN_WAREHOUSE = "spark.attune.warehouse";

  private Sessions() {}

  /**
   * A new folder for Spark's own tables, which only its owner may read. Its name cannot be guessed,
   * so nobody can plant something there. Queries create no tables.
   */
  private static Path warehouse() {
    try {
      return Files.createTempDirectory("attune-warehouse-");
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make a temporary folder: " + e.getMessage(), e);
    }
  }

  /** Stops a session for queries and deletes its folder. */
  public static void end(SparkSession queries) {
    Optional<String> warehouse = Optional.ofNullable(queries.conf().get(OWN_WAREHOUSE, null));
    queries.stop();
    SparkSession.clearActiveSession(); // else this thread parses with a stopped session
    try {
      if (warehouse.isPresent()) {
        Files.deleteIfExists(Path.of(warehouse.get()));
      }
    } catch (IOException e) {
      // The system clears its temporary folder.
    }
  }

  /**
   * A session that runs a sweep. Attune retries trials itself, so Spark must not retry tasks.
   *
   * @param gpus number of GPUs per trial; Spark gives each executor task as many
   * @param security the settings that {@link SecureOption} sets
   */
  public static SparkSession forSweep(
      String name, OptionalDouble gpus, Map<String, String> security) {
    SparkConf conf = named(basics(), "attune " + name);
    security.forEach(conf::set);
    String plugins = conf.get("spark.plugins", "");
    String slots = SlotPlugin.class.getName();
    if (!Arrays.asList(plugins.split(",")).contains(slots)) {
      conf.set("spark.plugins", plugins.isEmpty() ? slots : plugins + "," + slots);
    }
    conf.set("spark.task.maxFailures", "1");
    conf.set("spark.speculation", "false");
    conf.setIfMissing("spark.executorEnv.OMP_NUM_THREADS", "1");
    conf.set(EXECUTOR_OPTIONS, SystemBlas.keptOutOf(withVectors(conf.get(EXECUTOR_OPTIONS, ""))));
    if (gpus.isPresent() && !isLocal(conf.get("spark.master"))) {
      conf.set("spark.task.resource.gpu.amount", amount(gpus.getAsDouble()));
    }
    return SparkSupport.session(conf);
  }

  /**
   * Names the application, unless the user did. Without a name {@code spark-submit} gives the main
   * class as the name, and the history server shows all sweeps alike.
   */
  static SparkConf named(SparkConf conf, String name) {
    return conf.get(NAME, MAIN).equals(MAIN) ? conf.set(NAME, name) : conf;
  }

  /** Spark accepts a whole amount only without a decimal point. */
  private static String amount(double gpus) {
    return gpus == Math.rint(gpus) ? String.valueOf((int) gpus) : String.valueOf(gpus);
  }

  /** The value that the user gave Spark, for example through {@code spark-submit}. */
  public static Optional<String> told(String property) {
    return Optional.ofNullable(new SparkConf().get(property, null));
  }

  /** A session for queries, mostly over small tables: few partitions and no adaptive planning. */
  public static SparkSession forQueries() {
    SparkConf conf = named(basics(), "attune sql");
    conf.setIfMissing("spark.sql.shuffle.partitions", "4");
    conf.setIfMissing("spark.sql.adaptive.enabled", "false");
    conf.setIfMissing("spark.sql.files.openCostInBytes", "65536"); // many sweeps, many small files
    conf.setIfMissing("spark.buffer.pageSize", "4m"); // Spark clears 64m pages before the first row
    conf.setIfMissing("spark.sql.session.timeZone", "UTC");
    conf.set("spark.sql.variable.substitute", "false"); // else ${env:NAME} reads the environment
    if (!conf.contains(WAREHOUSE)) {
      String folder = warehouse().toString();
      conf.set(WAREHOUSE, folder);
      conf.set(OWN_WAREHOUSE, folder);
    }
    SparkSession spark = SparkSupport.session(conf);
    compileQueries(spark, false);
    return spark;
  }

  /**
   * Sets whether Spark compiles the next queries to Java. Compiling takes a second, and pays off
   * over many rows.
   */
  public static void compileQueries(SparkSession spark, boolean compile) {
    spark.conf().set("spark.sql.codegen.wholeStage", compile);
    spark.conf().set("spark.sql.codegen.factoryMode", compile ? "FALLBACK" : "NO_CODEGEN");
  }

  /** Adds the option that a training JVM needs: its kernels use Java's vector module. */
  static String withVectors(String options) {
    return options.contains(VECTORS) ? options : (options + " " + VECTORS_OPTION).strip();
  }

  private static SparkConf basics() {
    try {
      SparkSupport.require();
    } catch (UnsupportedSparkException e) {
      throw new InputException(e.getMessage());
    }
    SparkConf conf = new SparkConf();
    conf.setIfMissing("spark.master", "local[*]");
    if (isLocal(conf.get("spark.master"))) {
      conf.setIfMissing("spark.driver.host", "localhost");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    }
    conf.setIfMissing("spark.ui.enabled", "false");
    conf.setIfMissing("spark.ui.killEnabled", "false"); // any website could request the kill page
    conf.setIfMissing("spark.ui.showConsoleProgress", "false");
    return conf;
  }

  /**
   * The master that Spark will start on.
   *
   * @throws InputException if Spark knows no such master
   */
  public static String master() {
    String master = basics().get("spark.master");
    if (!MASTER.matcher(master).matches() && !SparkSettings.isOfAJar(master)) {
      throw new InputException(
          "'%s' is not a master that Spark knows; give local[N], spark://HOST:PORT, yarn or k8s://https://HOST:PORT"
              .formatted(master));
    }
    return master;
  }

  /** Whether executors run in this process. */
  public static boolean isLocal(String master) {
    return LOCAL.matcher(master).matches();
  }

  /** Number of trials that run at a time on a local master. */
  public static int localSlots(String master) {
    Matcher matcher = LOCAL.matcher(master);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("Not a local master: " + master);
    }
    String cores = matcher.group(1);
    if (cores == null) {
      return 1;
    }
    return cores.equals("*") ? Runtime.getRuntime().availableProcessors() : Integer.parseInt(cores);
  }
}
