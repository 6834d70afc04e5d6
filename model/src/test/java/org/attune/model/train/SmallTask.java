package org.attune.model.train;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

  static final List<SmallTask> ALL =
      List.of(
          new SmallTask(
              "task=text task.length=16 task.corpus.size=20000 task.longest=2",
              "bits_per_byte",
              "floor_bits_per_byte",
              0.05),
          new SmallTask(
              "task=induction task.period=8 task.symbols=16 task.loss=repeated",
              "copy_accuracy",
              "floor_copy_accuracy",
              0.03),
          new SmallTask(
              "task=find-the-block task.blocks=4 task.block-letters=3 task.alphabet=8",
              "letter_accuracy",
              "floor_letter_accuracy",
              0.05),
          new SmallTask(
              "task=regression task.dimension=2 task.validation-sets=128 model.kind=kvq"
                  + " model.heads=1",
              "validation_loss",
              "floor_validation_loss",
              0.05),
          new SmallTask(
              "task=classification task.dimension=8 task.ways=4 model.kind=kvq model.heads=1"
                  + " model.kind.embedding=shared",
              "accuracy",
              "floor_accuracy",
              0.05));

  static SmallTask named(String task) {
    return ALL.stream().filter(small -> small.task().equals(task)).findFirst().orElseThrow();
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
