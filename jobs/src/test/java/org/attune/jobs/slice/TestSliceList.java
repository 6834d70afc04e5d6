package org.attune.jobs.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists of packs, the part of the steps that a rehearsal takes, and the room of results. */
class TestSliceList {

  private static final Path CHECKOUT = Path.of("..");

  @TempDir private Path folder;

  @Test
  void theListOfTheCheckoutHasSweepsThatCanBeRead() throws Exception {
    List<SliceEntry> entries = SliceEntry.read(CHECKOUT.resolve("cluster/gpu-pack.txt"));

    assertThat(entries).hasSizeGreaterThan(5);
    for (SliceEntry entry : entries) {
      if (entry.sweeps()) {
        String text = Files.readString(CHECKOUT.resolve(entry.what()));
        SpecFile.read(
            entry.name(), new StepsShare(0.01).of(text), entry.settings(), new TrialCatalog());
      }
    }
  }

  @Test
  void theRehearsalHasTheEntriesOfTheList() throws Exception {
    List<SliceEntry> rehearsal =
        SliceEntry.read(CHECKOUT.resolve("cluster/gpu-pack-rehearsal.txt"));

    assertThat(rehearsal)
        .usingRecursiveFieldByFieldElementComparatorOnFields("name", "what")
        .isEqualTo(SliceEntry.read(CHECKOUT.resolve("cluster/gpu-pack.txt")));
    for (SliceEntry entry : rehearsal) {
      if (entry.sweeps()) {
        String text = Files.readString(CHECKOUT.resolve(entry.what()));
        SpecFile.read(entry.name(), text, entry.settings(), new TrialCatalog());
      }
    }
  }

  @Test
  void aWrongLineIsNamed() throws IOException {
    assertRefused("one", "line 1: 'one' is not an entry");
    assertRefused("../a a.yaml", "not an entry");
    assertRefused("a a.yaml scale", "'scale' is not KEY=VALUE");
    assertRefused("a a.yaml\na b.yaml", "two entries 'a'");
  }

  private void assertRefused(String text, String message) throws IOException {
    Path list = Files.writeString(folder.resolve("list.txt"), text);
    assertThatThrownBy(() -> SliceEntry.read(list))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }

  @Test
  void settingsFollowAFile() {
    assertThat(new SliceEntry("a", "a.yaml", List.of("scale=paper", "x=y=z")).settings())
        .isEqualTo(Map.of("scale", "paper", "x", "y=z"));
  }

  @Test
  void dataIsNoSetting() {
    SliceEntry entry = new SliceEntry("a", "a.yaml", List.of("data=data/a.zip", "scale=paper"));

    assertThat(entry.data()).contains("data/a.zip");
    assertThat(entry.settings()).isEqualTo(Map.of("scale", "paper"));
    assertThat(new SliceEntry("a", "a.yaml", List.of()).data()).isEmpty();
  }

  @Test
  void aRehearsalTakesAPartOfAProgramsSteps() {
    StepsShare hundredth = new StepsShare(0.01);

    assertThat(hundredth.of(List.of("--only", "at-once", "--steps", "200")))
        .containsExactly("--only", "at-once", "--steps", "2");
    assertThat(hundredth.of(List.of("--only", "steps"))).containsExactly("--only", "steps");
  }

  @Test
  void aRehearsalTakesAPartOfTheStepsOfEveryTraining() {
    String text =
        "train: {steps: 3000, batch: 64}\n  a: {train.steps: 50, x-steps: 7}\n  b: {train.steps: 0}";

    assertThat(new StepsShare(0.01).of(text))
        .isEqualTo(
            "train: {steps: 30, batch: 64}\n  a: {train.steps: 1, x-steps: 7}\n  b: {train.steps: 0}");
    assertThat(new StepsShare(1).of(text)).isEqualTo(text);
  }

  @Test
  void checkpointsMakeRoomTheLargestFirst() throws IOException {
    Path large = file("a/" + SweepLayout.checkpoint(1, "t", 1, 5), 500);
    Path small = file("a/" + SweepLayout.checkpoint(1, "u", 1, 5), 100);
    Path other = file("a/journal/000001.log", 300);
    String half = ".t.1.1.5.sha256.zip.0e1c7d8c-5d0c-4c3e-9a55-6b1b7a4c9d10.tmp";
    Path killed = file("a/checkpoints/" + half, 900);
    ResultsRoom room = new ResultsRoom(folder, 450);

    assertThat(room.keep()).isEqualTo(1);
    assertThat(large).doesNotExist();
    assertThat(killed).doesNotExist();
    assertThat(small).exists();
    assertThat(other).exists();
    assertThat(room.bytes()).isEqualTo(400);
  }

  private Path file(String path, int bytes) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.write(file, new byte[bytes]);
  }
}
