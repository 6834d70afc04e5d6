package org.attune.model.layer;

import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.model.layer.StepSize.Shape;

/** Settings of the step size over time that change no step of a training. */
public final class IdleSchedule {

  private IdleSchedule() {}

  /** Returns which setting never acts, and what to change; empty if all act. */
  public static Optional<String> of(Configuration settings) {
    int steps = Training.wholeSteps(settings);
    int warmUp = settings.integer(Training.WARM_UP);
    Shape shape = settings.choice(Training.SCHEDULE);
    String name = settings.text(Training.SCHEDULE.parameter());
    if (steps == 0) {
      return Optional.empty();
    }
    if (warmUp >= steps) {
      return Optional.of(
          "train.warm-up %d does not end within a training of %d steps: the step size never reaches train.learning-rate%s; make train.warm-up shorter"
              .formatted(
                  warmUp,
                  steps,
                  shape == Shape.CONSTANT
                      ? ""
                      : ", and train.schedule %s never acts".formatted(name)));
    }
    double rate = settings.real(Training.LEARNING_RATE);
    boolean falls = Training.schedule(settings).valueAt(steps - 1, 0) < rate;
    if (shape == Shape.CONSTANT || falls) {
      return Optional.empty();
    }
    return Optional.of(
        "train.schedule %s never acts in a training of %d steps%s: the step size stays as under constant; change %s"
            .formatted(
                name,
                steps,
                warmUp == 0 ? "" : " with train.warm-up " + warmUp,
                switch (shape) {
                  case STEP, EXPONENTIAL -> "train.schedule.every or train.schedule.factor";
                  case STABLE_DECAY -> "train.schedule.share";
                  default -> "train.steps or train.warm-up";
                }));
  }
}
