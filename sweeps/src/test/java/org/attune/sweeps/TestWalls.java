package org.attune.sweeps;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SteadyClock;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The walls of this module: what it must not know, and no packages in a circle. */
class TestWalls {

  private static JavaClasses module;

  @BeforeAll
  static void read() {
    module = new ClassFileImporter().importPath(Path.of("target", "classes"));
  }

  @Test
  void knowsNeitherSparkNorHadoopNorDeepLearningNorTheOtherModules() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.spark..",
            "org.apache.hadoop..",
            "org.apache.parquet..",
            "scala..",
            "org.deeplearning4j..",
            "org.nd4j..",
            "org.bytedeco..",
            "picocli..",
            "org.attune.model..",
            "org.attune.cluster..",
            "org.attune.jobs..")
        .check(module);
  }

  @Test
  void namesOfFilesAreSpelledAlikeInEveryLanguage() {
    noClasses()
        .that()
        .resideInAPackage("org.attune.sweeps.store")
        .should()
        .callMethod(String.class, "formatted", Object[].class)
        .orShould()
        .callMethod(String.class, "format", String.class, Object[].class)
        .check(module);
  }

  @Test
  void noPackagesKnowEachOtherInACircle() {
    slices().matching("org.attune.sweeps.(**)").should().beFreeOfCycles().check(module);
  }

  @Test
  void whatOneProcessWritesIntoAJournalIsDatedByOneClock() {
    noClasses()
        .that(
            describe(
                "make events",
                made ->
                    made.getConstructorCallsFromSelf().stream()
                        .anyMatch(
                            call ->
                                call.getTargetOwner()
                                    .getName()
                                    .startsWith(Event.class.getName() + "$"))))
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .orShould()
        .callConstructor(SteadyClock.class)
        .check(module);
  }
}
