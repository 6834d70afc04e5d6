package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.Checkpoints;
import org.attune.api.Content;
import org.attune.api.Start;
import org.attune.api.catalog.Configuration;
import org.attune.model.ModelCatalog;
import org.attune.model.engine.Natives;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.task.DataOpener;
import org.attune.model.task.Tasks;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.deeplearning4j.util.ModelSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

/** A training that was interrupted and went on from its checkpoint ends as if it had not been. */
class TestCheckpoints {

  private static final int HALF = 20;

  @BeforeAll
  static void threads() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  /** A decoder that evaluates on the way, and what differs from it. */
  private static Map<String, String> settings(String different) {
    Map<String, String> all = new HashMap<>();
    String common =
        "task=induction task.period=8 task.symbols=16 task.validation-examples=16"
            + " model.width=16 model.heads=2 model.layers=1 model.feed-forward=24 train.batch=8"
            + " train.steps=40 train.evaluate-every=8 train.learning-rate=3e-3 train.warm-up=10";
    for (String setting : (common + " " + different).trim().split(" +")) {
      all.put(setting.split("=")[0], setting.split("=")[1]);
    }
    return all;
  }

  /** Saves where it is told to. */
  private static final class Disk implements Checkpoints {
    final Map<Long, byte[]> saved = new HashMap<>();
    private final Optional<byte[]> start;
    private final long at;
    private boolean same = true;

    Disk(Optional<byte[]> start, long at) {
      this.start = start;
      this.at = at;
    }

    @Override
    public Optional<InputStream> open() {
      return start.map(ByteArrayInputStream::new);
    }

    @Override
    public Start start() {
      return new Start(0, "checkpoint", same);
    }

    @Override
    public boolean due(long step) {
      return step == at;
    }

    @Override
    public boolean dueAtEnd() {
      return true;
    }

    @Override
    public void save(long step, Content state) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try {
        state.writeTo(bytes);
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
      saved.put(step, bytes.toByteArray());
    }

    @Override
    public void saveAtEnd(long step, Content state) {
      save(step, state);
    }
  }

  private record Trained(TrainingOutcome outcome, List<String> reports, Disk disk) {}

  private static Trained train(Map<String, String> settings, Disk disk, long until)
      throws Exception {
    return train(settings, disk, until, new ArrayList<>());
  }

