package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.cpu.linear.Lanes;
import org.attune.model.cpu.linear.Spans;
import org.attune.model.cpu.linear.StateSteps;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.StateRecurrence;
import org.attune.model.primitive.StateRecurrence.Update;
import org.attune.model.program.Pass;
import org.jspecify.annotations.Nullable;

/**
 * {@link StateRecurrence} in float32. A head's state stays in the first-level cache while its
 * tokens pass. The forward pass keeps the state before each chunk of tokens; the backward pass
 * computes a chunk's states again.
 */
final class StateRecurrenceKernel extends PairKernel {

  private static final int CHUNK = 32;
  private static final Spans SPANS = Lanes.spans();
  private static final StateSteps STEPS = Lanes.stateSteps();

  private final StateRecurrence primitive;
  private final Floats q;
  private final Floats k;
  private final Floats v;
  private final @Nullable Floats decay; // null where absent
  private final @Nullable Floats write; // null where absent
  private final int heads;
  private final int length;
  private final int width; // d
  private final int depth; // e
  private final int chunks;
  private final boolean corrects;
  private final float scale;
  private final boolean keeps; // whether the adjoint runs
  private final float[] kept; // the state before each chunk; empty if it does not
  private final boolean keepsWritten;
  private final Floats written; // what tokens write: the values, if nothing is kept

  private final float[] a; // the current token's decays, d
  private final float[] u; // what the current token writes, e

  StateRecurrenceKernel(StateRecurrence primitive, Operands<Floats> at) {
    super(at);
    this.primitive = primitive;
    q = input;
    k = second;
    v = at.in(2);
    decay = primitive.decay().isPresent() ? at.in(3) : null;
    write = primitive.write().isPresent() ? at.in(primitive.writeInput()) : null;
    heads = primitive.heads();
    length = primitive.q().length();
    width = primitive.q().columns() / heads;
    depth = primitive.v().columns() / heads;
    chunks = (length + CHUNK - 1) / CHUNK;
    corrects = primitive.update() == Update.CORRECT;
    scale = (float) primitive.scale();
    long states = (long) at.batch() * heads * chunks;
    keeps = at.backward();
    kept = keeps ? at.keepForAdjoint(states * width * depth).data : new float[0];
    keepsWritten = keeps && corrects;
    written =
        keepsWritten
            ? at.keepForAdjoint((long) at.batch() * length * heads * depth)
                .sharing(0, at.batch() * length, heads * depth, heads * depth)
            : v;
    a = new float[width];
    u = new float[depth];
  }

  @Override
  public void forward(Pass pass) {
    int size = width * depth;
    float[] state = scratch.array(0, size);
    float[] y = scratch.array(1, depth);
    for (int i = 0; i < at.batch() * heads; i++) {
      Arrays.fill(state, 0, size, 0);
      for (int t = 0; t < length; t++) {
        if (keeps && t % CHUNK == 0) {
          System.arraycopy(state, 0, kept, (i * chunks + t / CHUNK) * size, size);
        }
        int row = i / heads * length + t;
        Arrays.fill(y, 0, depth, 0);
        step(row, i % heads, state, y);
        if (keepsWritten) {
          written.write(row, i % heads * depth, u, 0, depth);
        }
        output.write(row, i % heads * depth, y, 0, depth);
      }
    }
  }

  /** Sets the decays of a token's head. */
  private void decays(int row, int head) {
    float rate = primitive.rates().get(head).floatValue();
    if (decay == null) {
      Arrays.fill(a, rate);
    } else if (primitive.byChannel()) {
      SPANS.scale(rate, decay.data, decay.row(row) + head * width, a, 0, width);
    } else {
      Arrays.fill(a, rate * decay.at(row, head));
    }
  }

  private float write(int row, int head) {
    return write == null ? 1 : write.at(row, head);
  }

  /**
   * Takes a state over a token, adds what its query reads to y, and leaves in {@link #u} what the
   * token writes at its key, before the factor b.
   */
  private void step(int row, int head, float[] state, float[] y) {
    decays(row, head);
    float b = write(row, head);
    int keys = k.row(row) + head * width;
    int queries = q.row(row) + head * width;
    v.read(row, head * depth, u, 0, depth);
    if (corrects) {
      for (int i = 0; i < width; i++) {
        SPANS.scale(a[i], state, i * depth, state, i * depth, depth);
        SPANS.addScaled(-k.data[keys + i], state, i * depth, u, 0, depth);
      }
    }
    for (int i = 0; i < width; i++) {
      STEPS.decayAndRead(
          corrects ? 1 : a[i],
          b * k.data[keys + i],
          u,
          scale * q.data[queries + i],
          state,
          i * depth,
          y,
          0,
          depth);
    }
  }

