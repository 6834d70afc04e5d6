package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.Natives;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.network.Signature;
import org.attune.model.task.Batch;
import org.attune.model.task.ClassificationTask;
import org.attune.model.task.DataOpener;
import org.attune.model.task.Tasks;
import org.deeplearning4j.nn.conf.ComputationGraphConfiguration;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** The classical heads classify new classes from a few members, bare and trained. */
class TestFewShotHeads {

  @BeforeAll
  static void threads() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  private static Map<String, Double> train(String... keysAndValues) throws Exception {
    Map<String, String> all = new TreeMap<>();
    all.put("task", "classification");
    all.put("task.dimension", "8");
    all.put("task.validation-sets", "100");
    all.put("model.kind", "kvq");
    all.put("model.kind.embedding", "none");
    all.put("model.kind.decoder-layers", "0");
    all.put("model.heads", "1");
    all.put("model.width", "16");
    all.put("train.steps", "0");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      all.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return TrialTrainer.train(all, 1, DataOpener.NONE, (step, metrics) -> true).metrics();
  }

  @ParameterizedTest
  @ValueSource(strings = {"lda", "qda", "ls-svm"})
  void bareHeadsComeCloseToTheBestThereIs(String head) throws Exception {
    Map<String, Double> metrics = train("model.kind.head", head, "model.kind.head.lambda", "1");

    assertThat(metrics.get("accuracy"))
        .isGreaterThan(metrics.get("floor_best_accuracy") - 0.1)
        .isLessThanOrEqualTo(metrics.get("floor_best_accuracy") + 0.01);
    assertThat(metrics.get("floor_accuracy")).isEqualTo(0.2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lda", "qda", "ls-svm"})
  void trainedThroughAHeadAnEmbeddingLearns(String head) throws Exception {
    String[] settings = {
      "model.kind.head",
      head,
      "model.kind.embedding",
      "shared",
      "train.steps",
      "150",
      "train.batch",
      "16",
      "train.learning-rate",
      "3e-3"
    };
    Map<String, Double> metrics = train(settings);

    assertThat(metrics.get("validation_loss")).isLessThan(metrics.get("initial_validation_loss"));
    assertThat(metrics.get("accuracy")).isGreaterThan(0.6);
  }

  @Test
  void aGraphThatScoresClassesGoesToJsonAndBackAndAnswersRowByRow() {
    Configuration settings =
        new Configuration(
            Map.of("task", "classification", "model.kind", "kvq", "model.heads", "1"));
    Signature signature = Tasks.of(settings).signature(settings);
    ComputationGraphConfiguration written =
        NetworkGraph.configuration(settings, signature, 1, DataType.FLOAT);
    ComputationGraphConfiguration read = ComputationGraphConfiguration.fromJson(written.toJson());
    assertThat(read.toJson()).isEqualTo(written.toJson());
    ComputationGraph graph = new ComputationGraph(read);
    graph.init();
    NetworkOutputLayer layer = (NetworkOutputLayer) graph.getLayer(0);
    Batch batch = new ClassificationTask().open(settings, 1, DataOpener.NONE).training(0, 3);

    INDArray features = batch.features().permute(0, 2, 1).dup('c'); // as DL4J has them
    assertThat(graph.output(features)[0].shape()).containsExactly(3, 5, 40);
    assertThat(layer.runner().loss(batch.features(), batch.labels(), batch.weights()))
        .isBetween(1.0, 3.0); // log 5 = 1.6 when nothing is known
    layer.close();
    graph.close();
  }

  @Test
  void indicatorsCanBeRegressedOn() throws Exception {
    Map<String, Double> metrics =
        train(
            "task.loss", "squared",
            "attention.weights", "ridge");

    assertThat(metrics.get("accuracy")).isGreaterThan(metrics.get("floor_best_accuracy") - 0.1);
    assertThat(metrics.get("validation_loss")).isLessThan(metrics.get("floor_validation_loss"));
  }
}
