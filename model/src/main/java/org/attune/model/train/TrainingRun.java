package org.attune.model.train;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.regex.Pattern;
import org.attune.api.Checkpoints;
import org.attune.api.Content;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.layer.Training;
import org.attune.model.task.Batch;
import org.attune.model.task.Evaluation;
import org.attune.model.task.Examples;
import org.deeplearning4j.nn.graph.ComputationGraph;

/**
 * One training of one graph, from step 0 or a checkpoint to the last step. It takes the steps,
 * reports metrics, and saves checkpoints. It may read losses some steps late, but in the order of
 * the steps, and before it reports or saves anything.
 */
final class TrainingRun {

  /** The number of training-loss reports over a whole training. */
  static final int REPORTS = 20;

  /** Metrics it measures for every task: losses. */
  static final List<Metric> METRICS =
      List.of(
          Metric.lower("validation_loss", "loss", "mean over examples that are not trained on"),
          Metric.lower("min_validation_loss", "loss", "the least of the trial's validation losses"),
          Metric.plain("min_validation_loss_step", "steps", "training steps before that"),
          Metric.lower("train_loss", "loss", "of the last step's batch"),
          Metric.plain("initial_validation_loss", "loss", "validation_loss before the first step"));

  /** Metrics of single layers and heads. */
  private static final Pattern ONE_HEAD = Pattern.compile(".*_l\\d+(_h\\d+)?");

  /** A step with its loss, read on demand. */
  private record StepLoss(long step, DoubleSupplier loss) {}

  private final Configuration settings;
  private final Examples examples;
  private final ComputationGraph graph;
  private final NetworkOutputLayer network;
  private final GraphTrainer trainer;
  private final Optional<Stepper> stepper;
  private final Reporter reporter;
  private final Checkpoints checkpoints;
  private final Validation validation;
  private final Optional<Examples> sealed;
  private final Milestones milestones;
  private final Evaluations evaluations;
  private final int steps;
  private final int reportEvery;
  private final int batchSize;
  private final int evaluateEvery;
  private final int ahead;
  private final List<StepLoss> losses = new ArrayList<>();
  private TrainingHistory history = new TrainingHistory();
  private Map<String, Double> metrics = history.metrics;

  /**
   * @param graph the graph before the first step; its creator closes it
   * @param stepper takes the steps; if empty, this thread does
   * @param ahead maximum number of steps with unread losses
   */
  TrainingRun(
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
    network = (NetworkOutputLayer) graph.getLayer(0);
    trainer = new GraphTrainer(graph);
    this.reporter = reporter;
    this.checkpoints = checkpoints;
    this.settings = settings;
    milestones = new Milestones(examples.milestones());
    steps = settings.integer(Training.STEPS);
    reportEvery = Math.max(1, Training.wholeSteps(settings) / REPORTS);
    batchSize = settings.integer(Training.BATCH);
    evaluateEvery = settings.integer(Training.EVALUATE_EVERY);
    evaluations = new Evaluations(settings, batchSize);
    validation = validation(examples);
    sealed = examples.sealed(); // a task that has no right ones fails before it is trained
  }

  private Validation validation(Examples examples) {
    return new Validation(network, examples, batchSize);
  }

  /** Allocates the GPU memory that the training needs, or fails if it does not fit. */
  void reserve() {
    trainer.reserve(batchSize);
    validation.reserve();
    sealed.map(this::validation).ifPresent(Validation::reserve);
  }

