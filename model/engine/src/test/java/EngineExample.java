import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.CausalAttention.causalAttention;
import static org.attune.model.primitive.CrossEntropy.crossEntropy;
import static org.attune.model.primitive.Gather.gather;
import static org.attune.model.primitive.Matmul.project;
import static org.attune.model.primitive.Residual.residual;
import static org.attune.model.primitive.RmsNorm.rmsNorm;
import static org.attune.model.primitive.Rope.rope;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.attune.model.engine.ArraysAtRest;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Compiler;
import org.attune.model.engine.DeviceBackend;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.Execution;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.ParameterUpdate;
import org.attune.model.engine.Precision;
import org.attune.model.engine.UpdateRule;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Noise;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;

/** Trains a decoder of two layers to continue words of four letters that repeat. */
public final class EngineExample {

  private static final int BATCH = 16;
  private static final int LENGTH = 16;
  private static final int LETTERS = 8;
  private static final int WIDTH = 32;
  private static final int HEADS = 2;

  public static void main(String[] arguments) {
    double[] losses = train(arguments.length == 0 ? "cpu" : arguments[0], 200);
    for (int step = 0; step < losses.length; step += 50) {
      System.out.printf("step %3d  loss %.3f%n", step, losses[step]);
    }
  }

  /** The loss of each step on the backend "cpu", or on the first GPU with "cuda". */
  static double[] train(String name, int steps) {
    Backend<?> backend = Backends.named(name);
    if (backend instanceof DeviceBackend<?> cards) {
      try (DeviceSession<?> card = cards.open(DeviceShare.whole(0), Precision.FLOAT32)) {
        return train(card, steps);
      }
    }
    return train(backend, steps);
  }

  static double[] train(Backend<?> backend, int steps) {
    Program p = new Program(BATCH);
    Value loss = p.output("loss", loss(p));
    ParameterArrays arrays = ArraysAtRest.drawn(p.parameters(), DataType.FLOAT, 1); // of seed 1
    double[] losses = new double[steps];
    try (Compiler<?> compiler = Compiler.on(backend, DataType.FLOAT, p.parameters(), arrays);
        Execution<?> decoder = compiler.compile(p, Execution.Passes.FORWARD_AND_BACKWARD)) {
      UpdateRule adam = new UpdateRule.Adam(0.9, 0.999, 1e-8);
      ParameterUpdate update = compiler.update(adam, parameter -> false).orElseThrow();
      for (int step = 0; step < steps; step++) {
        feed(decoder, new SplittableRandom(step));
        update.prepare(new ParameterUpdate.Step(1, 3e-3, 0, step)); // longest gradient, rate, decay
        Pass pass = Pass.training((double) step / steps, Noise.of(1, step));
        decoder.both(pass, loss, false, Optional.of(update));
        losses[step] = decoder.number("loss");
      }
      compiler.store().publish(); // the arrays now have the trained values
    }
    return losses;
  }

  private static Value loss(Program p) {
    Value table = p.parameter("embedding", Init.normal(1), LETTERS, WIDTH);
    Value x = gather(table, p.tokens("letter", LENGTH)); // (B·T, d)
    for (int layer = 0; layer < 2; layer++) {
      Value before = x;
      x = p.within("layer" + layer, () -> layer(p, before));
    }
    Value logits = project(norm(p, "gain", x), "readout", Init.fanIn(), LETTERS); // (B·T, letters)
    return crossEntropy(logits, p.tokens("next", LENGTH), p.input("weights", LENGTH, 1, false));
  }

  private static Value layer(Program p, Value x) {
    Value normed = norm(p, "attention-gain", x);
    Value q = rope(project(normed, "q", Init.fanIn(), WIDTH), HEADS, 10_000);
    Value k = rope(project(normed, "k", Init.fanIn(), WIDTH), HEADS, 10_000);
    Value v = project(normed, "v", Init.fanIn(), WIDTH);
    Value read = causalAttention(q, k, v, HEADS, 1 / Math.sqrt((double) WIDTH / HEADS));
    Value y = residual(x, read, p.parameter("o", Init.fanIn(), WIDTH, WIDTH)); // x + read · o
    Value up = project(norm(p, "mlp-gain", y), "up", Init.fanIn(), 4 * WIDTH);
    Value hidden = apply(Pointwise.GELU, up);
    return residual(y, hidden, p.parameter("down", Init.fanIn(), 4 * WIDTH, WIDTH));
  }

  private static Value norm(Program p, String gain, Value x) {
    return rmsNorm(x, p.parameter(gain, Init.constant(1), 1, WIDTH), 1e-5);
  }

  private static void feed(Execution<?> decoder, SplittableRandom random) {
    int[] letters = random.ints(BATCH * 4, 0, LETTERS).toArray(); // a word for each sequence
    double[] each = new double[BATCH * LENGTH];
    Arrays.setAll(each, i -> letters[i / LENGTH * 4 + i % 4]);
    decoder.feed("letter", each, 0);
    Arrays.setAll(each, i -> letters[i / LENGTH * 4 + (i + 1) % 4]);
    decoder.feed("next", each, 0);
    Arrays.fill(each, 1.0 / each.length); // the loss is a mean
    decoder.feed("weights", each, 0);
  }
}