  /** States and their derivatives are transposed here: a row for each of a value's columns. */
  @Override
  public void backward() {
    int size = width * depth;
    float[] states = scratch.array(0, (CHUNK + 1) * size);
    float[] decays = scratch.array(1, CHUNK * width);
    float[] later = scratch.array(2, size);
    float[] weights = scratch.array(3, depth);
    for (int i = 0; i < at.batch() * heads; i++) {
      Arrays.fill(later, 0, size, 0);
      for (int c = chunks - 1; c >= 0; c--) {
        int first = c * CHUNK;
        int count = Math.min(CHUNK, length - first);
        int row = i / heads * length + first;
        transpose(kept, (i * chunks + c) * size, states);
        for (int t = 0; t < count; t++) {
          decays(row + t, i % heads);
          System.arraycopy(a, 0, decays, t * width, width);
          readWritten(row + t, i % heads);
          SPANS.scale(write(row + t, i % heads), u, 0, weights, 0, depth);
          STEPS.advance(
              a,
              k.data,
              k.row(row + t) + i % heads * width,
              weights,
              states,
              t * size,
              (t + 1) * size,
              depth,
              0,
              width);
        }
        for (int t = count - 1; t >= 0; t--) {
          System.arraycopy(decays, t * width, a, 0, width);
          readWritten(row + t, i % heads);
          back(row + t, i % heads, states, t * size, later);
        }
      }
    }
  }

  private void transpose(float[] from, int fromAt, float[] to) {
    for (int i = 0; i < width; i++) {
      for (int j = 0; j < depth; j++) {
        to[j * width + i] = from[fromAt + i * depth + j];
      }
    }
  }

  /** Reads into {@link #u} what a token writes at its key, before the factor b. */
  private void readWritten(int row, int head) {
    written.read(row, head * depth, u, 0, depth);
  }

  /** Takes the derivative g by the state back over a token with decays {@link #a}. */
  private void back(int row, int head, float[] states, int before, float[] g) {
    float b = write(row, head);
    int after = before + width * depth;
    int keys = k.row(row) + head * width;
    float[] queries = scratch.array(4, width);
    float[] dq = scratch.array(5, width);
    float[] dk = scratch.array(6, width);
    float[] da = scratch.array(7, width);
    float[] du = scratch.array(8, depth);
    float[] corrected = scratch.array(9, width);
    SPANS.scale(scale, q.data, q.row(row) + head * width, queries, 0, width);
    int dy = gradient.row(row) + head * depth;
    STEPS.backOverRead(queries, gradient.data, dy, u, states, after, g, dq, dk, depth, 0, width);
    SPANS.scale(scale, dq, 0, dq, 0, width);
    float db = SPANS.dot(k.data, keys, dk, 0, width);
    SPANS.scale(b, dk, 0, dk, 0, width);
    for (int j = 0; j < depth; j++) {
      du[j] = b * SPANS.dot(k.data, keys, g, j * width, width);
    }
    STEPS.backOverDecay(
        a, k.data, keys, corrects ? du : null, states, before, g, da, corrected, depth, 0, width);
    if (corrects) {
      for (int i = 0; i < width; i++) {
        dk[i] -= a[i] * corrected[i];
      }
    }
    give(toInput, row, head * width, dq, width);
    give(toSecond, row, head * width, dk, width);
    give(at.sink(2), row, head * depth, du, depth);
    if (decay != null) {
      giveDecay(row, head, da);
    }
    if (write != null) {
      da[0] = db; // no longer needed for the decays
      give(at.sink(primitive.writeInput()), row, head, da, 1);
    }
  }

  private void giveDecay(int row, int head, float[] da) {
    float rate = primitive.rates().get(head).floatValue();
    SPANS.scale(rate, da, 0, da, 0, width);
    if (primitive.byChannel()) {
      give(at.sink(3), row, head * width, da, width);
    } else {
      da[0] = ArrayMath.sum(da, 0, width);
      give(at.sink(3), row, head, da, 1);
    }
  }

  /** Contributes some columns of a row. */
  private static void give(Sink<Floats> sink, int row, int column, float[] from, int count) {
    if (!sink.wanted()) {
      return;
    }
    Floats to = sink.buffer();
    if (sink.adds()) {
      SPANS.add(from, 0, to.data, to.row(row) + column, count);
    } else {
      to.write(row, column, from, 0, count);
    }
  }
}
