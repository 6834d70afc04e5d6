package org.attune.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples in the Javadoc of this module compile, and what they say of a value is true: {@code
 * 1 + 1; // 2}.
 */
class TestExamples {

  private static final Path SOURCES = Path.of("src", "main", "java");
  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code\n(.*?)\n *\\* }</pre>", Pattern.DOTALL);
  private static final Pattern TYPE =
      Pattern.compile("^public [\\w ]*?(?:class|interface|record|enum) (\\w+)", Pattern.MULTILINE);
  private static final Pattern VALUE = Pattern.compile("(?m)^(\\S.*); // (.+)$");
  private static final Pattern MEMBER =
      Pattern.compile("(//.*|(public |final )+class .*|[^=]*\\) (throws \\w+ )?\\{)");
  private static final List<String> PACKAGES =
      List.of(
          "java.io",
          "java.nio.charset",
          "java.nio.file",
          "java.time",
          "java.util",
          "java.util.stream",
          "org.attune.api",
          "org.attune.api.catalog",
          "org.attune.api.expression",
          "org.attune.api.paper",
          "org.attune.api.search",
          "org.attune.api.stopping",
          "org.attune.api.storage",
          "org.attune.api.trial");

  /** Types that only Attune itself calls or creates. */
  private static final Set<String> WITHOUT =
      Set.of("DamagedFileException", "Growth", "SharedText", "StoppingKind");

  @TempDir Path folder;

  @Test
  void everyExampleCompilesAndItsValuesAreRight() throws Exception {
    Map<String, List<String>> examples = examples();
    List<String> arguments =
        new ArrayList<>(List.of("-proc:none", "-cp", "target/classes", "-d", folder.toString()));
    List<String> names = new ArrayList<>();
    for (Map.Entry<String, List<String>> each : examples.entrySet()) {
      for (String code : each.getValue()) {
        String name = "Of" + each.getKey() + names.size();
        names.add(name);
        arguments.add(
            Files.writeString(folder.resolve(name + ".java"), source(name, code)).toString());
      }
    }
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(failed).as("javac of the examples").isZero();

    int values = 0;
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      for (String name : names) {
        List<String> stated = new ArrayList<>();
        List<String> found = new ArrayList<>();
        loader.loadClass(name).getMethod("run", List.class, List.class).invoke(null, stated, found);
        assertThat(found).as(name).isEqualTo(stated);
        values += found.size();
      }
    }
    assertThat(values).isGreaterThan(40);
  }

  @Test
  void everyPublicTypeThatJarsUseHasAnExample() throws Exception {
    Set<String> without = new TreeSet<>();
    for (Map.Entry<String, List<String>> each : examples().entrySet()) {
      if (each.getValue().isEmpty()) {
        without.add(each.getKey());
      }
    }

    assertThat(without).isEqualTo(WITHOUT);
  }

  /** The examples by public type. */
  private static Map<String, List<String>> examples() throws IOException {
    Map<String, List<String>> examples = new TreeMap<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        String text = Files.readString(file);
        Matcher type = TYPE.matcher(text);
        if (type.find()) {
          examples.put(
              type.group(1),
              EXAMPLE
                  .matcher(text)
                  .results()
                  .map(found -> found.group(1).replaceAll("(?m)^ *\\* ?", ""))
                  .toList());
        }
      }
    }
    return examples;
  }

  /** A class whose method {@code run} lists what the example states and what it finds. */
  private static String source(String name, String code) {
    boolean member = MEMBER.matcher(code.lines().findFirst().orElseThrow()).matches();
    String statements =
        VALUE.matcher(code).replaceAll("see(stated, found, \"\"\"\n$2\n\"\"\", $1);");
    return PACKAGES.stream().map("import %s.*;%n"::formatted).collect(Collectors.joining())
        + "import org.attune.api.catalog.Parameter.Option;\n"
        + "public final class %s {\n".formatted(name)
        + "static void see(List<String> stated, List<String> found, String text, Object value) {\n"
        + "stated.add(text.strip()); found.add(String.valueOf(value)); }\n"
        + (member ? code.replaceFirst("(?m)^(public )?final class", "static final class") : "")
        + "\npublic static void run(List<String> stated, List<String> found) throws Exception {\n"
        + (member ? "" : statements)
        + "\n}\n}\n";
  }
}
