package org.attune.model.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.primitive.CausalAttention.causalAttention;

import java.util.function.Function;
import java.util.stream.Stream;
import org.attune.model.engine.Backends;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Attention over long sequences agrees with its formula in float64, at lengths around the ends of
 * blocks of queries and chunks of keys.
 */
class TestLongCausalAttention {

  private static final int HEADS = 2;
  private static final int WIDTH = 6;

  /** What is attended to, with words for it. */
  record Case(String words, int length, int batch, double spread, boolean shared)
      implements Function<Program, Value> {

    @Override
    public Value apply(Program p) {
      Value q = matrix(p, "q");
      Value k = shared ? q : matrix(p, "k");
      return causalAttention(q, k, shared ? q : matrix(p, "v"), HEADS, 0.7);
    }

    private Value matrix(Program p, String name) {
      return p.parameter(name, Init.normal(spread), p.batch() * length, WIDTH);
    }

    @Override
    public String toString() {
      return words + " of " + length;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
        new Case("whole blocks", 2048, 1, 1, false),
        new Case("one token more, two sequences", 2049, 2, 1, false),
        new Case("a last block of one token less", 2175, 1, 1, false),
        new Case("a chunk of one token", 2305, 1, 1, false),
        new Case("scores up to hundreds", 2100, 1, 8, false),
        new Case("queries that are keys and values", 2100, 1, 1, true));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void agreesWithTheFormulaInFloat64(Case of) {
    try (Specimen fast = new Specimen(of.batch(), of, Backends.cpu(), DataType.FLOAT);
        Specimen proof = new Specimen(of.batch(), of, Backends.reference(), DataType.DOUBLE)) {
      proof.values().forEach((name, array) -> array.assign(fast.values().get(name)));
      proof.differentiate();
      for (int pass = 0; pass < 2; pass++) { // the second over used memory
        fast.differentiate();
        requireClose(fast.output(), proof.output(), "output");
        proof
            .gradients()
            .forEach((name, own) -> requireClose(fast.gradients().get(name), own, name));
      }
    }
  }

  /** Later tokens change nothing before them. */
  @Test
  void isCausal() {
    Case of = new Case("later tokens", 2305, 1, 1, false);
    int changed = of.length() - 130;
    try (Specimen one = new Specimen(1, of, Backends.cpu(), DataType.FLOAT);
        Specimen other = new Specimen(1, of, Backends.cpu(), DataType.FLOAT)) {
      one.values()
          .forEach(
              (name, array) -> {
                INDArray copy = array.dup('c');
                for (int i = changed; i < of.length(); i++) {
                  for (int j = 0; j < WIDTH; j++) {
                    copy.putScalar(i, j, 3 + i % 7);
                  }
                }
                other.values().get(name).assign(copy);
              });
      one.differentiate();
      other.differentiate();
      float[] before = one.output().dup('c').data().asFloat();
      float[] after = other.output().dup('c').data().asFloat();
      for (int i = 0; i < changed * WIDTH; i++) {
        assertThat(after[i]).isEqualTo(before[i]);
      }
      assertThat(after[changed * WIDTH]).isNotEqualTo(before[changed * WIDTH]);
    }
  }

  private static void requireClose(INDArray fast, INDArray proof, String what) {
    double off = fast.castTo(DataType.DOUBLE).sub(proof).amaxNumber().doubleValue();
    assertThat(off).as(what).isLessThan(1e-5 * Math.max(1, proof.amaxNumber().doubleValue()));
  }
}
