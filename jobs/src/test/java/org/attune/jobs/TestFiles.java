package org.attune.jobs;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
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

  @Test
  void noFilesKnowEachOtherInACircle() {
    JavaClasses all =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.attune");
    assertThat(all).anyMatch(type -> type.getPackageName().startsWith("org.attune.sweeps"));
    assertThat(all).anyMatch(type -> type.getPackageName().startsWith("org.attune.model"));

    slices().assignedFrom(FILES).should().beFreeOfCycles().check(all);
  }
}
