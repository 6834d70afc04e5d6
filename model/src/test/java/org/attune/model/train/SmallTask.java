package org.attune.model.train;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.attune.model.task.DataOpener;
import org.attune.model.task.ShardFolder;

/**
 * A task in small, that a small network learns something of in seconds; a new task is one more line
 * here.
 *
 * @param text its settings and its network's
 * @param metric that learning improves
 * @param floor of it that must not be beaten where there is nothing to learn
 * @param slack how far chance may stray from the floor, in the metric's unit
 */
record SmallTask(String text, String metric, String floor, double slack) {

  /** The user's data: shards whose tokens are one or two above the one before, modulo 16. */
  static final DataOpener DATA =
      new ShardFolder().with("1.bin", 20_000, walk(1)).with("2.bin", 4_000, walk(2));

  static final List<SmallTask> ALL =
      List.of(
          new SmallTask(
              "task=text task.length=16 task.corpus.size=20000 task.longest=2",
              "bits_per_byte",
              "floor_bits_per_byte",
              0.05),
          new SmallTask(
              "task=shards task.length=16 task.vocabulary=16",
              "validation_loss",
              "floor_validation_loss",
              0.1),
          new SmallTask(
              "task=induction task.period=8 task.symbols=16 task.loss=repeated",
              "copy_accuracy",
              "floor_copy_accuracy",
              0.03),
          new SmallTask(
              "task=find-the-block task.blocks=4 task.block-letters=3 task.alphabet=8"
                  + " task.validation-examples=128",
              "letter_accuracy",
              "floor_letter_accuracy",
              0.05),
          new SmallTask(
              "task=mqar task.pairs=2 task.fewest-pairs=1 task.length=16 task.symbols=16",
              "accuracy",
              "floor_accuracy",
              0.1),
          new SmallTask(
              "task=in-context-recall task.length=32 task.symbols=8",
              "accuracy",
              "floor_accuracy",
              0.12),
          new SmallTask(
              "task=noisy-recall task.length=32 task.symbols=8 task.noise-tokens=4",
              "accuracy",
              "floor_accuracy",
              0.12),
          new SmallTask(
              "task=fuzzy-recall task.length=32 task.symbols=9 task.key-tokens=2"
                  + " task.value-tokens=2",
              "accuracy",
              "floor_accuracy",
              0.12),
          new SmallTask(
              "task=selective-copying task.length=16 task.copied=3 task.symbols=6",
              "accuracy",
              "floor_accuracy",
              0.1),
          new SmallTask(
              "task=memorisation task.length=8 task.symbols=17", "accuracy", "floor_accuracy", 0.1),
          new SmallTask(
              "task=compression task.length=5 task.symbols=5", "accuracy", "floor_accuracy", 0.1),
          new SmallTask("task=state-tracking task.length=8", "accuracy", "floor_accuracy", 0.1),
          new SmallTask(
              "task=needle task.length=24 task.symbols=16", "accuracy", "floor_accuracy", 0.15),
          new SmallTask(
              "task=regression task.dimension=2 task.validation-sets=64 model.kind=kvq"
                  + " model.heads=1",
              "validation_loss",
              "floor_validation_loss",
              0.05),
          new SmallTask(
              "task=classification task.validation-sets=64 task.dimension=8 task.ways=4"
                  + " model.kind=kvq model.heads=1 model.kind.embedding=shared",
              "accuracy",
              "floor_accuracy",
              0.05),
          new SmallTask(
              "task=few-shot-images task.side=10 task.ways=3 task.shots=2 task.validation-sets=64"
                  + " model.kind=kvq model.heads=1 model.width=32 model.kind.embedding=shared",
              "accuracy",
              "floor_accuracy",
              0.08),
          new SmallTask(
              "task=pixel-regression task.side=8 task.context=20 task.validation-sets=32"
                  + " model.kind=kvq model.heads=1 model.width=32 attention.weights=ridge",
              "validation_loss",
              "floor_validation_loss",
              0.005),
          new SmallTask(
              "task=sine task.context=6 task.asked=12 task.validation-sets=64 model.kind=kvq"
                  + " model.heads=1 model.width=32 attention.weights=ridge",
              "validation_loss",
              "floor_validation_loss",
              0.4),
          new SmallTask(
              "task=policy-distillation task.validation-sets=64 model.kind=kvq model.heads=1"
                  + " attention.weights=ridge",
              "mean_distance",
              "floor_mean_distance",
              0.01),
          new SmallTask(
              "task=kabsch task.validation-sets=64 model.kind=kvq model.heads=1"
                  + " attention.weights=ridge",
              "validation_loss",
              "floor_validation_loss",
              0.05),
          new SmallTask(
              "task=outlier-detection task.members=6 task.dimension=8 task.spread=0.5"
                  + " model.kind=set-encoder task.validation-sets=64",
              "validation_loss",
              "floor_validation_loss",
              0.08),
          new SmallTask(
              "task=extrapolation task.side=4 task.validation-sets=16 model.kind=kvq model.heads=1"
                  + " attention.weights=ridge",
              "nrmse_interpolation",
              "floor_nrmse_interpolation",
              0.05));

  /** Tasks in which nothing is learned. */
  static final List<SmallTask> UNTRAINED =
      List.of(
          new SmallTask(
              "task=weight-variance task.validation-sets=4 model.kind=kvq model.heads=1"
                  + " model.kind.embedding=none model.kind.decoder-layers=0",
              "weight_variance",
              "",
              0),
          new SmallTask(
              "task=forward-cost task.validation-sets=2 model.kind=kvq model.heads=1"
                  + " model.kind.embedding=none model.kind.decoder-layers=0",
              "forward_over_softmax",
              "",
              0));

  private static IntUnaryOperator walk(long seed) {
    Random random = new Random(seed);
    int[] at = {0};
    return i -> at[0] = (at[0] + 1 + random.nextInt(2)) % 16;
  }

  static SmallTask named(String task) {
    return Stream.concat(ALL.stream(), UNTRAINED.stream())
        .filter(small -> small.task().equals(task))
        .findFirst()
        .orElseThrow(
            () ->
                new AssertionError(
                    "SmallTask.ALL lacks the task '%s'; add a line with settings under which a"
                            .formatted(task)
                        + " network of width 16 learns some of it in 240 steps"));
  }

  /** All settings, to be added to. */
  Map<String, String> settings() {
    Map<String, String> all = new HashMap<>();
    all.put("train.learning-rate", "3e-3");
    all.put("train.batch", "16");
    all.put("model.width", "16");
    all.put("model.heads", "2");
    all.put("model.feed-forward", "32");
    for (String setting : text.split(" +")) {
      all.put(setting.split("=")[0], setting.split("=")[1]);
    }
    return all;
  }

  String task() {
    return settings().get("task");
  }

  @Override
  public String toString() {
    return task();
  }
}
