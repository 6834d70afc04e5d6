package org.attune.bench;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The source files of all modules, each an outermost class with what is nested in it. */
class TestFiles {

  private static final SliceAssignment FILES =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          return SliceIdentifier.of(type.getName().replaceFirst("\\$.*", ""));
        }

        @Override
        public String getDescription() {
          return "source files";
        }
      };

  private static final Pattern PRODUCT =
      Pattern.compile(
          "/src/main/java/(?<package>.+)/(?!package-info|module-info)(?<name>[^/]+)[.]java$");

  @Test
  void noFilesKnowEachOtherInACircle() {
    JavaClasses all =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.attune");
    for (String module : List.of("api", "sweeps", "model", "cluster", "jobs", "bench")) {
      assertThat(all)
          .as(module)
          .anyMatch(type -> type.getPackageName().startsWith("org.attune." + module));
    }

    slices().assignedFrom(FILES).should().beFreeOfCycles().check(all);
  }

  /** A reader who searches for a name finds one class. */
  @Test
  void noTwoFilesHaveTheSameName() throws IOException {
    Map<String, List<String>> packages = new TreeMap<>();
    try (Stream<Path> files = Files.walk(Path.of("..", ".."))) {
      files
          .map(file -> file.normalize().toString().replace('\\', '/'))
          .map(PRODUCT::matcher)
          .filter(Matcher::find)
          .forEach(
              file ->
                  packages
                      .computeIfAbsent(file.group("name"), name -> new ArrayList<>())
                      .add(file.group("package").replace('/', '.')));
    }

    assertThat(packages.keySet()).contains("Storage", "Event", "Gate", "Attune", "BenchCommand");
    packages.values().removeIf(where -> where.size() == 1);
    assertThat(packages).as("names that several classes have").isEmpty();
  }
}
