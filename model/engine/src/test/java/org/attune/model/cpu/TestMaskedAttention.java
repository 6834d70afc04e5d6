package org.attune.model.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.model.primitive.CausalAttention.causalAttention;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.KernelTable;
import org.attune.model.engine.Memory;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.ParameterStore;
import org.attune.model.engine.ParameterUpdate;
import org.attune.model.engine.UpdateRule;
import org.attune.model.primitive.CausalAttention;
import org.attune.model.primitive.KeyMask;
import org.attune.model.program.Init;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Attention with a mask skips the keys that a block of queries does not see: what it reads, and all
 * gradients, have the digits that they have where nothing is skipped.
 */
class TestMaskedAttention {

  private static final int HEADS = 2;
  private static final int WIDTH = 6;
  private static final int BLOCK = 32;
  private static final int LONGEST = 257;

  /** A mask, with words for it. */
  record Masked(String words, int length, KeyMask.Condition shows) {

    Value of(Program p) {
      return causalAttention(
          matrix(p, "q"), matrix(p, "k"), matrix(p, "v"), HEADS, 0.7, Optional.of(mask()));
    }

    Value unmasked(Program p) {
      return causalAttention(matrix(p, "q"), matrix(p, "k"), matrix(p, "v"), HEADS, 0.7);
    }

    KeyMask mask() {
      return KeyMask.of(length, shows);
    }

    private Value matrix(Program p, String name) {
      return p.parameter(name, Init.normal(1), p.batch() * length, WIDTH);
    }

    @Override
    public String toString() {
      return words + " of " + length;
    }
  }

  private static Masked window(int length, int width) {
    return new Masked("window " + width, length, (i, j) -> i - j < width);
  }

  /** Windows around a block's edges for every length up to eight blocks and a token. */
  static Stream<Masked> windows() {
    List<Integer> edges = List.of(1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 2 * BLOCK + 1, 127);
    return IntStream.rangeClosed(1, LONGEST).mapToObj(n -> window(n, edges.get(n % edges.size())));
  }

  static Stream<Masked> others() {
    return Stream.of(33, 129, 160, LONGEST)
        .flatMap(
            n ->
                Stream.of(
                    new Masked("sinks", n, (i, j) -> i - j < 20 || j < 4),
                    new Masked("dilated", n, (i, j) -> (i - j) % 40 == 0),
                    new Masked("far keys", n, (i, j) -> i == j || i - j > 70),
                    new Masked("blocks", n, (i, j) -> i / 40 == j / 40)));
  }

  private static void requireEqual(Specimen a, Specimen b, String what) {
    b.values().forEach((name, array) -> array.assign(a.values().get(name)));
    for (int pass = 0; pass < 2; pass++) { // the second over used memory
      a.differentiate();
      b.differentiate();
      assertThat(floats(a.output())).as(what).isEqualTo(floats(b.output()));
      a.gradients()
          .forEach(
              (name, own) ->
                  assertThat(floats(own))
                      .as("%s of %s", name, what)
                      .isEqualTo(floats(b.gradients().get(name))));
    }
  }

  private static float[] floats(INDArray array) {
    float[] numbers = array.dup('c').data().asFloat();
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] += 0f; // -0 is 0
    }
    return numbers;
  }

  @Test
  void windowsHaveTheDigitsOfTheWhole() {
    windows().forEach(TestMaskedAttention::requireSameDigits);
  }

  @ParameterizedTest
  @MethodSource("others")
  void otherMasksHaveTheDigitsOfTheWhole(Masked masked) {
    requireSameDigits(masked);
  }

  private static void requireSameDigits(Masked masked) {
    try (Specimen fast = new Specimen(2, masked::of, Backends.cpu(), DataType.FLOAT);
        Specimen slow = new Specimen(2, masked::of, new Unskipping(), DataType.FLOAT)) {
      requireEqual(fast, slow, masked.toString());
    }
  }

  @Test
  void aMaskThatHidesNothingChangesNoDigit() {
    for (int length : new int[] {1, 31, 32, 33, 130, LONGEST}) {
      Masked all = window(length, length);
      try (Specimen masked = new Specimen(2, all::of, Backends.cpu(), DataType.FLOAT);
          Specimen plain = new Specimen(2, all::unmasked, Backends.cpu(), DataType.FLOAT)) {
        requireEqual(masked, plain, all.toString());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("others")
  void agreesWithTheFormulaInFloat64(Masked masked) {
    try (Specimen fast = new Specimen(2, masked::of, Backends.cpu(), DataType.FLOAT);
        Specimen proof = new Specimen(2, masked::of, Backends.reference(), DataType.DOUBLE)) {
      proof.values().forEach((name, array) -> array.assign(fast.values().get(name)));
      fast.differentiate();
      proof.differentiate();
      requireClose(fast.output(), proof.output(), masked.toString());
      proof.gradients().forEach((name, own) -> requireClose(fast.gradients().get(name), own, name));
    }
  }

  private static void requireClose(INDArray fast, INDArray proof, String what) {
    double off = fast.castTo(DataType.DOUBLE).sub(proof).amaxNumber().doubleValue();
    assertThat(off).as(what).isLessThan(2e-5 * Math.max(1, proof.amaxNumber().doubleValue()));
  }

  @Test
  void aWindowWorksOnFewKeys() {
    VisibleKeys keys = VisibleKeys.of(Optional.of(window(1024, 64).mask()), 1024, BLOCK, true);

    assertThat(keys.most()).isEqualTo(3 * BLOCK);
    assertThat(keys.rows()).isLessThanOrEqualTo(1024 / BLOCK * 3 * BLOCK);
  }

  @Test
  void aQueryWithoutAKeyIsRefused() {
    Masked none = new Masked("none", 5, (i, j) -> i != 3);

    assertThatThrownBy(() -> none.of(new Program(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hides all of a query's keys");
  }

  /** The processor's backend, whose masked attention skips nothing. */
  private static final class Unskipping implements Backend<Floats> {

    private final CpuBackend cpu = new CpuBackend();

    @Override
    public KernelTable<Floats> kernels() {
      return new KernelTable<Floats>()
          .with(CausalAttention.class, (p, at) -> new CausalAttentionKernel(p, at, false));
    }

    @Override
    public String name() {
      return cpu.name();
    }

    @Override
    public boolean computes(DataType type) {
      return cpu.computes(type);
    }

    @Override
    public int rowStride(int columns) {
      return cpu.rowStride(columns);
    }

    @Override
    public Memory<Floats> memory(DataType type) {
      return cpu.memory(type);
    }

    @Override
    public ParameterStore<Floats> store(
        List<ParameterSpec> specs, ParameterArrays arrays, DataType type) {
      return cpu.store(specs, arrays, type);
    }

    @Override
    public Optional<ParameterUpdate> update(
        ParameterStore<Floats> store, UpdateRule rule, Predicate<ParameterSpec> decays) {
      return cpu.update(store, rule, decays);
    }
  }
}
