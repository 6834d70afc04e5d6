package org.attune.model.train;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.Checkpoints;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.trial.HeldOutPart;
import org.attune.model.engine.DeviceLease;
import org.attune.model.engine.NoRoomException;
import org.attune.model.engine.OversizeException;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.layer.Training;
import org.attune.model.layer.TrainingMemory;
import org.attune.model.network.Signature;
import org.attune.model.task.DataOpener;
import org.attune.model.task.Examples;
import org.attune.model.task.Task;
import org.attune.model.task.Tasks;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Trains one configuration. The same configuration, seed and threads give identical metrics on the
 * same kind of machine.
 *
 * <pre>{@code
 * TrainingOutcome outcome =
 *     TrialTrainer.of(configuration, seed, data)
 *         .from(checkpoints)
 *         .on(gpu)
 *         .train(reporter);
 * }</pre>
 *
 * @param settings keys and values
 * @param seed of the initial values and the order of the data
 * @param data opens the user's files
 * @param checkpoints where the training starts and where it saves its state. A training resumed
 *     from its own checkpoint gives the same digits as an uninterrupted one
 * @param stepper takes the steps, on examples of its own, if there is one. Metrics are then
 *     reported at the first reached step at which they are due
 * @param gpu the trial's share of a GPU, if it has one. {@link Placement} chooses the device
 * @param heldOut the examples that it is validated and judged on
 */
