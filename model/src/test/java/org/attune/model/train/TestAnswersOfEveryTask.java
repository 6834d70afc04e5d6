package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Set;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.model.ModelCatalog;
import org.attune.model.network.Network;
import org.attune.model.network.Signature;
import org.attune.model.task.Batch;
import org.attune.model.task.Examples;
import org.attune.model.task.Metrics;
import org.attune.model.task.Tasks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * What a task's own measures say of answers that no network gave: the true ones are perfect, and
 * one answer for all is chance, which is what the floor says.
 */
class TestAnswersOfEveryTask {

  private static final double SURE = 60; // a logit by which a class is certain
  private static final int BATCHES = 30; // that the constant answer is made of

  /** Floors that know more than one answer for all: pixel by pixel, set by set. */
  private static final Set<String> BETTER_FLOORS = Set.of("pixel-regression", "kabsch");

  static Stream<SmallTask> tasks() {
    return SmallTask.ALL.stream();
  }

  private record Opened(SmallTask small, Signature signature, Examples examples) {
    static Opened of(SmallTask small) throws Exception {
      Configuration settings = new Configuration(small.settings());
      var task = Tasks.of(settings);
      return new Opened(small, task.signature(settings), task.open(settings, 1, SmallTask.DATA));
    }

    /** The measure of answers, each row's the outputs that {@code answer} gives for its labels. */
    double measured(Answer answer) {
      Metrics metrics = examples.metrics();
      double loss = 0;
      double total = 0;
      for (Batch batch : examples.validation(16)) {
        double[] labels = batch.labels().castTo(DataType.DOUBLE).dup('c').data().asDouble();
        double[] weights = batch.weights().castTo(DataType.DOUBLE).dup('c').data().asDouble();
        int outputs = signature.outputs();
        double[] all = new double[weights.length * outputs];
        for (int row = 0; row < weights.length; row++) {
          double[] own = answer.of(labels, row);
          System.arraycopy(own, 0, all, row * outputs, outputs);
          loss += weights[row] * loss(own, labels, row);
          total += weights[row];
        }
        INDArray prediction =
            Nd4j.createFromArray(all).castTo(DataType.FLOAT).reshape('c', weights.length, outputs);
        metrics.observe(batch, 0, name -> shown(name, prediction, batch.size()));
      }
      return small.metric().equals("validation_loss")
          ? loss / total
          : metrics.result().get(small.metric());
    }

    /** What else a decoder shows, as if its heads read nothing. */
    private INDArray shown(String name, INDArray prediction, int size) {
      int t = signature.length();
      if (name.endsWith("/weights")) {
        return Nd4j.zeros(DataType.FLOAT, size, 2, t, t);
      }
      if (name.endsWith("/heads")) {
        return Nd4j.zeros(DataType.FLOAT, (long) size * t, 16);
      }
      return name.equals(Network.PREDICTION)
          ? prediction
          : Nd4j.zeros(DataType.FLOAT, 16, signature.outputs());
    }

    private double loss(double[] answer, double[] labels, int row) {
      if (signature.classes()) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double logit : answer) {
          largest = Math.max(largest, logit);
        }
        double sum = 0;
        for (double logit : answer) {
          sum += Math.exp(logit - largest);
        }
        return largest + Math.log(sum) - answer[(int) labels[row]];
      }
      double sum = 0;
      for (int c = 0; c < answer.length; c++) {
        double off = answer[c] - labels[row * answer.length + c];
        sum += off * off / answer.length;
      }
      return sum;
    }

    double[] truth(double[] labels, int row) {
      double[] answer = new double[signature.outputs()];
      if (signature.classes()) {
        answer[(int) labels[row]] = SURE;
      } else {
        System.arraycopy(labels, row * answer.length, answer, 0, answer.length);
      }
      return answer;
    }

    /** The mean of what is trained on: class frequencies as logits, or numbers. */
    double[] mean() {
      double[] mean = new double[signature.outputs()];
      double total = 0;
      for (int step = 0; step < BATCHES; step++) {
        Batch batch = examples.training(step, 16);
        double[] labels = batch.labels().castTo(DataType.DOUBLE).dup('c').data().asDouble();
        double[] weights = batch.weights().castTo(DataType.DOUBLE).dup('c').data().asDouble();
        for (int row = 0; row < weights.length; row++) {
          total += weights[row];
          if (signature.classes()) {
            mean[(int) labels[row]] += weights[row];
          } else {
            for (int c = 0; c < mean.length; c++) {
              mean[c] += weights[row] * labels[row * mean.length + c];
            }
          }
        }
      }
      for (int c = 0; c < mean.length; c++) {
        mean[c] = signature.classes() ? Math.log((mean[c] + 0.1) / total) : mean[c] / total;
      }
      return mean;
    }
  }

  private interface Answer {
    double[] of(double[] labels, int row);
  }

  private static boolean lowerIsBetter(SmallTask small) {
    return new ModelCatalog()
        .metrics(new Configuration(small.settings())).stream()
            .filter(m -> m.name().equals(small.metric()))
            .anyMatch(m -> m.better() == org.attune.api.Metric.Better.LOWER);
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void trueAnswersArePerfect(SmallTask small) throws Exception {
    Opened task = Opened.of(small);

    assertThat(task.measured(task::truth)).isCloseTo(lowerIsBetter(small) ? 0 : 1, within(1e-6));
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void oneAnswerForAllIsChance(SmallTask small) throws Exception {
    Opened task = Opened.of(small);
    double[] mean = task.mean();
    String name = small.floor().replaceFirst("floor_", "");
    double floor = task.examples().floors().get(name);

    double value = task.measured((labels, row) -> mean);

    if (!BETTER_FLOORS.contains(small.task())) {
      assertThat(value).isCloseTo(floor, within(small.slack()));
    } else {
      assertThat(value).isGreaterThan(floor - small.slack());
    }
  }
}
