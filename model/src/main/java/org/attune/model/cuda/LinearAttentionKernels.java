package org.attune.model.cuda;

import static org.attune.model.cuda.Product.plain;
import static org.attune.model.cuda.Product.transposed;

import java.util.ArrayList;
import java.util.List;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.LinearAttention;
import org.attune.model.primitive.Mask;

/**
 * {@link LinearAttention} on a card, at a cost that grows linearly with the length. A set needs one
 * state {@code kᵀv} for each head. A sequence is cut into chunks: within a chunk it uses scores,
 * for earlier chunks the sum of their states (Katharopoulos et al. 2020, equation 10).
 */
final class LinearAttentionKernels {

  private static final int CHUNK = 64;
  private static final int NUMBERS = 6; // of four bytes: three addresses

  private final Operands<DeviceBuffer> at;
  private final Launches work = new Launches();
  private final DeviceBuffer q;
  private final DeviceBuffer k;
  private final DeviceBuffer v;
  private final int heads;
  private final double scale;
  private final int sequences; // of all heads
  private final int states; // of a sequence
  private final int width; // of a key
  private final int depth; // of a value

  private LinearAttentionKernels(LinearAttention p, Operands<DeviceBuffer> at, int states) {
    this.at = at;
    this.states = states;
    q = at.in(0);
    k = at.in(1);
    v = at.in(2);
    heads = p.heads();
    scale = p.scale();
    sequences = at.batch() * heads;
    width = k.columns() / heads;
    depth = v.columns() / heads;
  }

  static Kernel of(LinearAttention p, Operands<DeviceBuffer> at) {
    if (p.mask() == Mask.NONE) {
      return new LinearAttentionKernels(p, at, 1).set();
    }
    int length = p.q().length();
    return new LinearAttentionKernels(p, at, (length + CHUNK - 1) / CHUNK).sequence(length);
  }

  /**
   * Chunks of equal size, a number of them in each sequence.
   *
   * @param length tokens of a sequence
   * @param first token of the first chunk
   * @param size tokens of a chunk
   * @param count chunks of a sequence
   * @param state number of the first chunk's state
   */
  private record Chunks(int length, int first, int size, int count, int state) {

    /** A sequence as one chunk. */
    static Chunks whole(int length) {
      return new Chunks(length, 0, length, 1, 0);
    }

    /** The full chunks of a sequence, then what is left of it. */
    static List<Chunks> of(int length) {
      List<Chunks> all = new ArrayList<>();
      int full = length / CHUNK;
      if (full > 0) {
        all.add(new Chunks(length, 0, CHUNK, full, 0));
      }
      if (length % CHUNK > 0) {
        all.add(new Chunks(length, full * CHUNK, length % CHUNK, 1, full));
      }
      return all;
    }
  }

  /** A matrix for each chunk of each sequence: the first one, and where the others lie. */
  private record Stack(DeviceBuffer first, Product.Places places) {}

  private Kernel set() {
    Chunks queries = Chunks.whole(q.rows() / at.batch());
    Chunks keys = Chunks.whole(k.rows() / at.batch());
    DeviceBuffer state = at.keep(stateSize()).at(0, sequences * width, depth, depth);
    work.forward(put(tokens(k, keys), true, tokens(v, keys), false, states(state, keys), 1, keys));
    work.forward(
        put(tokens(q, queries), false, states(state, queries), false, y(queries), scale, queries));
    if (!at.backward()) {
      return work;
    }
    DeviceBuffer change = at.scratch(0, stateSize()).at(0, sequences * width, depth, depth);
    Stack dy = tokens(at.outGradient(), queries);
    work.backward(put(tokens(q, queries), true, dy, false, states(change, queries), 1, queries));
    if (at.sink(0).wanted()) {
      work.backward(give(dy, false, states(state, queries), true, at.sink(0), queries, scale));
    }
    if (at.sink(1).wanted()) {
      work.backward(
          give(tokens(v, keys), false, states(change, keys), true, at.sink(1), keys, scale));
    }
    if (at.sink(2).wanted()) {
      work.backward(
          give(tokens(k, keys), false, states(change, keys), false, at.sink(2), keys, scale));
    }
    return work;
  }

  private Kernel sequence(int length) {
    List<Chunks> parts = Chunks.of(length);
    DeviceBuffer before = null; // the sum of states before each chunk
    DeviceBuffer after = null; // the sum of qᵀdy after it
    if (states > 1) {
      before = at.keep(stateSize()).at(0, sequences * states * width, depth, depth);
      for (Chunks part : parts) {
        work.forward(
            put(tokens(k, part), true, tokens(v, part), false, states(before, part), 1, part));
      }
      work.forward(sums(before, false));
      if (at.backward()) {
        after = at.scratch(1, stateSize()).at(0, sequences * states * width, depth, depth);
        for (Chunks part : parts) {
          Stack dy = tokens(at.outGradient(), part);
          work.backward(put(tokens(q, part), true, dy, false, states(after, part), 1, part));
        }
        work.backward(sums(after, true));
      }
    }
    for (Chunks part : parts) {
      chunks(part, before, after);
    }
    return work;
  }

