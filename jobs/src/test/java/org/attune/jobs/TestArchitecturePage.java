package org.attune.jobs;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The walk of an axis value on the architecture page leads through files that exist. */
class TestArchitecturePage {

  private static final Pattern CLASS = Pattern.compile("`([A-Z][A-Za-z]+)`");
  private static final Path ROOT = Path.of("..");

  @Test
  void anAxisValueIsFollowedThroughAtMost45Files() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/architecture.md"));
    int start = page.indexOf("## An axis value");
    String walk = page.substring(start, page.indexOf("\n## ", start + 1));
    Set<String> named =
        CLASS
            .matcher(walk)
            .results()
            .map(found -> found.group(1))
            .collect(toCollection(TreeSet::new));

    assertThat(named).hasSizeBetween(30, 45).isSubsetOf(sources());
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
