package org.attune.model.layer;

import java.util.ArrayList;
import java.util.List;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.network.Recompute;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.Nesterovs;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.learning.regularization.Regularization;
import org.nd4j.linalg.learning.regularization.WeightDecay;
import org.nd4j.linalg.schedule.ISchedule;

/** How a network is trained, as settings and as DL4J's configuration. */
public final class Training {

  public enum Optimizer {
    ADAM,
    ADAMW,
    SGD,
    MOMENTUM,
    HEAVY_BALL,
    MUON
  }

  public static final Parameter STEPS =
      Parameter.integer("train.steps", "steps", 0, 1_000_000_000, 300, "training steps")
          .insteadOf(
              "training is counted in steps here: train.steps",
              "epochs",
              "max-epochs",
              "num-epochs",
              "num-train-epochs")
          .alsoCalled("max-steps", "num-steps", "n-steps", "iterations", "iters", "max-iters");

  /** The steps over which a schedule runs; 0 for those of the training. */
  public static final Parameter SCHEDULE_STEPS =
      Parameter.integer(
              "train.schedule-steps",
              "schedule_steps",
              0,
              1_000_000_000,
              0,
              "steps that the schedule, and all that follows the share of the training, run over:"
                  + " train.steps may end earlier, as a part does; 0 for train.steps")
          .added();

  public static final Parameter BATCH =
      Parameter.integer("train.batch", "batch", 1, 1_000_000, 16, "examples per step")
          .alsoCalled("batch-size", "bs", "minibatch", "train-batch-size", "per-device-batch-size");
  public static final Parameter EVALUATE_EVERY =
      Parameter.integer(
              "train.evaluate-every",
              "evaluate_every",
              0,
              1_000_000_000,
              0,
              "steps between validations; 0 for at the start and the end only")
          .alsoCalled("eval-every", "eval-steps", "eval-interval", "val-check-interval");
  public static final Parameter LEARNING_RATE =
      Parameter.real(
              "train.learning-rate", "learning_rate", 1e-8, 10, 1e-3, "step size after warm-up")
          .alsoCalled("lr", "learnrate", "eta", "step-size", "max-lr");

  /** The step size of the token embedding; 0 for that of all parameters. */
  public static final Parameter EMBEDDING_RATE =
      Parameter.real(
              "train.embedding-learning-rate",
              "embedding_learning_rate",
              0,
              10,
              0,
              "step size of a decoder's token embedding under adam and adamw; 0 for"
                  + " train.learning-rate")
          .alsoCalled("embedding-lr", "learning-rate-embedding", "lr-embedding")
          .added();

  public static final Parameter WARM_UP =
      Parameter.integer(
              "train.warm-up",
              "warm_up",
              0,
              1_000_000_000,
              0,
              "steps of linearly growing step size")
          .alsoCalled("warmup", "warmup-steps", "num-warmup-steps", "warmup-iters");
  public static final Parameter FACTOR =
      Parameter.real(
          "train.schedule.factor",
          "schedule_factor",
          1e-6,
          1,
          0.8,
          "what the step size is multiplied by");
  public static final Parameter EVERY =
      Parameter.integer(
          "train.schedule.every",
          "schedule_every",
          1,
          1_000_000_000,
          10_000,
          "steps in which it falls by that factor");
  public static final Parameter SHARE =
      Parameter.real(
          "train.schedule.share",
          "schedule_share",
          1e-6,
          1,
          0.2,
          "share of the steps after warm-up in which it falls");
  public static final Choice<StepSize.Shape> SCHEDULE =
      Choice.of(
              StepSize.Shape.class,
              "train.schedule",
              "schedule",
              "step size over time",
              List.of(
                  Option.of(StepSize.Shape.CONSTANT, "stays as it is", ""),
                  Option.of(StepSize.Shape.LINEAR, "falls to zero at the last step", ""),
                  Option.of(StepSize.Shape.COSINE, "falls to zero along half a cosine", ""),
                  Option.of(
                      StepSize.Shape.STEP,
                      "falls by a factor each time a number of steps has passed",
                      "Garnelo and Czarnecki 2023, Table 1",
                      FACTOR,
                      EVERY),
                  Option.of(
                      StepSize.Shape.EXPONENTIAL,
                      "falls smoothly, by a factor in a number of steps",
                      "",
                      FACTOR,
                      EVERY),
                  Option.of(
                      StepSize.Shape.STABLE_DECAY,
                      "stays, then falls to zero over the last share of the steps",
                      "Hu et al. 2024 (MiniCPM), arXiv 2404.06395",
                      SHARE)))
          .alsoCalled("lr-schedule", "lr-scheduler", "lr-scheduler-type", "scheduler");
  public static final Parameter CLIP =
      Parameter.real(
              "train.clip", "clip", 0, 1e6, 0, "largest norm of the gradient; 0 for no limit")
          .alsoCalled("grad-clip", "clip-grad", "max-grad-norm", "gradient-clip-val", "clip-norm");