  /** What chunks of one size compute, each from its own tokens and from two sums. */
  private void chunks(Chunks part, DeviceBuffer before, DeviceBuffer after) {
    int rows = sequences * part.count() * part.size();
    long size = (long) rows * part.size();
    DeviceBuffer weights = at.keep(size).at(0, rows, part.size(), part.size());
    Stack w = scores(weights, part);
    work.forward(put(tokens(q, part), false, tokens(k, part), true, w, scale, part));
    work.forward(lower(weights, part));
    work.forward(put(w, false, tokens(v, part), false, y(part), 1, part));
    if (before != null) {
      work.forward(add(tokens(q, part), false, states(before, part), false, y(part), scale, part));
    }
    if (!at.backward()) {
      return;
    }
    Stack dy = tokens(at.outGradient(), part);
    if (at.sink(2).wanted()) {
      work.backward(give(w, true, dy, false, at.sink(2), part, 1));
      if (after != null) {
        Stack dv = tokens(at.sink(2).buffer(), part);
        work.backward(add(tokens(k, part), false, states(after, part), false, dv, scale, part));
      }
    }
    if (!at.sink(0).wanted() && !at.sink(1).wanted()) {
      return;
    }
    DeviceBuffer changes = at.scratch(0, size).at(0, rows, part.size(), part.size());
    Stack dw = scores(changes, part);
    work.backward(put(dy, false, tokens(v, part), true, dw, scale, part));
    work.backward(lower(changes, part));
    if (at.sink(0).wanted()) {
      work.backward(give(dw, false, tokens(k, part), false, at.sink(0), part, 1));
      if (before != null) {
        Stack dq = tokens(at.sink(0).buffer(), part);
        work.backward(add(dy, false, states(before, part), true, dq, scale, part));
      }
    }
    if (at.sink(1).wanted()) {
      work.backward(give(dw, true, tokens(q, part), false, at.sink(1), part, 1));
      if (after != null) {
        Stack dk = tokens(at.sink(1).buffer(), part);
        work.backward(add(tokens(v, part), false, states(after, part), true, dk, scale, part));
      }
    }
  }

  private long stateSize() {
    return (long) sequences * states * width * depth;
  }

  /** Each head's columns of each chunk's rows. */
  private Stack tokens(DeviceBuffer all, Chunks part) {
    int columns = all.columns() / heads;
    return new Stack(
        all.at((long) part.first() * all.stride(), part.size(), columns, all.stride()),
        i -> {
          int sequence = i / part.count();
          long row = (long) (sequence / heads) * part.length() + i % part.count() * part.size();
          return row * all.stride() + (long) (sequence % heads) * columns;
        });
  }

  private Stack y(Chunks part) {
    return tokens(at.out(), part);
  }

  private Stack states(DeviceBuffer all, Chunks part) {
    long size = (long) width * depth;
    return new Stack(
        all.at(part.state() * size, width, depth, depth),
        i -> ((long) (i / part.count()) * states + i % part.count()) * size);
  }

  private static Stack scores(DeviceBuffer all, Chunks part) {
    long size = (long) part.size() * part.size();
    return new Stack(all.at(0, part.size(), part.size(), part.size()), i -> i * size);
  }

  private Product put(Stack a, boolean aT, Stack b, boolean bT, Stack c, double by, Chunks part) {
    return product(a, aT, b, bT, c, by, null, false, part);
  }

  private Product add(Stack a, boolean aT, Stack b, boolean bT, Stack c, double by, Chunks part) {
    return product(a, aT, b, bT, c, by, null, true, part);
  }

  private Product give(
      Stack a, boolean aT, Stack b, boolean bT, Sink<DeviceBuffer> to, Chunks part, double by) {
    return product(a, aT, b, bT, tokens(to.buffer(), part), by, to, false, part);
  }

  private Product product(
      Stack a,
      boolean aTransposed,
      Stack b,
      boolean bTransposed,
      Stack c,
      double by,
      Sink<DeviceBuffer> sink,
      boolean adds,
      Chunks part) {
    int count = sequences * part.count();
    return Product.each(
        aTransposed ? transposed(a.first()) : plain(a.first()),
        bTransposed ? transposed(b.first()) : plain(b.first()),
        c.first(),
        by,
        sink,
        adds,
        new Product.Each(count, a.places(), b.places(), c.places()),
        at.keep((long) NUMBERS * count));
  }

  /** Hides what is above the diagonal of each chunk's weights. */
  private static Work lower(DeviceBuffer weights, Chunks part) {
    return Launch.of(weights.lane(), ScoreKernels.FILE, "visible")
        .number(1f)
        .matrix(weights)
        .put(weights)
        .number(part.size())
        .number(1)
        .over(weights);
  }

  /** Replaces the state of each chunk by the sum of the states before it, or after it. */
  private Work sums(DeviceBuffer all, boolean after) {
    return Launch.of(all.lane(), "scores", "states_beside")
        .matrix(all)
        .number(states)
        .number(width)
        .number(after ? 1 : 0)
        .over(sequences * width, depth);
  }
}
