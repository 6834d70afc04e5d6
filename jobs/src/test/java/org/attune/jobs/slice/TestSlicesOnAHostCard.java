package org.attune.jobs.slice;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.attune.cluster.repair.SweepRepair;
import org.attune.cluster.table.ManifestReader;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.ExitCode;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Slices of a list on a card that is this processor: what the pack does on a GPU, with NVIDIA's
 * libraries, kernels and graphs. docs/gpu-pack.md has the whole list.
 */
class TestSlicesOnAHostCard {

  private static final Path CHECKOUT = Path.of("..");
  private static final String PLENTY = "30"; // minutes; nothing here needs them

  /** Neon's arms, small; and few-shot images of the user's. */
  private static final String LIST =
      """
      arms   arms.yaml
      images images.yaml data=signs.zip
      absent images.yaml data=absent.zip
      """;

  private static final String ARMS =
      """
      sweep: arms
      task: {name: text, length: 16, corpus: {generated: {size: 4000}}, validation-examples: 4}
      model: {width: 16, layers: 1, heads: 2, feed-forward: 16}
      train: {steps: 6, batch: 2, optimizer: adamw, evaluate-every: 3}
      cells:
        none: {}
        learned: {attention.gate: learned}
        from query: {attention.gate: from-query}
        latent: {attention.messages: {latent: {width: 8}}}
      execution: {precision: tf32, slots: 1, checkpoints: {every-steps: 2}}
      objective: {metric: validation_loss, goal: minimize}
      claims: [{says: a gate helps, cell: learned, is: below, of: none}]
      """;

  private static final String IMAGES =
      """
      sweep: images
      task: {name: few-shot-images, side: 16, ways: 2, shots: 1, targets: 1, images: data, validation-sets: 2}
      model: {kind: {kvq: {embedding: {convolutional: {filters: 4, blocks: 2}}, decoder-layers: 0}}, heads: 1}
      train: {steps: 3, batch: 2}
      axes: {attention.weights: [{ridge: {lambda-source: layer}}, softmax]}
      objective: {metric: accuracy, goal: maximize}
      """;

  @TempDir private Path folder;

  @Test
  void aListThatIsStoppedGoesOnOnTheCardAndCanBeRepaired() throws Exception {
    SliceProcess slices = new SliceProcess(folder, card());
    Files.writeString(folder.resolve("list.txt"), LIST);
    Files.writeString(folder.resolve("arms.yaml"), ARMS);
    Files.writeString(folder.resolve("images.yaml"), IMAGES);
    signs(folder.resolve("signs.zip"));

    Process stopped = slices.begin("results", PLENTY);
    while (stopped.isAlive() && !began()) {
      Thread.onSpinWait();
    }
    stopped.destroy();
    String first = slices.end(stopped);
    assertThat(stopped.exitValue()).as(first).isEqualTo(ExitCode.INTERRUPTED);
    String second = slices.end(slices.begin("results", PLENTY));

    assertThat(first).contains("card 0", "next: arms, images");
    assertThat(second)
        .contains("arms: 4 of 4 trials have ended; 0 of 1 claims are decided")
        .contains("validation_loss: none ", "images: 2 of 2 trials have ended")
        .contains("absent: left out, for there is no absent.zip", "all is done");
    assertThat(read("images").header().provenance())
        .containsEntry(Provenance.DATA_FILE, "signs.zip");
    for (String name : List.of("arms", "images")) {
      assertThat(devices(name)).allMatch(device -> device.startsWith("gpu:0 this processor"));
      assertThat(repair(name)).anyMatch(line -> line.contains("has left no tables"));
      assertThat(new ManifestReader(storage(name)).read().orElseThrow().tables())
          .containsKeys("trials", "results", "metrics");
    }
  }

  /** The environment in which a process finds the card. */
  private Map<String, String> card() throws IOException, InterruptedException {
    Path card = folder.resolve("card");
    String command = CHECKOUT.resolve("cluster/bin/host-card").toString();
    boolean made =
        System.getProperty("os.arch").equals("amd64")
            && new ProcessBuilder(command, card.toString()).inheritIO().start().waitFor() == 0;
    Assumptions.assumeTrue(made, "no g++ for this processor");
    Path cache = folder.resolve("cache");
    Files.createDirectory(
        cache, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    return Map.of("ATTUNE_CUDA_PATH", card.toString(), "XDG_CACHE_HOME", cache.toString());
  }

  /** Six classes of two drawings. */
  private static void signs(Path archive) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    try (OutputStream file = Files.newOutputStream(archive);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (int i = 0; i < 12; i++) {
        BufferedImage image = new BufferedImage(16, 16, BufferedImage.TYPE_BYTE_GRAY);
        for (int pixel = 0; pixel < 256; pixel++) {
          image.setRGB(pixel % 16, pixel / 16, random.nextBoolean() ? 0xffffff : 0);
        }
        zip.putNextEntry(new ZipEntry("signs/class%d/%d.png".formatted(i / 2, i % 2)));
        ImageIO.write(image, "png", zip);
      }
    }
  }

  /** Whether a trial of the first sweep has left something to go on from, or its result. */
  private boolean began() {
    Path arms = folder.resolve("results/arms");
    return Files.exists(arms.resolve("checkpoints")) || Files.exists(arms.resolve("envelopes"));
  }

  private List<String> devices(String name) throws IOException {
    return read(name).trials().stream()
        .map(trial -> trial.attempt().orElseThrow().device())
        .toList();
  }

  private SweepView read(String name) throws IOException {
    return SweepJournal.read(storage(name));
  }

  private List<String> repair(String name) throws IOException {
    return new SweepRepair(storage(name), new TrialCatalog().tree()).run();
  }

  private LocalStorage storage(String name) {
    return new LocalStorage(folder.resolve("results").resolve(name));
  }
}