  private static Trained train(
      Map<String, String> settings, Disk disk, long until, List<String> notes) throws Exception {
    List<String> reports = new ArrayList<>();
    Reporter reporter =
        new Reporter() {
          @Override
          public boolean report(long step, Map<String, Double> metrics) {
            reports.add(step + " " + new java.util.TreeMap<>(metrics));
            return step < until;
          }

          @Override
          public void note(String sentence) {
            notes.add(sentence);
          }
        };
    TrainingOutcome outcome =
        TrialTrainer.of(settings, 7, DataOpener.NONE).from(disk).train(reporter);
    return new Trained(outcome, reports, disk);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "attention.gate=learned",
        "train.optimizer=adamw train.schedule=cosine train.clip=0.1",
        "train.optimizer=muon train.schedule=cosine train.clip=0.1",
        "model.parametrisation=mup model.parametrisation.base-width=4",
        "train.optimizer=heavy-ball train.schedule=step train.schedule.every=15",
        "train.optimizer=sgd train.schedule=linear train.dropout.weights=0.2"
            + " train.dropout.stream=0.1 train.dropout.input=0.1",
        "attention.weights=clusters", // centroids move
        "attention.weights=filtered", // medians move
        "attention.weights=pointer model.precision=one-bit", // Gumbel noise
        "attention.weights=ridge attention.weights.lambda-source=head",
        "task=sine task.context=6 task.asked=12 task.validation-sets=16 model.kind=kvq"
            + " model.heads=1 attention.weights=ridge"
      })
  void goesOnToTheSameDigits(String different) throws Exception {
    Map<String, String> settings = settings(different);

    Trained whole = train(settings, new Disk(Optional.empty(), HALF), Long.MAX_VALUE);
    byte[] half = whole.disk().saved.get((long) HALF);
    Trained resumed = train(settings, new Disk(Optional.of(half), -1), Long.MAX_VALUE);

    assertThat(resumed.outcome()).isEqualTo(whole.outcome());
    assertThat(resumed.reports()).isEqualTo(whole.reports());
    assertThat(entry(resumed, "coefficients.bin")).isEqualTo(entry(whole, "coefficients.bin"));
    assertThat(entry(resumed, "updaterState.bin")).isEqualTo(entry(whole, "updaterState.bin"));
  }

  private static byte[] entry(Trained trained, String name) throws Exception {
    var zip =
        new java.util.zip.ZipInputStream(new ByteArrayInputStream(trained.disk().saved.get(40L)));
    for (var e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
      if (e.getName().equals(name)) {
        return zip.readAllBytes();
      }
    }
    return new byte[0]; // plain descent keeps nothing
  }

  /** Validations at the same steps, so that the reports agree too. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "train.evaluate-every=20",
        "train.evaluate-every=20 train.optimizer=adamw train.schedule=step train.schedule.every=15",
        "train.evaluate-every=20 train.schedule=cosine train.schedule-steps=60",
      })
  void aLongerTrainingGoesOnToTheDigitsOfOneThatWasLongFromTheBeginning(String different)
      throws Exception {
    Map<String, String> longer = settings(different);
    Map<String, String> shorter = settings(different + " train.steps=20");
    assertThat(begins(shorter, longer)).isTrue();

    Trained whole = train(longer, new Disk(Optional.empty(), -1), Long.MAX_VALUE);
    byte[] last =
        train(shorter, new Disk(Optional.empty(), -1), Long.MAX_VALUE).disk().saved.get(20L);
    Trained carried = train(longer, new Disk(Optional.of(last), -1), Long.MAX_VALUE);

    assertThat(carried.outcome()).isEqualTo(whole.outcome());
    assertThat(entry(carried, "coefficients.bin")).isEqualTo(entry(whole, "coefficients.bin"));
    assertThat(entry(carried, "updaterState.bin")).isEqualTo(entry(whole, "updaterState.bin"));
  }

  /** The step size, or the noise's temperature, follows the share of the training that is done. */
  @ParameterizedTest
  @ValueSource(
      strings = {"train.schedule=cosine", "train.schedule=linear", "attention.weights=pointer"})
  void aTrainingThatFollowsItsShareIsNoBeginning(String different) {
    assertThat(begins(settings(different + " train.steps=20"), settings(different))).isFalse();
    assertThat(begins(settings("train.steps=20"), settings("train.batch=3"))).isFalse();
    assertThat(begins(settings(""), settings("train.steps=20"))).isFalse();
  }

  private static boolean begins(Map<String, String> shorter, Map<String, String> longer) {
    return new ModelCatalog().begins(new Configuration(shorter), new Configuration(longer));
  }

  @Test
  void whatIsStoppedGoesOnFromWhereItEnded() throws Exception {
    Map<String, String> settings = settings("");
    Trained whole = train(settings, new Disk(Optional.empty(), -1), Long.MAX_VALUE);

    Trained stopped = train(settings, new Disk(Optional.empty(), -1), 17);
    assertThat(stopped.outcome().stopped()).isTrue();
    long at = stopped.outcome().steps();
    Trained resumed =
        train(settings, new Disk(Optional.of(stopped.disk().saved.get(at)), -1), Long.MAX_VALUE);

    assertThat(resumed.outcome()).isEqualTo(whole.outcome());
    assertThat(resumed.reports()).isEqualTo(whole.reports());
  }

  @Test
  void anotherTrainingCarriesANetworkOnUnderOtherSettings() throws Exception {
    Trained parent = train(settings(""), new Disk(Optional.empty(), HALF), Long.MAX_VALUE);
    Disk disk = new Disk(Optional.of(parent.disk().saved.get((long) HALF)), -1);
    disk.same = false;

    Trained child = train(settings("train.learning-rate=1e-8"), disk, Long.MAX_VALUE);

    assertThat(child.reports().get(0)).startsWith("22 "); // not what its parent had said
    double before = parent.outcome().metrics().get("validation_loss");
    assertThat(child.outcome().metrics().get("validation_loss")).isGreaterThan(before);
    assertThat(child.outcome().metrics().get("initial_validation_loss"))
        .isEqualTo(parent.outcome().metrics().get("initial_validation_loss"));
  }

  @Test
  void dl4jOpensACheckpoint(@TempDir Path folder) throws Exception {
    Map<String, String> settings = settings("train.steps=3");
    byte[] last = train(settings, new Disk(Optional.empty(), -1), 100).disk().saved.get(3L);
    Path file = Files.write(folder.resolve("model.zip"), last);

    ComputationGraph opened = ModelSerializer.restoreComputationGraph(file.toFile());

    Configuration of = new Configuration(settings);
    ComputationGraph ours = NetworkGraph.of(of, Tasks.of(of).signature(of), 7, DataType.FLOAT);
    CheckpointFile.restore(new ByteArrayInputStream(last), ours, true);
    assertThat(opened.params()).isEqualTo(ours.params());
    assertThat(opened.getIterationCount()).isEqualTo(3);
  }

  @Test
  void aSpoiledCheckpointIsRefused() throws Exception {
    Map<String, String> settings = settings("train.steps=2");
    byte[] good = train(settings, new Disk(Optional.empty(), -1), 100).disk().saved.get(2L);
    byte[] changed = good.clone();
    changed[good.length / 2] ^= 1;

    assertThatThrownBy(() -> begin(settings, Arrays.copyOf(good, good.length / 2)))
        .isInstanceOf(CheckpointException.class)
        .hasMessageStartingWith("Cannot read a checkpoint: ");
    assertThatThrownBy(() -> begin(settings, changed))
        .isInstanceOf(CheckpointException.class)
        .hasMessageStartingWith("Cannot read a checkpoint: invalid entry CRC");
    assertThatThrownBy(() -> begin(settings, new byte[0]))
        .isInstanceOf(CheckpointException.class)
        .hasMessage("Cannot read a checkpoint: it has no history.json");
    assertThatThrownBy(() -> begin(settings("model.width=32"), good))
        .isInstanceOf(CheckpointException.class)
        .hasMessageMatching(
            "Cannot begin from a checkpoint of [0-9,]+ parameters: this network has [0-9,]+");
  }

  private static void begin(Map<String, String> settings, byte[] checkpoint) throws Exception {
    train(settings, new Disk(Optional.of(checkpoint), -1), 100);
  }

  /**
   * The parameters of a decoder after a number of steps, from another one's checkpoint or from
   * none.
   */
  private static float[] parameters(Map<String, String> settings, Disk disk, long step)
      throws Exception {
    byte[] saved = train(settings, disk, Long.MAX_VALUE).disk().saved.get(step);
    Configuration of = new Configuration(settings);
    ComputationGraph graph = NetworkGraph.of(of, Tasks.of(of).signature(of), 7, DataType.FLOAT);
    CheckpointFile.restore(new ByteArrayInputStream(saved), graph, true);
    return graph.params().data().asFloat();
  }

  private static Disk takenOver(byte[] checkpoint) {
    Disk disk = new Disk(Optional.of(checkpoint), -1);
    disk.same = false;
    return disk;
  }

  /** The step from half way, by a rule that takes over what another rule has trained. */
  private static float[] step(String before, String after, double rate) throws Exception {
    String steps = " train.warm-up=0 train.steps=" + (HALF + 1) + " train.learning-rate=";
    String stop = " train.warm-up=0 train.learning-rate=3e-3 train.steps=" + HALF;
    Map<String, String> parent = settings(before + stop);
    byte[] half = train(parent, new Disk(Optional.empty(), -1), 100).disk().saved.get((long) HALF);
    float[] from = parameters(parent, new Disk(Optional.empty(), -1), HALF);
    float[] to = parameters(settings(after + steps + rate), takenOver(half), HALF + 1L);
    for (int i = 0; i < to.length; i++) {
      to[i] -= from[i];
    }
    return to;
  }

  /** Adam's first step moves each parameter by its rate, whatever the gradient. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "train.optimizer=muon train.optimizer.adam-learning-rate=0.02",
        "train.optimizer=momentum",
        "train.optimizer=sgd"
      })
  void adamBeginsItsMomentsAnewAfterAnotherRule(String before) throws Exception {
    float[] moved = step(before, "train.optimizer=adam", 1e-3);

    double largest = 0;
    for (float each : moved) {
      largest = Math.max(largest, Math.abs(each));
    }
    assertThat(largest).isBetween(0.9e-3, 1.01e-3);
  }

  /** Velocities of both have one length, and are not of one unit. */
  @ParameterizedTest
  @ValueSource(strings = {"momentum:heavy-ball:1", "heavy-ball:momentum:1.9"})
  void momentumBeginsItsVelocityAnewAfterAnotherMomentum(String rules) throws Exception {
    String[] of = rules.split(":");
    double factor = Double.parseDouble(of[2]); // of a first step, over plain descent's
    float[] moved = step("train.optimizer=" + of[0], "train.optimizer=" + of[1], 1e-2);
    float[] descent = step("train.optimizer=" + of[0], "train.optimizer=sgd", factor * 1e-2);

    for (int i = 0; i < moved.length; i++) {
      assertThat((double) moved[i])
          .isCloseTo(descent[i], org.assertj.core.api.Assertions.within(2e-7));
    }
  }

  @Test
  void aRuleThatCarriesOnItsOwnStateKeepsIt() throws Exception {
    float[] same = step("train.optimizer=adam", "train.optimizer=adamw", 3e-3);
    String whole =
        "train.optimizer=adam train.warm-up=0 train.learning-rate=3e-3 train.steps=" + (HALF + 1);

    float[] plain = parameters(settings(whole), new Disk(Optional.empty(), -1), HALF + 1L);
    whole = whole.replace(Integer.toString(HALF + 1), Integer.toString(HALF));
    float[] half = parameters(settings(whole), new Disk(Optional.empty(), -1), HALF);

    for (int i = 0; i < same.length; i++) {
      assertThat((double) same[i]) // but for adamw's decay
          .isCloseTo(plain[i] - half[i], org.assertj.core.api.Assertions.within(1e-4));
    }
  }

  @Test
  void whoeverTakesOverAnotherRulesStateSaysSoOnce() throws Exception {
    List<String> notes = new ArrayList<>();
    Map<String, String> muon = settings("train.optimizer=muon");
    byte[] half = train(muon, new Disk(Optional.empty(), HALF), 100).disk().saved.get((long) HALF);

    Trained adam = train(settings(""), takenOver(half), Long.MAX_VALUE, notes);
    assertThat(notes)
        .containsExactly(
            "the checkpoint has the state of muon: adam begins its own anew at step 20");
    notes.clear();
    byte[] later = train(settings(""), saving(takenOver(half), 30), 100).disk().saved.get(30L);
    Trained resumed = train(settings(""), new Disk(Optional.of(later), -1), 100, notes);

    assertThat(notes).isEmpty();
    assertThat(entry(resumed, "coefficients.bin")).isEqualTo(entry(adam, "coefficients.bin"));
    assertThat(entry(resumed, "updaterState.bin")).isEqualTo(entry(adam, "updaterState.bin"));
  }

  private static Disk saving(Disk from, long at) {
    Disk disk = new Disk(from.start, at);
    disk.same = from.same;
    return disk;
  }

  /** Three symbols more take 48 numbers, a hidden unit less leaves out as many. */
  @Test
  void aNetworkOfTheSameSizeWithOtherMatricesIsRefused() throws Exception {
    Map<String, String> parent = settings("train.steps=2");
    byte[] saved = train(parent, new Disk(Optional.empty(), -1), 100).disk().saved.get(2L);

    Map<String, String> other = settings("task.symbols=19 model.feed-forward=23 train.steps=4");
    assertThatThrownBy(() -> train(other, takenOver(saved), 100))
        .isInstanceOf(CheckpointException.class)
        .hasMessage(
            "Cannot begin from a checkpoint of another network: it has embedding (16 x 16:"
                + " embedding 16) where this one has embedding (19 x 16: embedding 16)");
  }
}
