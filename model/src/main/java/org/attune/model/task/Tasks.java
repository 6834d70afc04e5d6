package org.attune.model.task;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;

/** All tasks: the built-in ones, then those that {@link ServiceLoader} finds. */
public final class Tasks {

  private static final List<Task> LISTED =
      List.of(
          new TextTask(),
          new ShardsTask(),
          new InductionTask(),
          new BlockTask(),
          new MqarTask(),
          new InContextRecallTask(false),
          new InContextRecallTask(true),
          new FuzzyRecallTask(),
          new SelectiveCopyingTask(),
          new MemorisationTask(),
          new CompressionTask(),
          new StateTrackingTask(),
          new NeedleTask(),
          new RegressionTask(),
          new ClassificationTask(),
          new FewShotTask(),
          new PixelTask(),
          new SineTask(),
          new PolicyTask(),
          new KabschTask(),
          new OutlierTask(),
          new GridTask(),
          new VarianceTask(),
          new CostTask());

  private Tasks() {}

  /**
   * Returns all tasks; the first is the default.
   *
   * @throws IllegalArgumentException if two tasks have the same name
   */
  public static List<Task> all() {
    List<Task> all = new ArrayList<>(LISTED);
    Set<String> names = new HashSet<>();
    all.forEach(task -> names.add(task.option().name()));
    for (Task brought : ServiceLoader.load(Task.class)) {
      Task own = new OwnTask(brought);
      if (!names.add(own.option().name())) {
        throw new IllegalArgumentException(
            "%s is a task named '%s', and there is one already; give it another name"
                .formatted(brought.getClass().getName(), own.option().name()));
      }
      all.add(own);
    }
    return all;
  }

  /** Returns the name of the class that a jar brought; empty for a built-in task. */
  public static Optional<String> ownClass(Task task) {
    return task instanceof OwnTask own
        ? Optional.of(own.brought().type().getName())
        : Optional.empty();
  }

  /** Returns the parameter that chooses the task. */
  public static Parameter axis() {
    List<Option> options = all().stream().map(Task::option).toList();
    return Parameter.choice("task", "task", "what is learned", options);
  }

  /** Returns the task that a configuration chooses. */
  public static Task of(Configuration settings) {
    String name = settings.choice(axis());
    return all().stream().filter(t -> t.option().name().equals(name)).findFirst().orElseThrow();
  }
}
