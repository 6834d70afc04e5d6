package org.attune.model.layer;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.model.layer.StepSize.Shape;

/** Settings that never act, because the training ends before they would. */
public final class IdleSettings {

  /** How many validations a message proposes. */
  private static final int VALIDATIONS = 10;

  private IdleSettings() {}

  /** Returns which settings never act, and what to change: a line for each; none if all act. */
  public static List<String> of(Configuration settings) {
    return Stream.of(stepSize(settings), validations(settings)).flatMap(Optional::stream).toList();
  }

  private static Optional<String> validations(Configuration settings) {
    int steps = Training.wholeSteps(settings);
    int every = settings.integer(Training.EVALUATE_EVERY);
    return steps == 0 || every <= steps
        ? Optional.empty()
        : Optional.of(
            "train.evaluate-every %d is longer than a training of %d steps, which is therefore validated at its start and end only; write train.evaluate-every: %d for about %d validations, or leave it out"
                .formatted(
                    every, steps, Math.max(1, steps / VALIDATIONS), Math.min(steps, VALIDATIONS)));
  }

  private static Optional<String> stepSize(Configuration settings) {
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
