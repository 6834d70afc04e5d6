package org.attune.cluster;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
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

  private static final DescribedPredicate<JavaClass> INTERNAL =
      resideInAnyPackage(
              "scala..",
              "org.apache.spark.deploy..",
              "org.apache.spark.sql.catalyst..",
              "org.apache.spark.sql.execution..",
              "org.apache.spark.sql.internal..",
              "org.apache.spark.status..",
              "org.apache.spark.ui..",
              "org.apache.spark.unsafe..")
          .or(simpleName("ThreadUtils"));

  private static JavaClasses module;

  @BeforeAll
  static void read() {
    module = new ClassFileImporter().importPath(Path.of("target", "classes"));
  }

  @Test
  void doesNotKnowTheCommandLine() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.attune.jobs..", "picocli..")
        .check(module);
  }

  /** Each minor version of Spark changes them, and each Scala has its own. */
  @Test
  void onlyTheWallKnowsScalaAndSparksInternals() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.attune.cluster.spark..")
        .should()
        .dependOnClassesThat(INTERNAL)
        .check(module);
  }

  @Test
  void noPackagesKnowEachOtherInACircle() {
    slices().matching("org.attune.cluster.(**)").should().beFreeOfCycles().check(module);
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