  /**
   * Trains to the last step, or until the reporter stops it.
   *
   * @param device name of the device for the outcome
   * @throws DivergenceException if a loss is not finite
   */
  TrainingOutcome run(String device) throws IOException, InterruptedException {
    Optional<InputStream> checkpoint = checkpoints.open();
    boolean wanted = checkpoint.isPresent() ? resume(checkpoint.get()) : begin();
    long step = history.step;
    while (wanted && step < steps) {
      if (Thread.interrupted()) {
        throw new InterruptedException("Interrupted at step " + step);
      }
      long before = step;
      step = Math.min(steps, before + stepper.map(Stepper::stride).orElse(1));
      losses.add(new StepLoss(step, fit(before, step)));
      history.step = step;
      if (step == steps || (evaluateEvery > 0 && passes(evaluateEvery, before, step))) {
        readLosses();
        wanted = validate(step);
      } else if (passes(reportEvery, before, step)) {
        wanted = report(step, Map.of("train_loss", readLosses()));
      } else if (losses.size() >= ahead) {
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
    if (step == steps) { // after the checkpoint, which anyone may read before a lab opens these
      sealed.ifPresent(this::evaluateSealed);
    }
    return new TrainingOutcome(
        step, step < steps, metrics, network.trainable(), examples.fingerprint(), device);
  }

  private boolean begin() {
    examples.floors().forEach((name, floor) -> metrics.put("floor_" + name, floor));
    examples.oracles().forEach((name, best) -> metrics.put("oracle_" + name, best));
    boolean wanted = validate(0);
    metrics.put("initial_validation_loss", metrics.get("validation_loss"));
    return wanted;
  }

  /** Restores a checkpoint. If it belongs to this training, the earlier reports are repeated. */
  private boolean resume(InputStream checkpoint) throws IOException {
    try (InputStream archive = checkpoint) {
      CheckpointFile.Restored restored =
          CheckpointFile.restore(archive, graph, checkpoints.start().own());
      history = restored.history();
      restored.anew().ifPresent(reporter::note);
    }
    metrics = history.metrics;
    boolean wanted = true;
    for (TrainingHistory.Report past : history.reports) {
      if (past.values().containsKey("validation_loss")) {
        milestones.observe(past.step(), past.values());
      }
      if (checkpoints.start().own()) {
        wanted &= reporter.report(past.step(), past.values());
      }
    }
    return wanted;
  }

  private Content state() {
    trainer.publish();
    history.configuration = new TreeMap<>(settings.values());
    return out -> CheckpointFile.write(graph, history, out);
  }

  private boolean report(long step, Map<String, Double> values) {
    history.reports.add(new TrainingHistory.Report(step, values));
    return reporter.report(step, values);
  }

  /** Whether a multiple of a number lies after one step, and not after another. */
  private static boolean passes(long period, long before, long step) {
    return step / period > before / period;
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
   * Reads the losses of the steps since the last call.
   *
   * @return the last loss
   */
  private double readLosses() {
    for (StepLoss each : losses) {
      double loss = each.loss().getAsDouble();
      requireFinite(each.step(), "train_loss", loss);
      metrics.put("train_loss", loss);
    }
    losses.clear();
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

  /** Runs the further evaluations of the trained network. */
  private void evaluate(long step) {
    trainer.publish(); // evaluations read the graph's parameters
    Map<String, Double> further =
        new LinkedHashMap<>(evaluations.thresholds(network.signature(), examples, graph));
    for (Evaluation evaluation : examples.evaluations()) {
      further.putAll(evaluations.measure(evaluation, graph));
    }
    examples
        .timedBeside()
        .ifPresent(
            changes ->
                further.putAll(
                    ForwardTimes.of(
                        network,
                        changes,
                        String.join("_", changes.values()),
                        examples.validation(batchSize).get(0))));
    metrics.putAll(further);
    if (!further.isEmpty()) {
      report(step, further);
    }
  }

  /** Scores the network on the sealed split. It reports nothing: stopping rules read reports. */
  private void evaluateSealed(Examples sealed) {
    Map<String, Double> scores = new LinkedHashMap<>(validation(sealed).measure());
    scores.keySet().removeIf(name -> ONE_HEAD.matcher(name).matches());
    sealed.floors().forEach((name, floor) -> scores.put("floor_" + name, floor));
    sealed.oracles().forEach((name, best) -> scores.put("oracle_" + name, best));
    for (Evaluation evaluation : sealed.evaluations()) {
      scores.putAll(evaluations.measure(evaluation, graph));
    }
    scores.forEach((name, score) -> metrics.put(Metric.SEALED + name, score));
  }

  private static void requireFinite(long step, String name, double value) {
    if (!Double.isFinite(value)) {
      throw new DivergenceException(step, name, value);
    }
  }
}
