package org.attune.model.train;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.attune.model.catalog.Configuration;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.NoRoomException;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.layer.Training;
import org.attune.model.network.Signature;
import org.attune.model.task.Batch;
import org.attune.model.task.DataOpener;
import org.attune.model.task.Evaluation;
import org.attune.model.task.Examples;
import org.attune.model.task.Metric;
import org.attune.model.task.Task;
import org.attune.model.task.Tasks;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Trains one configuration. The same configuration, seed and threads give the same metrics to the
 * last digit on the same kind of machine.
 */
public final class TrialTrainer {

  private static final int AHEAD_ON_A_CARD = 50; // a loss that is no number is found that late
  private static final int REPORTS = 20; // of the training loss, over a whole training
  private static final int PROGRAMS = 4; // that hold memory: training, validation, watched; moments
  private static final int MEGABYTE = 1_000_000; // as train.memory counts
  private static final String ROOM =
      "Set train.memory to %d, so that a batch is worked through in parts; make train.batch,"
          + " model.width or model.layers smaller; or put fewer trials on a GPU with"
          + " execution.gpus-per-trial";

  private static final List<Metric> METRICS =
      List.of(
          Metric.lower("validation_loss", "loss", "mean over examples that are not trained on"),
          Metric.lower("min_validation_loss", "loss", "the least of the trial's validation losses"),
          Metric.plain("min_validation_loss_step", "steps", "training steps before that"),
          Metric.lower("train_loss", "loss", "of the last step's batch"),
          Metric.plain("initial_validation_loss", "loss", "validation_loss before the first step"));

  private TrialTrainer() {}

