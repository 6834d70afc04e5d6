package org.attune.cluster;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
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
  void doesNotKnowTheCommandLine() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.attune.jobs..", "picocli..")
        .check(module);
  }

  @Test
  void noPackagesKnowEachOtherInACircle() {
    slices().matching("org.attune.cluster.(**)").should().beFreeOfCycles().check(module);
  }
}
