package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.model.primitive.CrossEntropy.crossEntropy;
import static org.attune.model.primitive.Gather.gather;
import static org.attune.model.primitive.Matmul.matmulTransposed;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.attune.model.engine.Backends;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Primitives that read tokens: embedding, loss, and the two tied by one table. */
class TestTokenPrimitives extends GradientContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(embedding(1, 5, 4), loss(1, 5, 4), loss(1, 1, 2), tied(2, 3, 7));
  }

  @Override
  Stream<Case> largeCases() {
    return Stream.of(
        embedding(2, 40, 128),
        embedding(3, 100, 260),
        loss(2, 50, 300),
        loss(1, 3, 5000),
        tied(2, 64, 96));
  }

  private static Case embedding(int batch, int length, int width) {
    return of(
        "embedding %dx%d of %d".formatted(batch, length, width),
        batch,
        p -> gather(matrix(p, "table", 6, width), p.tokens("tokens", length)));
  }

  private static Case loss(int batch, int length, int vocabulary) {
    return of(
        "loss %dx%d of %d".formatted(batch, length, vocabulary),
        batch,
        p ->
            crossEntropy(
                matrix(p, "logits", batch * length, vocabulary),
                p.tokens("tokens", length),
                p.input("weights", length, 1, false)));
  }

  private static Case tied(int batch, int length, int vocabulary) {
    return of(
        "tied %dx%d of %d".formatted(batch, length, vocabulary),
        batch,
        p -> {
          Value table = matrix(p, "table", vocabulary, 5);
          Value tokens = p.tokens("tokens", length);
          Value logits = matmulTransposed(gather(table, tokens), table);
          return crossEntropy(logits, tokens, p.input("weights", length, 1, false));
        });
  }

  /** Tokens that repeat, and weights of which one is zero. */
  @Override
  Map<String, INDArray> tokens(Case c) {
    Map<String, INDArray> fed = new LinkedHashMap<>();
    Program p = new Program(c.batch());
    c.description().describe(p);
    Map<String, Value> inputs = p.inputs();
    int rows = inputs.get("tokens").rows();
    int[] tokens = new int[rows];
    double[] weights = new double[rows];
    for (int i = 0; i < rows; i++) {
      tokens[i] = i / 2 % 2;
      weights[i] = i == 1 ? 0 : 1.0 / (i + 1);
    }
    fed.put("tokens", Nd4j.createFromArray(tokens));
    if (inputs.containsKey("weights")) {
      fed.put("weights", Nd4j.createFromArray(weights));
    }
    return fed;
  }

  @Test
  void tokenOutsideTheVocabularyIsRefused() {
    try (Specimen s = specimen(embedding(1, 2, 4), Backends.cpu(), DataType.FLOAT)) {
      s.execution().feed("tokens", Nd4j.createFromArray(0, 6));

      assertThatThrownBy(() -> s.execution().forward(Pass.evaluation()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Invalid token: 6 (the vocabulary is 0 to 5)");
    }
  }
}