  /** The memory for parts of a batch. */
  public static final Parameter MEMORY =
      Parameter.real(
              "train.memory",
              "memory_budget",
              0,
              1e9,
              0,
              "MB that activations and their gradients may take: larger batches are worked through"
                  + " in parts whose gradients are added up; 0 for parts that suit the cache")
          .added();

  public static final Parameter DECAY =
      Parameter.real(
              "train.optimizer.weight-decay", "weight_decay", 0, 10, 0.01, "decoupled weight decay")
          .alsoCalled("weight-decay", "wd", "l2");

  /** Whether gains and biases decay. */
  public static final Parameter DECAY_GAINS =
      Parameter.flag(
              "train.decay-gains",
              "decay_gains",
              true,
              "whether weight decay takes its share of gains, biases and other parameters"
                  + " of one row too")
          .added();

  /** Whether token embeddings and learned positions decay. */
  public static final Parameter DECAY_EMBEDDINGS =
      Parameter.flag(
              "train.decay-embeddings",
              "decay_embeddings",
              true,
              "whether weight decay takes its share of a decoder's token embeddings and learned"
                  + " positions too")
          .added();

  public static final Parameter BETA1 =
      Parameter.real(
              "train.optimizer.beta1", "beta1", 0, 0.999999, 0.9, "decay of the first moment")
          .added();
  public static final Parameter EPSILON =
      Parameter.real(
              "train.optimizer.epsilon",
              "adam_epsilon",
              1e-12,
              1,
              1e-8,
              "added to the root of the second moment")
          .added();
  public static final Parameter BETA2 =
      Parameter.real(
              "train.optimizer.beta2", "beta2", 0, 0.999999, 0.999, "decay of the second moment")
          .alsoCalled("beta2", "adam-beta2", "betas");
  public static final Parameter MOMENTUM =
      Parameter.real(
          "train.optimizer.velocity-decay",
          "momentum",
          0,
          0.9999,
          0.9,
          "share of the velocity that is kept");
  public static final Parameter MATRIX_MOMENTUM =
      Parameter.real(
              "train.optimizer.matrix-momentum",
              "matrix_momentum",
              0,
              0.9999,
              0.95,
              "share of the matrices' velocity that is kept")
          .alsoCalled("muon-momentum");
  public static final Parameter ADAM_RATE =
      Parameter.real(
              "train.optimizer.adam-learning-rate",
              "adam_learning_rate",
              1e-8,
              10,
              3e-4,
              "step size of embeddings, the output matrix, gains and biases; it follows the same"
                  + " warm-up and schedule")
          .alsoCalled("adam-lr", "aux-lr");
  public static final Choice<Optimizer> OPTIMIZER =
      Choice.of(
              Optimizer.class,
              "train.optimizer",
              "optimizer",
              "update rule",
              List.of(
                  Option.of(
                      Optimizer.ADAM,
                      "the mean gradient over the root of its mean square",
                      "Kingma and Ba 2015",
                      BETA1,
                      BETA2,
                      EPSILON),
                  Option.of(
                      Optimizer.ADAMW,
                      "adam with decoupled weight decay",
                      "Loshchilov and Hutter 2019",
                      BETA1,
                      BETA2,
                      EPSILON,
                      DECAY),
                  Option.of(Optimizer.SGD, "plain gradient descent", ""),
                  Option.of(
                      Optimizer.MOMENTUM,
                      "gradient descent with momentum that looks ahead",
                      "Nesterov 1983",
                      MOMENTUM),
                  Option.of(
                      Optimizer.HEAVY_BALL,
                      "gradient descent with plain momentum",
                      "Polyak 1964",
                      MOMENTUM),
                  Option.of(
                      Optimizer.MUON,
                      "orthogonalised momentum for the matrices of blocks, adamw for all else",
                      "Jordan et al. 2024, kellerjordan.github.io/posts/muon",
                      MATRIX_MOMENTUM,
                      ADAM_RATE,
                      BETA1,
                      BETA2,
                      EPSILON,
                      DECAY)))
          .alsoCalled("optim", "opt");

