package org.attune.papers;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The walls of this module: the command takes any jar's tables, and none of Attune's own. */
class TestWalls {

  private static JavaClasses module;

  @BeforeAll
  static void read() {
    module = new ClassFileImporter().importPath(Path.of("target", "classes"));
  }

  @Test
  void theCommandDoesNotKnowWhichPapersThereAre() {
    noClasses()
        .that()
        .resideInAPackage("org.attune.papers.reproduce")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.attune.papers")
        .check(module);
  }

  /** So the jar runs on each Spark on which the program does. */
  @Test
  void knowsNothingOfSparkOrDl4j() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.spark..", "scala..", "org.deeplearning4j..", "org.nd4j..")
        .check(module);
  }

  @Test
  void noPackagesKnowEachOtherInACircle() {
    slices().matching("org.attune.papers.(**)").should().beFreeOfCycles().check(module);
  }
}
