package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.Natives;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.network.Signature;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** A training step of a model of sets leaves native memory alone, as a decoder's does. */
class TestSetModelMemory {

  private static final Signature REGRESSION = Signature.set(6, 2, 3, 2);
  private static final int BATCH = 4;

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "model.kind=set-encoder",
        "model.kind=set-encoder attention.weights=linear",
        "model.kind=set-encoder attention.weights=kernel-ridge",
        "model.kind=set-encoder attention.weights=nystroem",
        "model.kind=set-encoder attention.weights=sigma-ridge-2",
        "model.kind=set-encoder attention.weights=sigma-ridge"
            + " attention.weights.lambda-source=head",
        "model.kind=kvq attention.weights=ridge attention.weights.lambda-source=head",
        "model.kind=kvq attention.weights=ridge attention.weights.lambda-source=context",
        "model.kind=kvq attention.weights=ridge attention.weights.lambda=0",
        "model.kind=kvq model.kind.head=weighted-ridge",
        "model.kind=kvq model.kind.head=equality-ridge",
        "model.kind=kvq model.kind.head=inequality-ridge",
        "model.kind=kvq model.kind.head=ls-svm",
        "model.kind=kvq model.kind.head=lda model.kind.embedding=shared model.heads=1 classes",
        "model.kind=kvq model.kind.head=qda model.kind.embedding=shared model.heads=1 classes",
      })
  void aStepMakesNoNativeHandles(String text) {
    Map<String, String> settings = new TreeMap<>(Map.of("model.width", "8", "model.heads", "2"));
    boolean classes = text.endsWith(" classes");
    for (String setting : text.replace(" classes", "").split(" ")) {
      settings.put(setting.split("=")[0], setting.split("=")[1]);
    }
    Signature signature = classes ? REGRESSION.ofClasses() : REGRESSION;
    ComputationGraph graph =
        NetworkGraph.of(new Configuration(settings), signature, 1, DataType.FLOAT);
    GraphTrainer trainer = new GraphTrainer(graph);
    INDArray features = features(signature);
    INDArray labels =
        classes
            ? Nd4j.zeros(DataType.INT32, BATCH, signature.length())
            : Nd4j.ones(DataType.FLOAT, BATCH, signature.length(), signature.outputs());
    INDArray weights = Nd4j.ones(DataType.FLOAT, BATCH, signature.length());
    trainer.step(features, labels, weights);
    trainer.step(features, labels, weights);

    long before = Nd4j.getDeallocatorService().nextValue();
    for (int step = 0; step < 10; step++) {
      trainer.step(features, labels, weights);
    }

    assertThat(Nd4j.getDeallocatorService().nextValue() - before - 1).isZero();
    ((NetworkOutputLayer) graph.getLayer(0)).close();
  }

  /** Rows {@code [x, y, 1]} that are given, each of a class in turn, and {@code [x, 0, 0]}. */
  private static INDArray features(Signature s) {
    SplittableRandom random = new SplittableRandom(1);
    float[][][] all = new float[BATCH][s.length()][s.inputs()];
    for (float[][] set : all) {
      for (int row = 0; row < s.length(); row++) {
        for (int c = 0; c < s.columns(); c++) {
          set[row][c] = (float) random.nextDouble(-1, 1);
        }
        if (row < s.context()) {
          set[row][s.columns() + row % s.values()] = 1;
          set[row][s.inputs() - 1] = 1;
        }
      }
    }
    return Nd4j.createFromArray(all);
  }
}