  private Training() {}

  /** Returns all parameters of training. */
  public static List<Parameter> parameters() {
    return List.of(
        STEPS,
        BATCH,
        OPTIMIZER.parameter(),
        LEARNING_RATE,
        EMBEDDING_RATE,
        WARM_UP,
        SCHEDULE.parameter(),
        CLIP,
        EVALUATE_EVERY,
        MEMORY,
        DECAY_GAINS,
        DECAY_EMBEDDINGS,
        SCHEDULE_STEPS,
        Recompute.RECOMPUTE);
  }

  /** Returns the steps of the whole training; {@code train.steps} may be a part of it. */
  public static int wholeSteps(Configuration settings) {
    int whole = settings.integer(SCHEDULE_STEPS);
    return whole > 0 ? whole : settings.integer(STEPS);
  }

  /** Whether the step size depends on the share of the whole training that is done. */
  public static boolean followsShare(Configuration settings) {
    return switch (settings.choice(SCHEDULE)) {
      case CONSTANT, STEP, EXPONENTIAL -> false;
      case LINEAR, COSINE, STABLE_DECAY -> true;
    };
  }

  /** Returns the update rule with its step size over time. */
  static IUpdater updater(Configuration settings) {
    ISchedule rate = schedule(settings);
    return switch (settings.choice(OPTIMIZER)) {
      case ADAM, ADAMW -> adam(settings, rate);
      case MUON ->
          new Muon(
              rate,
              settings.real(MATRIX_MOMENTUM),
              settings.real(ADAM_RATE) / settings.real(LEARNING_RATE),
              adam(settings, rate));
      case SGD -> new Sgd(rate);
      case HEAVY_BALL -> new HeavyBall(rate, settings.real(MOMENTUM));
      case MOMENTUM -> new Nesterovs(rate, settings.real(MOMENTUM));
    };
  }

  private static Adam adam(Configuration settings, ISchedule rate) {
    return Adam.builder()
        .learningRateSchedule(rate)
        .beta1(settings.real(BETA1))
        .beta2(settings.real(BETA2))
        .epsilon(settings.real(EPSILON))
        .build();
  }

  /** Returns the step size over time. */
  static ISchedule schedule(Configuration settings) {
    return new StepSize(
        settings.real(LEARNING_RATE),
        settings.integer(WARM_UP),
        settings.choice(SCHEDULE),
        wholeSteps(settings),
        settings.real(settings.choice(SCHEDULE) == StepSize.Shape.STABLE_DECAY ? SHARE : FACTOR),
        settings.integer(EVERY));
  }

  /** Returns the regularisation: weight decay besides the loss. */
  static List<Regularization> regularisation(Configuration settings) {
    List<Regularization> all = new ArrayList<>();
    Optimizer rule = settings.choice(OPTIMIZER);
    boolean decays = rule == Optimizer.ADAMW || rule == Optimizer.MUON;
    if (decays && settings.real(DECAY) > 0) {
      all.add(new WeightDecay(settings.real(DECAY), true));
    }
    return all;
  }
}
