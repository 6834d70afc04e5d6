package org.attune.model;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The walls of this module: what it must not know, and which of its packages know which. */
class TestWalls {

  private static final String ROOT = "org.attune.model";

  /** Each package and those that it may know: arrows only run down. */
  private static final Map<String, Set<String>> KNOWS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("catalog", Set.of()),
              Map.entry("data", Set.of()),
              Map.entry("attention", Set.of("catalog", "formula", "primitive", "program")),
              Map.entry(
                  "network", Set.of("attention", "catalog", "formula", "primitive", "program")),
              Map.entry("layer", Set.of("engine", "network", "catalog", "program")),
              Map.entry("task", Set.of("attention", "catalog", "data", "network", "program")),
              Map.entry(
                  "train",
                  Set.of(
                      "attention", "catalog", "engine", "layer", "network", "program", "task"))));

  /** The packages of the engine, a module below this one. */
  private static final Set<String> ENGINE =
      Set.of("cpu", "cuda", "engine", "formula", "fusion", "primitive", "program", "proof");

  private static JavaClasses module;

  @BeforeAll
  static void read() {
    module = new ClassFileImporter().importPath(Path.of("target", "classes"));
  }

  @Test
  void knowsNeitherSparkNorHadoopNorSweeps() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.spark..",
            "org.apache.hadoop..",
            "scala..",
            "picocli..",
            "org.attune.sweeps..",
            "org.attune.cluster..",
            "org.attune.jobs..")
        .check(module);
  }

  @Test
  void everyPackageHasItsPlace() {
    Set<String> packages = new TreeSet<>();
    for (JavaClass type : module) {
      String name = type.getPackageName();
      if (name.startsWith(ROOT + ".")) {
        packages.add(name.substring(ROOT.length() + 1).split("\\.")[0]);
      }
    }
    assertThat(KNOWS.keySet()).containsAll(packages);
  }

  static List<String> packages() {
    return List.copyOf(KNOWS.keySet());
  }

  @ParameterizedTest
  @MethodSource("packages")
  void aPackageKnowsOnlyThoseBelowIt(String name) {
    Set<String> all = new TreeSet<>(ENGINE);
    all.addAll(KNOWS.keySet());
    List<String> above = new ArrayList<>();
    for (String other : all) {
      boolean known = other.equals(name) || KNOWS.get(name).contains(other);
      if (!known) {
        above.add(ROOT + "." + other + "..");
      }
    }
    noClasses()
        .that(resideInAPackage(ROOT + "." + name + ".."))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(above.toArray(String[]::new))
        .allowEmptyShould(true)
        .check(module);
  }

  @Test
  void noPackagesKnowEachOtherInACircle() {
    slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(module);
  }
}
