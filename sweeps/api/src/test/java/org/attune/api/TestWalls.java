package org.attune.api;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The walls of this module: Java and nothing else. */
class TestWalls {

  private static JavaClasses module;

  @BeforeAll
  static void read() {
    module = new ClassFileImporter().importPath(Path.of("target", "classes"));
  }

  @Test
  void knowsJavaAndItselfAlone() {
    assertThat(module).extracting(JavaClass::getPackageName).contains("org.attune.api.expression");
    ArchRuleDefinition.classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.attune.api..")
        .check(module);
  }

  @Test
  void noPackagesKnowEachOtherInACircle() {
    slices().matching("org.attune.api.(**)").should().beFreeOfCycles().check(module);
  }
}
