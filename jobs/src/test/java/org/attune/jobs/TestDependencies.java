package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.attune.cluster.spark.SparkVersion;
import org.junit.jupiter.api.Test;

/**
 * The libraries on the class path, tests' included, against what somebody has looked at: a list of
 * them all, and the page of those with known weaknesses.
 */
class TestDependencies {

  private static final Path PAGE = Path.of("../docs/dependencies.md");
  private static final boolean SPARK_4 = !SparkVersion.current().text().startsWith("3.");

  private static final Path LIST =
      Path.of("src/test/resources/org/attune/jobs")
          .resolve(SPARK_4 ? "dependencies-spark-4.txt" : "dependencies.txt");

  private static final Path SPARK_HOME =
      Path.of("../cluster/target", SPARK_4 ? "spark4-home" : "spark-home", "jars");

  private static final String LEFT = SPARK_4 ? "## Left on Spark 4.2" : "## Left";

  @Test
  void everyLibraryHasBeenLookedAt() throws IOException {
    assertThat(libraries())
        .as(
            "libraries of the class path beside %s. A new one, or a new version: look for its known"
                + " weaknesses, say in %s what stays, then write it down there",
            LIST, PAGE)
        .containsExactlyElementsOf(Files.readAllLines(LIST));
  }

  @Test
  void whatWasRaisedStaysRaised() throws IOException {
    Map<String, String> raised = table("## Raised");
    assertThat(raised).hasSizeGreaterThan(5).containsKeys("aircompressor", "lz4-java", "ivy");
    raised.forEach(
        (name, least) ->
            assertThat(libraries().stream().filter(library -> library.startsWith(name + " ")))
                .as("%s, of which %s asks for %s", name, PAGE, least)
                .isNotEmpty()
                .allMatch(
                    library ->
                        Arrays.compare(
                                numbers(library.substring(name.length() + 1)), numbers(least))
                            >= 0));
  }

  @Test
  void whatIsLeftIsStillThere() throws IOException {
    List<String> left = new ArrayList<>();
    table(LEFT).forEach((name, version) -> left.add(name + " " + version));
    assertThat(left).isNotEmpty();
    assertThat(libraries()).as("what %s says is left", PAGE).containsAll(left);
  }

  @Test
  void sparkHomeHasNoOthers() throws IOException {
    List<String> strangers = new ArrayList<>();
    try (Stream<Path> jars = Files.list(SPARK_HOME)) {
      jars.map(jar -> jar.getFileName().toString())
          .filter(
              jar -> libraries().stream().noneMatch(name -> jar.startsWith(name.replace(' ', '-'))))
          .forEach(strangers::add);
    }
    assertThat(strangers)
        .as("jars of %s that Maven does not name: mvn clean", SPARK_HOME)
        .isEmpty();
  }

  @Test
  void anOlderVersionIsSeenAsOlder() {
    assertThat(Arrays.compare(numbers("0.21"), numbers("0.27"))).isNegative();
    assertThat(Arrays.compare(numbers("4.1.96.Final"), numbers("4.1.136.Final"))).isNegative();
    assertThat(Arrays.compare(numbers("1.10.4"), numbers("1.8.1"))).isPositive();
  }

  /** Name and version of what Maven put on the class path; natives of all platforms are one. */
  private static Set<String> libraries() {
    Set<String> found = new TreeSet<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path jar = Path.of(entry);
      if (jar.getNameCount() > 3) {
        String version = jar.getName(jar.getNameCount() - 2).toString();
        String name = jar.getName(jar.getNameCount() - 3).toString();
        if (jar.getFileName().toString().startsWith(name + "-" + version)
            && !name.startsWith("attune-")) {
          found.add(name + " " + version);
        }
      }
    }
    return found;
  }

  /** The first two columns of the table below a heading. */
  private static Map<String, String> table(String heading) throws IOException {
    String page = Files.readString(PAGE);
    String below = page.substring(page.indexOf(heading + "\n") + heading.length());
    Map<String, String> rows = new TreeMap<>();
    for (String line : below.split("\n## ")[0].split("\n")) {
      if (line.startsWith("| `")) {
        String[] cells = line.split("\\|");
        rows.put(cells[1].strip().replace("`", ""), cells[2].strip());
      }
    }
    return rows;
  }

  private static int[] numbers(String version) {
    return Arrays.stream(version.split("[.-]"))
        .filter(part -> part.matches("\\d+"))
        .mapToInt(Integer::parseInt)
        .toArray();
  }
}
