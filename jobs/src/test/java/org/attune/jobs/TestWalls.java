package org.attune.jobs;

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

/** The walls of this module: only it knows the command line, and no packages in a circle. */
class TestWalls {

  private static JavaClasses module;

  @BeforeAll
  static void read() {
    module = new ClassFileImporter().importPath(Path.of("target", "classes"));
  }

  @Test
  void trainingIsReachedThroughCatalogsAndTrialsOnly() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.deeplearning4j..", "org.nd4j..", "org.bytedeco..")
        .check(module);
  }

  /** They are behind a package of {@code cluster}, and change with each minor version. */
  @Test
  void doesNotKnowScalaNorSparksInternals() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "scala..",
            "org.apache.spark.deploy..",
            "org.apache.spark.sql.catalyst..",
            "org.apache.spark.sql.execution..",
            "org.apache.spark.sql.internal..",
            "org.apache.spark.status..",
            "org.apache.spark.ui..")
        .check(module);
  }

  @Test
  void noPackagesKnowEachOtherInACircle() {
    slices().matching("org.attune.jobs.(**)").should().beFreeOfCycles().check(module);
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
