package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.jobs.Printed.attune;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.CheckedContent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands say what is true of odd sweeps, each thing in a line. */
@ExtendWith(OddSweepsOnce.class)
class TestOddSweeps {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void statusWatchAndListSayHowEachStands(OddSweeps odd) throws IOException {
    Map<String, String> stands =
        Map.of(
            OddSweeps.BEGUN, "1 trials: 0 finished",
            OddSweeps.ONE, "1 trials: 1 finished",
            OddSweeps.FAILED, "12 trials: 0 finished, 0 stopped, 0 running, 0 pending, 12 failed",
            OddSweeps.NAN, "4 trials: 4 finished",
            OddSweeps.WIDE, "8 trials: 8 finished",
            OddSweeps.NAMES, "24 trials: 24 finished");
    for (String name : OddSweeps.ALL) {
      String status = attune("status", odd.run(name));
      assertThat(status).contains(stands.get(name)).doesNotContainPattern(OddNames.UNSEEN);
      assertThat(JSON.readTree(attune("status", odd.run(name), "--json")).has("total")).isTrue();
      assertThat(Printed.of("watch", odd.run(name)).output().lines()).as(name).hasSize(1);
    }
    assertThat(
            attune("status", odd.run(OddSweeps.FAILED))
                .lines()
                .filter(l -> l.contains("attempt 1,")))
        .as("the first ten, each in a line")
        .hasSize(10);
    assertThat(attune("list", "runs", odd.runs()).lines())
        .as("a heading, the sweeps, and a line on the luck of the best")
        .hasSize(2 + OddSweeps.ALL.size());
  }

  @Test
  void theBestHasANumberOrThereIsNone(OddSweeps odd) throws IOException {
    for (String name : List.of(OddSweeps.BEGUN, OddSweeps.FAILED)) {
      Printed best = Printed.of("best", odd.run(name));
      assertThat(best.exit()).isEqualTo(ExitCode.WRONG_INPUT);
      assertThat(best.error()).contains("has no best trial").doesNotContain("\tat ");
    }
    assertThat(attune("best", odd.run(OddSweeps.ONE))).startsWith("the only cell (trial ");
    assertThat(attune("best", odd.run(OddSweeps.NAN))).startsWith("gate=g2 (trial ");
    assertThat(attune("best", odd.run(OddSweeps.NAMES)))
        .startsWith("name==cmd|'/C calc'!A0, replicate 0 (trial ");
    assertThat(attune("best", odd.run(OddSweeps.WIDE)).lines().findFirst().orElseThrow())
        .contains("axis-0=0, axis-1=0, ", "(trial ");
    SweepView names = Sweeps.read(odd.run(OddSweeps.NAMES).toString());
    for (TrialStatus trial : names.trials()) {
      assertThat(attune("logs", odd.run(OddSweeps.NAMES), "--trial", trial.trial().id()).lines())
          .hasSize(2)
          .noneMatch(line -> OddNames.UNSEEN.matcher(line).find());
    }
  }

  @Test
  void aFileThatIsNoModelIsNotReplaced(OddSweeps odd, @TempDir Path folder) throws IOException {
    Path mine = Files.writeString(folder.resolve("notes.txt"), "mine");

    Printed best = Printed.of("best", odd.run(OddSweeps.ONE), "--checkpoint", mine);

    assertThat(best.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(best.error())
        .contains("Cannot write to " + mine + ": it is there and no model file");
    assertThat(mine).hasContent("mine");
  }

  @ParameterizedTest
  @CsvSource({
    "weights.npy, it is there and no model file",
    "configuration.json, There is no checkpoint",
    "../metrics.json, There is no checkpoint"
  })
  void ofArchivesOnlyAStateIsReplaced(
      String entry, String said, OddSweeps odd, @TempDir Path folder) throws IOException {
    Path mine = folder.resolve("archive");
    try (OutputStream file = Files.newOutputStream(mine)) {
      new CheckedContent(
              out -> {
                ZipOutputStream zip = new ZipOutputStream(out);
                zip.putNextEntry(new ZipEntry(entry));
                zip.finish();
              },
              "checkpoints/1.sha256.zip")
          .writeTo(file);
    }
    byte[] before = Files.readAllBytes(mine);

    Printed best = Printed.of("best", odd.run(OddSweeps.ONE), "--checkpoint", mine);

    assertThat(best.error()).contains(said);
    assertThat(mine).hasBinaryContent(before);
  }

  @Test
  void anAnalysisSaysWhatThereIsToSay(OddSweeps odd) throws IOException {
    Map<String, String> said =
        Map.of(
            OddSweeps.BEGUN, "there is nothing to analyze",
            OddSweeps.ONE, "Nothing varies between the cells",
            OddSweeps.FAILED, "there is nothing to analyze",
            OddSweeps.NAN, "left out: 3 without a finite value",
            OddSweeps.WIDE, "they change together",
            OddSweeps.NAMES, "best: name==cmd|'/C calc'!A0");
    for (String name : OddSweeps.ALL) {
      assertThat(attune("analyze", odd.run(name)))
          .as(name)
          .contains(said.get(name))
          .doesNotContainPattern(OddNames.UNSEEN);
    }
    assertThat(JSON.readTree(attune("analyze", odd.run(OddSweeps.NAN), "--json")).at("/best/mean"))
        .isEqualTo(JSON.getNodeFactory().numberNode(0.5));
  }
}
