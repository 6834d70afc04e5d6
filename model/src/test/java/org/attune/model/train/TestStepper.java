package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.Natives;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.task.Batch;
import org.attune.model.task.DataOpener;
import org.attune.model.task.Examples;
import org.attune.model.task.Tasks;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A trial whose steps someone else takes. */
class TestStepper {

  private static final Map<String, String> SMALL =
      Map.of(
          "task", "induction",
          "model.width", "16",
          "model.heads", "2",
          "model.layers", "1",
          "train.batch", "4",
          "train.steps", "50",
          "train.evaluate-every", "20");

  @BeforeAll
  static void threads() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @Test
  void whoTakesTheStepsDoesNotMatter() throws Exception {
    TrainingOutcome own = TrialTrainer.train(SMALL, 3, DataOpener.NONE, (step, metrics) -> true);
    TrainingOutcome others =
        TrialTrainer.of(SMALL, 3, DataOpener.NONE)
            .steppedBy(new Strides(1))
            .train((step, metrics) -> true);

    assertThat(others).isEqualTo(own);
  }

  @Test
  void metricsAreReportedOnceTheStepTheyAreDueAtIsPassed() throws Exception {
    List<Long> validated = new ArrayList<>();
    List<Long> reported = new ArrayList<>();
    Reporter reporter =
        (step, metrics) -> {
          (metrics.containsKey("validation_loss") ? validated : reported).add(step);
          return true;
        };

    TrainingOutcome outcome =
        TrialTrainer.of(SMALL, 3, DataOpener.NONE).steppedBy(new Strides(7)).train(reporter);

    assertThat(outcome.steps()).isEqualTo(50);
    assertThat(validated).containsExactly(0L, 21L, 42L, 50L);
    assertThat(reported).containsExactly(7L, 14L, 28L, 35L, 49L);
  }

  /** Steps on the same examples, taken some at a time. */
  private static final class Strides implements Stepper {
    private final int stride;
    private final Examples examples;

    Strides(int stride) throws IOException {
      this.stride = stride;
      Configuration settings = new Configuration(SMALL);
      examples = Tasks.of(settings).open(settings, 3, DataOpener.NONE);
    }

    @Override
    public int stride() {
      return stride;
    }

    @Override
    public double train(ComputationGraph graph, long from, long to) {
      GraphTrainer trainer = new GraphTrainer(graph);
      double loss = 0;
      for (long step = from; step < to; step++) {
        Batch batch = examples.training(step, 4);
        loss = trainer.step(batch.features(), batch.labels(), batch.weights());
      }
      trainer.publish();
      return loss;
    }
  }
}
