package org.attune.bench;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
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
    for (String module : List.of("api", "sweeps", "model", "cluster", "jobs", "bench")) {
      assertThat(all)
          .as(module)
          .anyMatch(type -> type.getPackageName().startsWith("org.attune." + module));
    }

    slices().assignedFrom(FILES).should().beFreeOfCycles().check(all);
  }
}
