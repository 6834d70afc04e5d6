package org.attune.model.engine;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The walls of the engine: what it must not know, and which of its packages know which. */
class TestWalls {

  private static final String ROOT = "org.attune.model";

  /** Each package and those that it may know: arrows only run down. */
  private static final Map<String, Set<String>> KNOWS =
      new TreeMap<>(
          Map.of(
              "program", Set.of(),
              "primitive", Set.of("program"),
              "engine", Set.of("program"),
              "cpu", Set.of("engine", "primitive", "program"),
              "fusion", Set.of("primitive", "program"),
              "cuda", Set.of("engine", "fusion", "primitive", "program"),
              "formula", Set.of("primitive", "program"),
              "proof", Set.of("engine", "formula", "primitive", "program")));

  private static JavaClasses module;

  @BeforeAll
  static void read() {
    module = new ClassFileImporter().importPath(Path.of("target", "classes"));
  }

  static List<String> packages() {
    return List.copyOf(KNOWS.keySet());
  }

  /** All else is another module's, or would come along with whoever uses the engine. */
  @ParameterizedTest
  @MethodSource("packages")
  void aPackageKnowsOnlyThoseBelowItAndWhatAnyProgramMayUse(String name) {
    Stream<String> below =
        Stream.concat(Stream.of(name), KNOWS.get(name).stream()).map(p -> ROOT + "." + p + "..");
    Stream<String> others =
        Stream.of(
            "java..",
            "jdk.incubator.vector..",
            "org.attune.api..",
            "org.nd4j..",
            "org.bytedeco..",
            "com.sun.jna..",
            "org.apache.commons.math3..");
    classes()
        .that(resideInAPackage(ROOT + "." + name + ".."))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(Stream.concat(below, others).toArray(String[]::new))
        .check(module);
  }

  @Test
  void everyPackageHasItsPlace() {
    assertThat(module)
        .extracting(JavaClass::getPackageName)
        .allMatch(
            name ->
                name.startsWith(ROOT + ".")
                    && KNOWS.containsKey(name.substring(ROOT.length() + 1).split("\\.")[0]));
  }

  /** The groups of jars. Tests have the class path of the main classes, and few jars more. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "org/deeplearning4j",
        "org/datavec",
        "org/apache/spark",
        "org/apache/hadoop",
        "org/scala-lang"
      })
  void noDependencyBringsAJarOf(String group) {
    assertThat(System.getProperty("java.class.path").split(File.pathSeparator))
        .hasSizeGreaterThan(10)
        .noneMatch(jar -> jar.replace('\\', '/').contains("/" + group + "/"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.deeplearning4j.nn.api.Layer",
        "org.apache.spark.SparkContext",
        "org.apache.hadoop.conf.Configuration",
        "org.attune.model.ModelCatalog",
        "org.attune.sweeps.spec.SweepSpec"
      })
  void theClassPathHasNoSuchClass(String name) {
    assertThatThrownBy(() -> Class.forName(name)).isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void noPackagesKnowEachOtherInACircle() {
    slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(module);
  }
}
