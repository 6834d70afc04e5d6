package org.attune.papers.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.attune.jobs.console.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table keeps the seed of its file, whose results anyone may know. */
class TestTablesInLabs {

  @TempDir private Path folder;

  @Test
  void aPapersTableIsNotReproducedInALab() {
    Path lab = folder.resolve("lab");
    assertThat(Ran.attune("lab", "init", lab.toString()).exit()).isZero();
    Path out = lab.resolve("tables");

    for (String[] tables : List.of(new String[] {"neon"}, new String[] {"kvq-operators", "neon"})) {
      List<String> words = new ArrayList<>(List.of("reproduce"));
      words.addAll(List.of(tables));
      words.addAll(List.of("--scale=smoke", "--out=" + out));
      Ran ran = Ran.attune(words.toArray(String[]::new));

      assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_INPUT);
      assertThat(ran.error())
          .contains(
              "Cannot reproduce %s in %s: the lab %s judges claims with seeds that it draws, and a table keeps its own;"
                  .formatted(
                      tables[0], tables.length == 1 ? out : out.resolve(tables[0] + "-smoke"), lab),
              "in the lab: ./attune run sweeps/papers/%s.yaml --out".formatted(tables[0]));
    }
    assertThat(out).doesNotExist();
  }
}
