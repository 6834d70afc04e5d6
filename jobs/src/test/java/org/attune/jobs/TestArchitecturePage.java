package org.attune.jobs;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The architecture page names files that exist, and its maps are those of the code. */
class TestArchitecturePage {

  private static final Pattern CLASS = Pattern.compile("`([A-Z][A-Za-z]+)`");
  private static final Pattern COMMENT = Pattern.compile("(?s:/\\*.*?\\*/)|//[^\n]*");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern NAMED = Pattern.compile("\\b(org[.]attune[.][a-z.]+)[.]([A-Z]\\w*)");
  private static final Path ROOT = Path.of("..");

  @Test
  void anAxisValueIsFollowedThroughAtMost45Files() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/architecture.md"));
    int start = page.indexOf("## An axis value");
    String[] walk = page.substring(start, page.indexOf("\n## ", start + 1)).split("Handed on");
    Set<String> doing = named(walk[0]);
    Set<String> handing = named(walk[1]);

    assertThat(doing).hasSizeBetween(30, 45).isSubsetOf(sources());
    assertThat(handing).isSubsetOf(sources()).doesNotContainAnyElementsOf(doing);
    assertThat(walk[0])
        .contains(
            "These %d files do something with the value. %d more hand it on"
                .formatted(doing.size(), handing.size()));
  }

  @Test
  void aVerdictIsFollowedThroughClassesThatExist() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/architecture.md"));
    int start = page.indexOf("## A verdict");
    String way = page.substring(start, page.indexOf("\n## ", start + 1));

    assertThat(named(way)).hasSizeGreaterThan(20).isSubsetOf(sources());
  }

  private static Set<String> named(String text) {
    return CLASS
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sweeps", "cluster", "jobs", "model"})
  void aMapHasThePackagesAndTheirArrows(String module) throws IOException {
    Map<String, Set<String>> drawn = drawn(module);
    Map<String, Set<String>> known = known(module);

    assertThat(drawn.keySet()).as("packages on the map of " + module).isEqualTo(known.keySet());
    List<String> missing = new ArrayList<>();
    List<String> idle = new ArrayList<>();
    known.forEach(
        (from, to) -> {
          Set<String> reached = reached(from, drawn);
          to.stream()
              .filter(p -> !reached.contains(p))
              .forEach(p -> missing.add(from + " -> " + p));
          drawn.get(from).stream()
              .filter(p -> !to.contains(p))
              .forEach(p -> idle.add(from + " -> " + p));
        });
    assertThat(missing).as("arrows that the map of " + module + " lacks").isEmpty();
    assertThat(idle).as("arrows on the map of " + module + " that no file has").isEmpty();
  }

  /** The packages of a module's map, each with those to which it draws arrows. */
  private static Map<String, Set<String>> drawn(String module) throws IOException {
    String page = Files.readString(ROOT.resolve("docs/architecture.md"));
    int start = page.indexOf("## Inside `" + module + "`");
    Map<String, Set<String>> arrows = new TreeMap<>();
    page.substring(start, page.indexOf("\n## ", start + 1))
        .lines()
        .filter(line -> line.startsWith("    "))
        .map(line -> line.strip().replaceAll(" +-> +", " -> ").split("  +")[0])
        .map(line -> line.split(" -> "))
        .forEach(
            chain -> {
              for (int i = 0; i < chain.length; i++) {
                for (String name : chain[i].split(", ")) {
                  Set<String> to = arrows.computeIfAbsent(name, from -> new TreeSet<>());
                  if (i + 1 < chain.length) {
                    to.addAll(List.of(chain[i + 1].split(", ")));
                  }
                }
              }
            });
    return arrows;
  }

  /** The packages of a module's files, each with those of which it uses a class or a constant. */
  private static Map<String, Set<String>> known(String module) throws IOException {
    String root = "org.attune." + module;
    Map<String, Set<String>> arrows = new TreeMap<>();
    for (String folder :
        module.equals("model") ? List.of("model/engine", module) : List.of(module)) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder).resolve("src/main/java"))) {
        for (Path file : files.filter(TestArchitecturePage::isClass).toList()) {
          String code = COMMENT.matcher(Files.readString(file)).replaceAll("");
          Set<String> to =
              arrows.computeIfAbsent(shown(packageOf(code), module), x -> new TreeSet<>());
          NAMED
              .matcher(code)
              .results()
              .filter(named -> (named.group(1) + ".").startsWith(root + "."))
              .filter(named -> isUsed(named.group(2), code))
              .map(named -> shown(named.group(1), module))
              .forEach(to::add);
        }
      }
    }
    arrows.forEach((from, to) -> to.remove(from));
    return arrows;
  }

  private static boolean isClass(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".java") && !name.equals("package-info.java");
  }

  private static String packageOf(String code) {
    Matcher declared = PACKAGE.matcher(code);
    return declared.find() ? declared.group(1) : "";
  }

  /** Whether code names a class beside importing it: a link of Javadoc needs an import too. */
  private static boolean isUsed(String type, String code) {
    return Pattern.compile("\\b" + type + "\\b").matcher(code).results().limit(2).count() > 1;
  }

  /** A package as the map shows it: in {@code model} with those below it. */
  private static String shown(String name, String module) {
    String below = name.substring(("org.attune." + module).length());
    String all = below.isEmpty() ? module : below.substring(1);
    return module.equals("model") ? all.replaceFirst("[.].*", "") : all;
  }

  private static Set<String> reached(String from, Map<String, Set<String>> arrows) {
    Set<String> reached = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      arrows.getOrDefault(open.pop(), Set.of()).stream().filter(reached::add).forEach(open::push);
    }
    return reached;
  }

  /** The names of all main classes. */
  private static Set<String> sources() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String module :
        new String[] {"sweeps/api", "sweeps", "model/engine", "model", "cluster", "jobs"}) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        names.addAll(
            files
                .map(file -> file.getFileName().toString())
                .filter(name -> name.endsWith(".java"))
                .map(name -> name.replace(".java", ""))
                .collect(toSet()));
      }
    }
    return names;
  }
}
