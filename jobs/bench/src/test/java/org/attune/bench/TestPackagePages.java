package org.attune.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.attune.jobs.Attune;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * Each package's page says what lives there, where to start, what the package must not know, and
 * shows an example.
 */
class TestPackagePages {

  private static final Path ROOT = Path.of("..", "..");

  private static final Pattern SOURCE =
      Pattern.compile("(.*/)?src/main/java/(?<package>org/.+)/(?<name>[^/]+)[.]java$");

  /** A page of fewer lines says no more than the package's name. */
  private static final int LINES = 8;

  /** A longer one belongs into docs/. */
  private static final int MOST = 32;

  private static final Pattern START = Pattern.compile("\\bStart\\s+with\\s+\\{@link\\s+([\\w.]+)");
  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code\n(?<text>.*?)\n \\* }</pre>", Pattern.DOTALL);

  private static final Pattern COMMAND = Pattern.compile("(?m)^ \\* \\./attune (.*)$");
  private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|\\S+");

  /** What an example of Java may use without declaring it. */
  private static final String AT_HAND =
      """
      String yaml; Path directory; InputStream in; Storage storage; AxisCatalog catalog;
      ParameterTree tree; Configuration cell; Configuration settings; Search search;
      Verdict verdict; SweepSpec spec; SweepHeader header; Event.Opened opened; SweepView sweep;
      Axis axis; SweepAnalysis analysis; Outcomes outcomes; List<Claim> claims;
      SparkSession spark; Signature signature; Reporter reporter;
      DataOpener opener; PlacedFormula typed; Sizes sizes; Program program; Recipe recipe;
      Value scores; ComputationGraph graph;
      INDArray features, labels, weights;
      """;

  /** The text of each package's page, by package; empty where it has none. */
  private static final Map<String, String> PAGES = new TreeMap<>();

  /** The packages of each class's name. */
  private static final Map<String, Set<String>> CLASSES = new TreeMap<>();

  @BeforeAll
  static void read() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        Matcher source = SOURCE.matcher(ROOT.relativize(file).toString().replace('\\', '/'));
        if (source.matches()) {
          String name = source.group("package").replace('/', '.');
          if (source.group("name").equals("package-info")) {
            PAGES.put(name, Files.readString(file));
          } else {
            PAGES.putIfAbsent(name, "");
            CLASSES.computeIfAbsent(source.group("name"), simple -> new TreeSet<>()).add(name);
          }
        }
      }
    }
    assertThat(PAGES).containsKeys("org.attune.api", "org.attune.sweeps.spec", "org.attune.jobs");
  }

  @Test
  void eachPageSaysWhereToStart() {
    assertThat(PAGES.keySet()).filteredOn(name -> start(name).isEmpty()).isEmpty();
  }

  @Test
  void eachPageStartsWithAClassOfItsPackageOrBelow() {
    assertThat(PAGES.keySet())
        .filteredOn(name -> !start(name).isEmpty())
        .filteredOn(
            name ->
                CLASSES.getOrDefault(start(name), Set.of()).stream()
                    .noneMatch(home -> (home + ".").startsWith(name + ".")))
        .isEmpty();
  }

  @Test
  void eachPageSaysWhatItsPackageMustNotKnow() {
    assertThat(PAGES.entrySet())
        .filteredOn(page -> !page.getValue().replaceAll("[\\s*]+", " ").contains("must not"))
        .extracting(Map.Entry::getKey)
        .isEmpty();
  }

  @Test
  void eachPageIsAPageAndNoMore() {
    assertThat(PAGES.entrySet())
        .filteredOn(page -> page.getValue().lines().count() < LINES)
        .extracting(Map.Entry::getKey)
        .isEmpty();
    assertThat(PAGES.entrySet())
        .filteredOn(page -> page.getValue().lines().count() > MOST)
        .extracting(Map.Entry::getKey)
        .isEmpty();
  }

  /** The simple name of the class with which a package's page starts; empty if it names none. */
  private static String start(String name) {
    Matcher start = START.matcher(PAGES.get(name));
    return start.find() ? start.group(1).replaceFirst(".*[.]", "") : "";
  }

  @Test
  void examplesOfCommandsAreTaken() {
    List<String> refused = new ArrayList<>();
    PAGES.forEach(
        (name, page) ->
            COMMAND
                .matcher(page)
                .results()
                .map(command -> words(command.group(1)))
                .forEach(
                    words -> {
                      try {
                        Attune.command().parseArgs(words);
                      } catch (CommandLine.ParameterException wrong) {
                        refused.add(
                            "%s: attune %s: %s"
                                .formatted(name, String.join(" ", words), wrong.getMessage()));
                      }
                    }));

    assertThat(refused).isEmpty();
  }

  private static String[] words(String command) {
    return WORD.matcher(command.replaceFirst("  +#.*", ""))
        .results()
        .map(word -> word.group().replace("\"", ""))
        .toArray(String[]::new);
  }

  @Test
  void examplesOfJavaCompile() throws IOException {
    List<JavaFileObject> sources = new ArrayList<>();
    PAGES.forEach(
        (name, page) ->
            EXAMPLE
                .matcher(page)
                .results()
                .map(example -> example.group(1).replaceAll("(?m)^ \\* ?", ""))
                .filter(TestPackagePages::isJava)
                .forEach(example -> sources.add(source(name, example, sources.size()))));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<String> options = List.of("-proc:none", "-Xlint:none", "-implicit:none");

    ((JavacTask) compiler.getTask(null, null, found, options, null, sources)).analyze();

    assertThat(sources).hasSizeGreaterThan(30);
    assertThat(found.getDiagnostics())
        .filteredOn(message -> message.getKind() == Diagnostic.Kind.ERROR)
        .extracting(
            message -> message.getSource().getName() + ": " + message.getMessage(Locale.ROOT))
        .isEmpty();
  }

  /** Whether an example is Java, and not YAML, SQL or a command. */
  private static boolean isJava(String example) {
    return example.lines().map(String::strip).anyMatch(line -> line.matches(".*;( //.*)?"));
  }

  private static JavaFileObject source(String home, String example, int number) {
    String type = "PageExample" + number;
    String imports =
        Pattern.compile("(?<![\\w.])[A-Z]\\w+")
            .matcher(AT_HAND + example)
            .results()
            .map(word -> word.group())
            .distinct()
            .flatMap(
                word -> CLASSES.getOrDefault(word, Set.of()).stream().map(in -> in + "." + word))
            .filter(name -> !name.startsWith(home + ".") || name.lastIndexOf('.') > home.length())
            .sorted(Comparator.naturalOrder())
            .map("import %s;\n"::formatted)
            .collect(Collectors.joining());
    String text =
        """
        package %s;
        import java.io.*;
        import java.nio.file.*;
        import java.time.*;
        import java.util.*;
        import org.apache.spark.SparkConf;
        import org.apache.spark.sql.SparkSession;
        import org.deeplearning4j.nn.graph.ComputationGraph;
        import org.nd4j.linalg.api.ndarray.INDArray;
        import org.yaml.snakeyaml.nodes.MappingNode;
        %s
        class %s {
        %s
          void example() throws Exception {
        %s
          }
        }
        """
            .formatted(home, imports, type, AT_HAND, example);
    URI name = URI.create("string:///" + home.replace('.', '/') + "/" + type + ".java");
    return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }
}