public record TrialTrainer(
    Configuration settings,
    long seed,
    DataOpener data,
    Checkpoints checkpoints,
    Optional<Stepper> stepper,
    Optional<DeviceLease> gpu,
    HeldOutPart heldOut) {

  private static final int AHEAD_ON_A_CARD = 50; // the delay until a loss is checked, in steps
  private static final int PROGRAMS = 4; // holding memory: training, validation, probing; moments
  private static final int MEGABYTE = 1_000_000; // the unit of train.memory
  private static final String SMALLER =
      "Make train.batch, model.width or model.layers smaller, or put fewer trials on a GPU with"
          + " execution.gpus-per-trial";
  private static final String ROOM =
      "Set train.memory to %d, or leave it out, so that a batch is worked through in smaller parts; make train.batch,"
          + " model.width or model.layers smaller; or put fewer trials on a GPU with"
          + " execution.gpus-per-trial";

  /** A training from step 0 on the processor that takes its own steps and saves nothing. */
  public static TrialTrainer of(Map<String, String> configuration, long seed, DataOpener data) {
    return new TrialTrainer(
        new Configuration(configuration),
        seed,
        data,
        Checkpoints.NONE,
        Optional.empty(),
        Optional.empty(),
        HeldOutPart.SHARED);
  }

  /** Returns this training with other checkpoints. */
  public TrialTrainer from(Checkpoints checkpoints) {
    return new TrialTrainer(settings, seed, data, checkpoints, stepper, gpu, heldOut);
  }

  /** Returns this training with someone else who takes its steps. */
  public TrialTrainer steppedBy(Stepper stepper) {
    return new TrialTrainer(settings, seed, data, checkpoints, Optional.of(stepper), gpu, heldOut);
  }

  /** Returns this training with other examples to be validated and judged on. */
  public TrialTrainer judgedOn(HeldOutPart part) {
    return new TrialTrainer(settings, seed, data, checkpoints, stepper, gpu, part);
  }

  /** Returns this training with a share of a GPU, or none. */
  public TrialTrainer on(Optional<DeviceLease> gpu) {
    return new TrialTrainer(settings, seed, data, checkpoints, stepper, gpu, heldOut);
  }

  /** Returns the metrics of every task: losses, and what heads do if the network exposes it. */
  public static List<Metric> metrics() {
    return Stream.of(
            TrainingRun.METRICS,
            HeadMeans.METRICS,
            OutputNorms.METRICS,
            StreamChanges.METRICS,
            Evaluations.METRICS)
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Plans the bytes that a trial takes on the processor, without its examples and without
   * allocating them. It counts the training and the largest network that runs afterwards.
   */
  public static long plannedBytes(Configuration settings) {
    Task task = Tasks.of(settings);
    return TrainingMemory.bytes(settings, task.signature(settings), task.probing())
        + Evaluations.plannedBytes(settings, task);
  }

  /** Trains from step 0; see {@link #train(Reporter)}. */
  public static TrainingOutcome train(
      Map<String, String> configuration, long seed, DataOpener data, Reporter reporter)
      throws IOException, InterruptedException {
    return of(configuration, seed, data).train(reporter);
  }

  /**
   * Trains to the last step, or until the reporter stops it.
   *
   * @param reporter receives {@code train_loss} about {@value TrainingRun#REPORTS} times. At each
   *     validation it receives {@code validation_loss}, the task's measures and the heads' means
   * @throws IllegalArgumentException if a setting is wrong; the message names its key
   * @throws DivergenceException if a loss is not finite
   * @throws InterruptedException if the thread is interrupted
   * @throws IOException if the data cannot be read
   * @throws CheckpointException if the starting checkpoint is damaged or belongs to a different
   *     network
   * @throws NoRoomException if the training does not fit its share of the GPU. It is thrown before
   *     the first step, and its message says what to do
   */
  public TrainingOutcome train(Reporter reporter) throws IOException, InterruptedException {
    Task task = Tasks.of(settings);
    Examples examples = task.open(settings, seed, data).heldOut(heldOut);
    try (Placement place = Placement.of(settings, task.signature(settings), gpu)) {
      return train(examples, place, reporter);
    }
  }

  /**
   * Trains on given examples, on a given device. A batch that does not fit the trial's share of a
   * GPU is worked through in parts, unless {@code train.memory} says in which.
   */
  TrainingOutcome train(Examples examples, Placement place, Reporter reporter)
      throws IOException, InterruptedException {
    try {
      return trainAsSet(examples, place, reporter);
    } catch (OversizeException e) {
      throw e; // the share of the device is too small
    } catch (NoRoomException e) {
      long megabytes = Math.max(1, e.room() / PROGRAMS / MEGABYTE);
      if (settings.real(Training.MEMORY) > 0) {
        throw e.advising(ROOM.formatted(megabytes));
      }
      return inParts(megabytes, examples, place, reporter);
    }
  }

  private TrainingOutcome inParts(
      long megabytes, Examples examples, Placement place, Reporter reporter)
      throws IOException, InterruptedException {
    Map<String, String> parted = new HashMap<>(settings.values());
    parted.put(Training.MEMORY.key(), Long.toString(megabytes));
    TrialTrainer smaller =
        new TrialTrainer(new Configuration(parted), seed, data, checkpoints, stepper, gpu, heldOut);
    Placement named =
        new Placement(place.session(), place.device() + ", train.memory " + megabytes);
    try {
      return smaller.trainAsSet(examples, named, reporter);
    } catch (OversizeException e) {
      throw e;
    } catch (NoRoomException e) {
      throw e.advising(SMALLER);
    }
  }

  /**
   * Trains with the settings as they are.
   *
   * @throws NoRoomException before anything is reported
   */
  private TrainingOutcome trainAsSet(Examples examples, Placement place, Reporter reporter)
      throws IOException, InterruptedException {
    boolean card = place.session().isPresent();
    Signature signature = Tasks.of(settings).signature(settings);
    ComputationGraph graph = NetworkGraph.of(settings, signature, seed, DataType.FLOAT);
    NetworkOutputLayer layer = (NetworkOutputLayer) graph.getLayer(0);
    try {
      place.session().ifPresent(layer::computeOn);
      int ahead = card ? AHEAD_ON_A_CARD : 1;
      TrainingRun run =
          new TrainingRun(settings, examples, graph, reporter, stepper, checkpoints, ahead);
      if (card) {
        run.reserve();
      }
      return run.run(place.device());
    } finally {
      try {
        layer.close(); // frees its GPU memory before its share
      } finally {
        NetworkGraph.close(graph);
      }
    }
  }
}
