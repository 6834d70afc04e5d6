package org.attune.cluster.slot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.package$;
import org.attune.sweeps.event.Provenance;

/** Facts about this process and its machine, for the provenance of results. */
public final class Machine {

  private static final String UNKNOWN = "unknown";
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private Machine() {}

  /**
   * Code and library versions, Java, operating system and processor, by {@link Provenance} name.
   * This class looks them up once, since a thousand slots ask for them.
   */
  public static Map<String, String> provenance() {
    return Facts.ALL;
  }

  private static final class Facts {
    static final Map<String, String> ALL = Collections.unmodifiableMap(lookUp());
  }

  private static Map<String, String> lookUp() {
    Map<String, String> facts = new TreeMap<>();
    facts.put(Provenance.CODE_VERSION, codeVersion());
    facts.put(Provenance.LIBRARY + "spark", package$.MODULE$.SPARK_VERSION());
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
