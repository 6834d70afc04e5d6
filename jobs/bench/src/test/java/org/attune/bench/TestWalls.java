package org.attune.bench;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The walls of this module: no packages in a circle. */
class TestWalls {

  @Test
  void noPackagesKnowEachOtherInACircle() {
    slices()
        .matching("org.attune.bench.(**)")
        .should()
        .beFreeOfCycles()
        .check(new ClassFileImporter().importPath(Path.of("target", "classes")));
  }
}