  /** What it measures of every task: losses, and what heads do where a network shows it. */
  public static List<Metric> metrics() {
    return Stream.of(METRICS, HeadMeans.METRICS, OutputNorms.METRICS, Evaluations.METRICS)
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Trains to the last step, or until the reporter says no.
   *
   * @param configuration flat keys and values
   * @param seed of the initial values and the order of the data
   * @param data opens the user's files
   * @param reporter takes {@code train_loss} about {@value #REPORTS} times, and at each validation
   *     {@code validation_loss}, the task's measures and what heads do on average
   * @throws IllegalArgumentException if a setting is wrong; the message names its key
   * @throws DivergenceException if a loss is not finite
   * @throws InterruptedException if the thread is interrupted
   * @throws IOException if the data cannot be read
   */
  public static Outcome train(
      Map<String, String> configuration, long seed, DataOpener data, Reporter reporter)
      throws IOException, InterruptedException {
    Configuration settings = new Configuration(configuration);
    Task task = Tasks.of(settings);
    return train(
        settings, task.signature(settings), task.open(settings, seed, data), seed, reporter);
  }

  /**
   * The same, from a checkpoint and with checkpoints on the way. A training that goes on from its
   * own gives the digits of one that was never interrupted.
   *
   * @throws CheckpointException if the checkpoint to begin from is spoiled or another network's
   */
  public static Outcome train(
      Map<String, String> configuration,
      long seed,
      DataOpener data,
      Reporter reporter,
      Checkpoints checkpoints)
      throws IOException, InterruptedException {
    return train(configuration, seed, data, reporter, checkpoints, Optional.empty());
  }

  /**
   * The same, perhaps on a GPU: see {@link Placement}.
   *
   * @param gpu what was given to the trial of one, where something was
   * @throws NoRoomException if the training does not fit its share of the GPU: before its first
   *     step, with what to do about it
   */
  public static Outcome train(
      Map<String, String> configuration,
      long seed,
      DataOpener data,
      Reporter reporter,
      Checkpoints checkpoints,
      Optional<DeviceShare> gpu)
      throws IOException, InterruptedException {
    Configuration settings = new Configuration(configuration);
    Task task = Tasks.of(settings);
    return train(
        settings,
        task.signature(settings),
        task.open(settings, seed, data),
        seed,
        reporter,
        Optional.empty(),
        checkpoints,
        gpu);
  }

  /**
   * The same, with steps that are taken by someone else; metrics are reported at the first step
   * that is reached at which they are due.
   *
   * @param stepper takes the steps, on examples of its own
   */
  public static Outcome train(
      Map<String, String> configuration,
      long seed,
      DataOpener data,
      Reporter reporter,
      Checkpoints checkpoints,
      Stepper stepper)
      throws IOException, InterruptedException {
    Configuration settings = new Configuration(configuration);
    Task task = Tasks.of(settings);
    return train(
        settings,
        task.signature(settings),
        task.open(settings, seed, data),
        seed,
        reporter,
        Optional.of(stepper),
        checkpoints,
        Optional.empty());
  }

  /** Trains on given examples. */
  static Outcome train(
      Configuration settings, Signature signature, Examples examples, long seed, Reporter reporter)
      throws IOException, InterruptedException {
    return train(
        settings,
        signature,
        examples,
        seed,
        reporter,
        Optional.empty(),
        Checkpoints.NONE,
        Optional.empty());
  }

  private static Outcome train(
      Configuration settings,
      Signature signature,
      Examples examples,
      long seed,
      Reporter reporter,
      Optional<Stepper> stepper,
      Checkpoints checkpoints,
      Optional<DeviceShare> gpu)
      throws IOException, InterruptedException {
    try (Placement place = Placement.of(settings, signature, gpu)) {
      return train(settings, signature, examples, seed, reporter, stepper, checkpoints, place);
    }
  }

  /** Trains at a place. */
  static Outcome train(
      Configuration settings,
      Signature signature,
      Examples examples,
      long seed,
      Reporter reporter,
      Optional<Stepper> stepper,
      Checkpoints checkpoints,
      Placement place)
      throws IOException, InterruptedException {
    ComputationGraph graph = NetworkGraph.of(settings, signature, seed, DataType.FLOAT);
    NetworkOutputLayer layer = (NetworkOutputLayer) graph.getLayer(0);
    try {
      place.session().ifPresent(layer::computeOn);
      try {
        int ahead = place.session().isPresent() ? AHEAD_ON_A_CARD : 1;
        Trial trial = new Trial(settings, examples, graph, reporter, stepper, checkpoints, ahead);
        if (place.session().isPresent()) {
          trial.reserve();
        }
        return trial.run(place.device());
      } catch (NoRoomException e) {
        throw e.advising(ROOM.formatted(Math.max(1, e.room() / PROGRAMS / MEGABYTE)));
      } finally {
        layer.close(); // its memory on a card, before its share of it
      }
    } finally {
      graph.close();
    }
  }

  /** A step, and its loss when it is asked for. */
  private record Taken(long step, DoubleSupplier loss) {}

  private static final class Trial {
    private final Configuration settings;
    private final Examples examples;
    private final ComputationGraph graph;
    private final GraphTrainer trainer;
    private final Optional<Stepper> stepper; // empty: this thread takes the steps
    private final Reporter reporter;
    private final Checkpoints checkpoints;
    private final Validation validation;
    private final Milestones milestones;
    private final Evaluations evaluations;
    private final int steps;
    private final int batchSize;
    private final int evaluateEvery;
    private final int ahead; // steps that are taken before their losses are read
    private final List<Taken> taken = new ArrayList<>();
    private History history = new History();
    private Map<String, Double> metrics = history.metrics;

    Trial(
        Configuration settings,
        Examples examples,
        ComputationGraph graph,
        Reporter reporter,
        Optional<Stepper> stepper,
        Checkpoints checkpoints,
        int ahead) {
      this.ahead = ahead;
      this.examples = examples;
      this.graph = graph;
      this.stepper = stepper;
      trainer = new GraphTrainer(graph);
      this.reporter = reporter;
      this.checkpoints = checkpoints;
      this.settings = settings;
      milestones = new Milestones(examples.milestones());
      steps = settings.integer(Training.STEPS);
      batchSize = settings.integer(Training.BATCH);
      evaluateEvery = settings.integer(Training.EVALUATE_EVERY);
      evaluations = new Evaluations(settings, batchSize);
      validation = new Validation((NetworkOutputLayer) graph.getLayer(0), examples, batchSize);
    }

    /** Takes the memory of a card that the training needs, or finds out that it does not fit. */
    void reserve() {
      trainer.reserve(batchSize);
      validation.reserve();
    }

    Outcome run(String device) throws IOException, InterruptedException {
      Optional<InputStream> checkpoint = checkpoints.open();
      boolean wanted = checkpoint.isPresent() ? resume(checkpoint.get()) : begin();
      long step = history.step;
      while (wanted && step < steps) {
        if (Thread.interrupted()) {
          throw new InterruptedException("Interrupted at step " + step);
        }
        long before = step;
        step = Math.min(steps, before + stepper.map(Stepper::stride).orElse(1));
        taken.add(new Taken(step, fit(before, step)));
        history.step = step;
        if (step == steps || (evaluateEvery > 0 && passes(evaluateEvery, before, step))) {
          readLosses();
          wanted = validate(step);
        } else if (passes(Math.max(1, steps / REPORTS), before, step)) {
          wanted = report(step, Map.of("train_loss", readLosses()));
        } else if (taken.size() >= ahead) {
          readLosses();
        }
        if (wanted && step < steps && checkpoints.due(step)) {
          readLosses();
          checkpoints.save(step, state());
        }
      }
      metrics.putAll(milestones.at(step));
      if (step == steps) {
        evaluate(step);
      }
      if (checkpoints.dueAtEnd()) {
        checkpoints.saveAtEnd(step, state());
      }
      return new Outcome(
          step, step < steps, metrics, graph.numParams(), examples.fingerprint(), device);
    }

    private boolean begin() {
      examples.floors().forEach((name, floor) -> metrics.put("floor_" + name, floor));
      examples.oracles().forEach((name, best) -> metrics.put("oracle_" + name, best));
      boolean wanted = validate(0);
      metrics.put("initial_validation_loss", metrics.get("validation_loss"));
      return wanted;
    }

    /** Takes up a state; says again what was said, where it is this training's own. */
    private boolean resume(InputStream checkpoint) throws IOException {
      try (InputStream archive = checkpoint) {
        history = CheckpointFile.restore(archive, graph);
      }
      metrics = history.metrics;
      boolean wanted = true;
      for (History.Report past : history.reports) {
        if (past.values().containsKey("validation_loss")) {
          milestones.observe(past.step(), past.values());
        }
        if (checkpoints.sameTraining()) {
          wanted &= reporter.report(past.step(), past.values());
        }
      }
      return wanted;
    }

    private byte[] state() {
      trainer.publish();
      history.configuration = settings.values();
      return CheckpointFile.write(graph, history);
    }

    private boolean report(long step, Map<String, Double> values) {
      history.reports.add(new History.Report(step, values));
      return reporter.report(step, values);
    }

    /** Whether a multiple of a number lies after one step, and not after another. */
    private static boolean passes(long of, long before, long step) {
      return step / of > before / of;
    }

    private DoubleSupplier fit(long before, long after) throws InterruptedException {
      if (stepper.isPresent()) {
        double loss = stepper.get().train(graph, before, after);
        return () -> loss;
      }
      Batch batch = examples.training(before, batchSize);
      DoubleSupplier loss = trainer.stepAhead(batch.features(), batch.labels(), batch.weights());
      batch.close();
      return loss;
    }

    /**
     * Reads the losses of the steps taken since the last time.
     *
     * @return the last one
     */
    private double readLosses() {
      for (Taken each : taken) {
        double loss = each.loss().getAsDouble();
        requireFinite(each.step(), "train_loss", loss);
        metrics.put("train_loss", loss);
      }
      taken.clear();
      return metrics.get("train_loss");
    }

    private boolean validate(long step) {
      Map<String, Double> measured = validation.measure();
      requireFinite(step, "validation_loss", measured.get("validation_loss"));
      metrics.putAll(measured);
      noteLeast(step, measured.get("validation_loss"));
      milestones.observe(step, measured);
      Map<String, Double> reported = new LinkedHashMap<>(measured);
      if (metrics.containsKey("train_loss")) {
        reported.put("train_loss", metrics.get("train_loss"));
      }
      return report(step, reported);
    }

    private void noteLeast(long step, double loss) {
      Double least = metrics.get("min_validation_loss");
      if (least == null || loss < least) {
        metrics.put("min_validation_loss", loss);
        metrics.put("min_validation_loss_step", (double) step);
      }
    }

    /** What else the trained network is evaluated on. */
    private void evaluate(long step) {
      trainer.publish(); // they read the graph's parameters
      Map<String, Double> further =
          new LinkedHashMap<>(
              evaluations.thresholds(
                  ((NetworkOutputLayer) graph.getLayer(0)).signature(), examples, graph));
      for (Evaluation evaluation : examples.evaluations()) {
        further.putAll(evaluations.measure(evaluation, graph));
      }
      examples
          .timedBeside()
          .ifPresent(
              changes ->
                  further.putAll(
                      ForwardTimes.of(
                          (NetworkOutputLayer) graph.getLayer(0),
                          changes,
                          String.join("_", changes.values()),
                          examples.validation(batchSize).get(0))));
      metrics.putAll(further);
      if (!further.isEmpty()) {
        report(step, further);
      }
    }

    private static void requireFinite(long step, String name, double value) {
      if (!Double.isFinite(value)) {
        throw new DivergenceException(step, name, value);
      }
    }
  }
}
