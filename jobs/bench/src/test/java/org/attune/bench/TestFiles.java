package org.attune.bench;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
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

  /**
   * Public nested classes that have a file's name. Users' code, journals or checkpoints have these
   * names.
   */
  private static final Set<String> KEPT =
      Set.of("org.attune.sweeps.event.Event$Measured", "org.attune.model.layer.StepSize$Shape");

  private static JavaClasses all;

  @BeforeAll
  static void read() {
    all =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.attune");
  }

  @Test
  void noFilesKnowEachOtherInACircle() {
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

  @Test
  void noPublicNestedClassHasAFilesName() {
    Set<String> files =
        all.stream()
            .filter(JavaClass::isTopLevelClass)
            .map(JavaClass::getSimpleName)
            .collect(Collectors.toSet());

    assertThat(all.stream())
        .filteredOn(type -> !type.isTopLevelClass() && isPublic(type))
        .filteredOn(type -> files.contains(type.getSimpleName()))
        .extracting(JavaClass::getName)
        .filteredOn(name -> !name.startsWith("org.attune.api.") && !KEPT.contains(name))
        .isEmpty();
  }

  private static boolean isPublic(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(TestFiles::isPublic).orElse(true);
  }
}
