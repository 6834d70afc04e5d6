package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.cpu.linear.Lanes;
import org.attune.model.cpu.linear.Spans;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.StateRecurrence;
import org.attune.model.primitive.StateRecurrence.Update;
import org.attune.model.program.Pass;

/**
 * {@link StateRecurrence} in float32. A head's state stays in the first-level cache while its
 * tokens pass. The forward pass keeps the state before each chunk of tokens; the backward pass
 * computes a chunk's states again.
 */
final class StateRecurrenceKernel extends CpuKernel {

  private static final int CHUNK = 32;
  private static final Spans SPANS = Lanes.spans();

  private final StateRecurrence primitive;
  private final Floats q;
  private final Floats k;
  private final Floats v;
  private final Floats decay; // null where absent
  private final Floats write; // null where absent
  private final int heads;
  private final int length;
  private final int width; // d
  private final int depth; // e
  private final int chunks;
  private final boolean corrects;
  private final float scale;
  private final float[] kept; // the state before each chunk; null in forward-only programs

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
    kept = at.backward() ? at.keepForAdjoint(states * width * depth).data : null;
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
        if (kept != null && t % CHUNK == 0) {
          System.arraycopy(state, 0, kept, (i * chunks + t / CHUNK) * size, size);
        }
        int row = i / heads * length + t;
        Arrays.fill(y, 0, depth, 0);
        step(row, i % heads, state, 0, state, 0, y);
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
  private void step(int row, int head, float[] from, int fromAt, float[] to, int toAt, float[] y) {
    decays(row, head);
    float b = write(row, head);
    int keys = k.row(row) + head * width;
    int queries = q.row(row) + head * width;
    if (from != to || fromAt != toAt) {
      System.arraycopy(from, fromAt, to, toAt, width * depth);
    }
    v.read(row, head * depth, u, 0, depth);
    if (corrects) {
      for (int i = 0; i < width; i++) {
        int s = toAt + i * depth;
        SPANS.scale(a[i], to, s, to, s, depth);
        SPANS.addScaled(-k.data[keys + i], to, s, u, 0, depth);
      }
    }
    for (int i = 0; i < width; i++) {
      SPANS.decayAndRead(
          corrects ? 1 : a[i],
          b * k.data[keys + i],
          u,
          scale * q.data[queries + i],
          to,
          toAt + i * depth,
          y,
          depth);
    }
  }

  @Override
  public void backward() {
    int size = width * depth;
    float[] states = scratch.array(0, (CHUNK + 1) * size);
    float[] written = scratch.array(1, CHUNK * depth);
    float[] later = scratch.array(2, size);
    float[] unread = scratch.array(3, depth);
    for (int i = 0; i < at.batch() * heads; i++) {
      Arrays.fill(later, 0, size, 0);
      for (int c = chunks - 1; c >= 0; c--) {
        int first = c * CHUNK;
        int count = Math.min(CHUNK, length - first);
        int row = i / heads * length + first;
        System.arraycopy(kept, (i * chunks + c) * size, states, 0, size);
        for (int t = 0; t < count; t++) {
          step(row + t, i % heads, states, t * size, states, (t + 1) * size, unread);
          System.arraycopy(u, 0, written, t * depth, depth);
        }
        for (int t = count - 1; t >= 0; t--) {
          back(row + t, i % heads, states, t * size, written, t * depth, later);
        }
      }
    }
  }

  /** Takes the derivative by the state back over a token. */
  private void back(
      int row, int head, float[] states, int before, float[] written, int uAt, float[] g) {
    decays(row, head);
    float b = write(row, head);
    int after = before + width * depth;
    int keys = k.row(row) + head * width;
    int queries = q.row(row) + head * width;
    Floats dy = gradient;
    int dyAt = dy.row(row) + head * depth;
    float[] dq = scratch.array(4, width);
    float[] dk = scratch.array(5, width);
    float[] da = scratch.array(6, width);
    float[] du = scratch.array(7, depth);
    Arrays.fill(du, 0, depth, 0);
    float db = 0;
    for (int i = 0; i < width; i++) {
      int s = i * depth;
      float key = k.data[keys + i];
      dq[i] = scale * SPANS.dot(states, after + s, dy.data, dyAt, depth);
      SPANS.addScaled(scale * q.data[queries + i], dy.data, dyAt, g, s, depth);
      SPANS.addScaled(b * key, g, s, du, 0, depth);
      float along = SPANS.dot(g, s, written, uAt, depth);
      dk[i] = b * along;
      db += key * along;
    }
    for (int i = 0; i < width; i++) {
      int s = i * depth;
      if (corrects) {
        dk[i] -= a[i] * SPANS.dot(states, before + s, du, 0, depth);
        SPANS.addScaled(-k.data[keys + i], du, 0, g, s, depth);
      }
      da[i] = decay == null ? 0 : SPANS.dot(g, s, states, before + s, depth);
      SPANS.scale(a[i], g, s, g, s, depth);
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
