package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.assertj.core.api.SoftAssertions;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.ModelCatalog;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Buffer;
import org.attune.model.engine.Compiler;
import org.attune.model.engine.Execution;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.network.Network;
import org.attune.model.network.Networks;
import org.attune.model.network.Signature;
import org.attune.model.program.Noise;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.attune.model.train.Placement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Layers that run forward again in the backward pass, against layers that keep what they need. */
class TestRecompute {

  private static final int LENGTH = 24;
  private static final int BATCH = 3;
  private static final int VOCABULARY = 11;
  private static final int STEPS = 3;
  private static final Signature TOKENS = Signature.tokens(LENGTH, VOCABULARY);

  private static Configuration settings(Map<String, String> of) {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "model.width", "16",
                "model.heads", "2",
                "model.layers", "3",
                "model.feed-forward", "24"));
    settings.putAll(of);
    return new Configuration(settings);
  }

  private static INDArray random(int bound, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] tokens = random.ints((long) BATCH * LENGTH, 0, bound).toArray();
    return Nd4j.createFromArray(tokens).reshape('c', BATCH, LENGTH);
  }

  /** A network's own arrays, moved down their gradients step by step. */
  private static final class Arrays implements ParameterArrays {
    final Map<String, INDArray> values = new LinkedHashMap<>();
    final Map<String, INDArray> gradients = new LinkedHashMap<>();

    @Override
    public INDArray values(ParameterSpec spec) {
      return values.computeIfAbsent(
          spec.name(),
          n ->
              Nd4j.createFromArray(spec.initialValues("recompute", 7))
                  .castTo(DataType.FLOAT)
                  .reshape('c', spec.rows(), spec.columns()));
    }

    @Override
    public INDArray gradient(ParameterSpec spec) {
      return gradients.computeIfAbsent(
          spec.name(), n -> Nd4j.zeros(DataType.FLOAT, spec.rows(), spec.columns()));
    }
  }

  /** The bits of losses, gradients and parameters of some steps. */
  private static List<Integer> steps(Configuration settings, boolean poisoned) {
    Program p = new Program(BATCH);
    Value loss = Networks.of(settings, TOKENS).describe(p);
    Arrays arrays = new Arrays();
    List<Integer> bits = new ArrayList<>();
    try (Compiler<?> compiler =
            Compiler.on(Backends.cpu(), DataType.FLOAT, p.parameters(), arrays);
        Execution<?> network = compiler.compile(p, Execution.Passes.FORWARD_AND_BACKWARD)) {
      if (poisoned) {
        network.poisoned();
      }
      for (int step = 0; step < STEPS; step++) {
        network.feed("features", random(VOCABULARY, step));
        network.feed("labels", random(VOCABULARY, 100 + step));
        network.feed("weights", Nd4j.ones(DataType.FLOAT, BATCH * LENGTH, 1));
        if (p.inputs().containsKey(Network.ROWS)) {
          network.feed(Network.ROWS, Nd4j.ones(DataType.FLOAT, BATCH * LENGTH, 1));
        }
        compiler.store().adopt();
        Pass pass = Pass.training((double) step / STEPS, new Noise(step));
        network.both(pass, loss, false, Optional.empty());
        compiler.store().publishGradients();
        compiler.store().move(pass.observations());
        add(network.array(Network.LOSS), bits);
        arrays.gradients.forEach(
            (name, gradient) -> {
              add(gradient, bits);
              arrays.values.get(name).subi(gradient.mul(0.1));
            });
        arrays.values.values().forEach(values -> add(values, bits));
      }
    }
    return bits;
  }

  private static void add(INDArray array, List<Integer> bits) {
    for (float f : array.dup('c').data().asFloat()) {
      assertThat(f).isFinite();
      bits.add(Float.floatToRawIntBits(f));
    }
  }

  private static Configuration again(Configuration settings) {
    return settings.with("train.recompute", "true");
  }

  /** Every option of a decoder, with dropout, with unused memory made NaN. */
  @ParameterizedTest
  @ValueSource(strings = {"attention.", "model."})
  void noDigitDependsOnIt(String prefix) {
    List<Map<String, String>> all = new ArrayList<>();
    for (Parameter parameter : new ModelCatalog().parameters()) {
      if (parameter.key().startsWith(prefix)) {
        for (Option option : parameter.options()) {
          all.add(Map.of(parameter.key(), option.name(), "train.dropout.stream", "0.1"));
        }
      }
    }
    all.add(Map.of("train.dropout.weights", "0.1", "train.dropout.stream", "0.1"));
    SoftAssertions softly = new SoftAssertions();
    int run = 0;
    for (Map<String, String> of : all) {
      Configuration settings = settings(of);
      if (Networks.generates(settings) && new ModelCatalog().conflicts(settings).isEmpty()) {
        run++;
        List<Integer> again = steps(again(settings), true);
        List<Integer> kept = steps(settings, false);
        softly.assertThat(again.equals(kept)).as("%s", of).isTrue();
      }
    }
    softly.assertAll();
    assertThat(run).isGreaterThan(10);
  }

  /** Bytes of a training program over 256 tokens. */
  private static long planned(Configuration settings, int layers) {
    Program p = new Program(BATCH);
    Configuration of = settings.with("model.layers", Integer.toString(layers));
    Networks.of(of, Signature.tokens(256, VOCABULARY)).describe(p);
    return planned(p, Backends.cpu());
  }

  private static <B extends Buffer> long planned(Program p, Backend<B> backend) {
    return Execution.plannedBytes(p, backend, Execution.Passes.FORWARD_AND_BACKWARD);
  }

  /** Another layer adds what its input takes, and its packed weights. */
  @Test
  void anotherLayerTakesATenthOfTheMemory() {
    Configuration settings = settings(Map.of());
    long kept = planned(settings, 8) - planned(settings, 4);
    long ran = planned(again(settings), 8) - planned(again(settings), 4);

    assertThat(ran).isPositive().isLessThan(kept / 10);
  }

  @Test
  void aNetworkWithoutLayersIsRefused() {
    Map<String, String> all =
        Map.of("task", "sine", "model.kind", "kvq", "train.recompute", "true");

    assertThat(new ModelCatalog().conflicts(new Configuration(all)))
        .containsExactly(
            "model.kind kvq has no layers that train.recompute could run again: remove it");
  }

  @Test
  void aGpuDoesNotRunIt() {
    assertThat(Placement.without(again(settings(Map.of())), TOKENS))
        .containsExactly("train.recompute");
  }
}
