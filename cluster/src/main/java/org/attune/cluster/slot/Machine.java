package org.attune.cluster.slot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.attune.cluster.spark.SparkVersion;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.store.Digest;

/** Facts about this process and its machine, for the provenance of results. */
public final class Machine {

  private static final String UNKNOWN = "unknown";
  private static final String WITHOUT_SPARK = "none";
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  /** The user's jars: lines of a SHA-256 and a name. Executors read it from Spark's settings. */
  private static final String JARS = "spark.attune.jars";

  private static final int DIGITS = 64; // of a SHA-256

  private Machine() {}

  /**
   * Code and library versions, the user's jars, Java, operating system and processor, by {@link
   * Provenance} name. This class looks them up once, since a thousand slots ask for them.
   */
  public static Map<String, String> provenance() {
    SparkEnv spark = SparkVersion.isHere() ? SparkEnv.get() : null;
    String jars = spark == null ? System.getProperty(JARS, "") : spark.conf().get(JARS, "");
    if (jars.isEmpty()) {
      return Facts.ALL;
    }
    Map<String, String> facts = new TreeMap<>(Facts.ALL);
    jars.lines()
        .forEach(
            line ->
                facts.put(
                    Provenance.LIBRARY + line.substring(DIGITS + 1), line.substring(0, DIGITS)));
    return facts;
  }

  /**
   * Names the user's jars that trials of this process use, and those of executors of a Spark that
   * starts later. Replaces those named before.
   */
  public static void useJars(List<Path> jars) {
    String lines =
        jars.stream()
            .map(jar -> digest(jar) + " " + jar.getFileName())
            .collect(Collectors.joining("\n"));
    System.setProperty(JARS, lines);
  }

  private static String digest(Path jar) {
    try (InputStream content = Files.newInputStream(jar)) {
      return Digest.of(content).sha256();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Facts {
    static final Map<String, String> ALL = Collections.unmodifiableMap(lookUp());
  }

  private static Map<String, String> lookUp() {
    Map<String, String> facts = new TreeMap<>();
    facts.put(Provenance.CODE_VERSION, codeVersion());
    facts.put(
        Provenance.LIBRARY + "spark",
        SparkVersion.isHere() ? SparkVersion.current().text() : WITHOUT_SPARK);
    facts.put(
        Provenance.LIBRARY + "nd4j",
        resource("/META-INF/maven/org.nd4j/nd4j-api/pom.properties")
            .getProperty("version", UNKNOWN));
    facts.put(Provenance.JVM, properties("java.vm.name", "java.vm.version"));
    facts.put(Provenance.OS, properties("os.name", "os.version", "os.arch"));
    facts.put(Provenance.CPU, cpu());
    return facts;
  }

  private static String properties(String... names) {
    return Stream.of(names).map(System::getProperty).collect(Collectors.joining(" "));
  }

  /** The revision that was built, with {@code -dirty} if files differed from it. */
  public static String codeVersion() {
    Properties git = resource("/org/attune/cluster/git.properties");
    boolean dirty = Boolean.parseBoolean(git.getProperty("git.dirty"));
    return git.getProperty("git.commit.id", UNKNOWN) + (dirty ? "-dirty" : "");
  }

  /** A properties file on the class path; empty when it is missing. */
  private static Properties resource(String resource) {
    Properties properties = new Properties();
    try (InputStream file = Machine.class.getResourceAsStream(resource)) {
      if (file != null) {
        properties.load(file);
      }
      return properties;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String cpu() {
    String unnamed = System.getProperty("os.arch");
    try (var lines = Files.lines(CPU_INFO)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst()
          .orElse(unnamed);
    } catch (IOException | UncheckedIOException e) {
      return unnamed;
    }
  }
}
