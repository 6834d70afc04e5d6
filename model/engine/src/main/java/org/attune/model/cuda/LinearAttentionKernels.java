package org.attune.model.cuda;

import java.util.ArrayList;
import java.util.List;
import org.attune.model.cuda.Product.Stack;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.LinearAttention;
import org.attune.model.primitive.Mask;

/**
 * {@link LinearAttention} on a card, at a cost that grows linearly with the length. A set needs one
 * state {@code kᵀv} for each head. A sequence is cut into chunks: within a chunk it uses scores,
 * for earlier chunks the sum of their states (Katharopoulos et al. 2020, equation 10).
 */
final class LinearAttentionKernels {

  private static final int CHUNK = 64;

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

  private Kernel set() {
    Chunks queries = Chunks.whole(q.rows() / at.batch());
    Chunks keys = Chunks.whole(k.rows() / at.batch());
    DeviceBuffer state = at.keep(stateSize()).shaped(sequences * width, depth);
    work.forward(put(tokens(k, keys).turned(), tokens(v, keys), states(state, keys), 1, keys));
    work.forward(
        put(tokens(q, queries), states(state, queries), tokens(at.out(), queries), scale, queries));
    if (!at.backward()) {
      return work;
    }
    DeviceBuffer change = at.scratch(0, stateSize()).shaped(sequences * width, depth);
    Stack dy = tokens(at.outGradient(), queries);
    work.backward(put(tokens(q, queries).turned(), dy, states(change, queries), 1, queries));
    give(dy, states(state, queries).turned(), 0, queries, scale);
    give(tokens(v, keys), states(change, keys).turned(), 1, keys, scale);
    give(tokens(k, keys), states(change, keys), 2, keys, scale);
    return work;
  }

  private Kernel sequence(int length) {
    List<Chunks> parts = Chunks.of(length);
    DeviceBuffer before = DeviceBuffer.NONE; // the sum of states before each chunk
    DeviceBuffer after = DeviceBuffer.NONE; // the sum of qᵀdy after it
    if (states > 1) {
      before = at.keep(stateSize()).shaped(sequences * states * width, depth);
      for (Chunks part : parts) {
        work.forward(put(tokens(k, part).turned(), tokens(v, part), states(before, part), 1, part));
      }
      work.forward(sums(before, false));
      if (at.backward()) {
        after = at.scratch(1, stateSize()).shaped(sequences * states * width, depth);
        for (Chunks part : parts) {
          Stack dy = tokens(at.outGradient(), part);
          work.backward(put(tokens(q, part).turned(), dy, states(after, part), 1, part));
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
    DeviceBuffer weights = at.keep(size).shaped(rows, part.size());
    Stack w = scores(weights, part);
    Stack y = tokens(at.out(), part);
    work.forward(put(tokens(q, part), tokens(k, part).turned(), w, scale, part));
    work.forward(lower(weights, part));
    work.forward(put(w, tokens(v, part), y, 1, part));
    if (before.isThere()) {
      work.forward(add(tokens(q, part), states(before, part), y, part));
    }
    if (!at.backward()) {
      return;
    }
    Stack dy = tokens(at.outGradient(), part);
    if (give(w.turned(), dy, 2, part, 1) && after.isThere()) {
      Stack dv = tokens(at.sink(2).buffer(), part);
      work.backward(add(tokens(k, part), states(after, part), dv, part));
    }
    if (!at.sink(0).wanted() && !at.sink(1).wanted()) {
      return;
    }
    DeviceBuffer changes = at.scratch(0, size).shaped(rows, part.size());
    Stack dw = scores(changes, part);
    work.backward(put(dy, tokens(v, part).turned(), dw, scale, part));
    work.backward(lower(changes, part));
    if (give(dw, tokens(k, part), 0, part, 1) && before.isThere()) {
      Stack dq = tokens(at.sink(0).buffer(), part);
      work.backward(add(dy, states(before, part).turned(), dq, part));
    }
    if (give(dw.turned(), tokens(q, part), 1, part, 1) && after.isThere()) {
      Stack dk = tokens(at.sink(1).buffer(), part);
      work.backward(add(tokens(v, part), states(after, part).turned(), dk, part));
    }
  }

  private long stateSize() {
    return (long) sequences * states * width * depth;
  }

  /** Each head's columns of each chunk's rows. */
  private Stack tokens(DeviceBuffer all, Chunks part) {
    int columns = all.columns() / heads;
    return Stack.of(
        all.at((long) part.first() * all.stride(), part.size(), columns, all.stride()),
        i -> {
          int sequence = i / part.count();
          long row =
              (long) (sequence / heads) * part.length() + (long) (i % part.count()) * part.size();
          return row * all.stride() + (long) (sequence % heads) * columns;
        });
  }

  private Stack states(DeviceBuffer all, Chunks part) {
    long size = (long) width * depth;
    return Stack.of(
        all.at(part.state() * size, width, depth, depth),
        i -> ((long) (i / part.count()) * states + i % part.count()) * size);
  }

  private static Stack scores(DeviceBuffer all, Chunks part) {
    long size = (long) part.size() * part.size();
    return Stack.of(all.shaped(part.size(), part.size()), i -> i * size);
  }

  /** {@code c = by a b}. */
  private Product put(Stack a, Stack b, Stack c, double by, Chunks part) {
    return product(a, b, c, Target.of(c.first()), by, part);
  }

  /** {@code c += scale a b}. */
  private Product add(Stack a, Stack b, Stack c, Chunks part) {
    return product(a, b, c, Target.adding(c.first()), scale, part);
  }

  /** Gives {@code by a b} to an argument's gradient; returns whether it is wanted. */
  private boolean give(Stack a, Stack b, int argument, Chunks part, double by) {
    Target to = Target.of(at.sink(argument));
    if (to.isWanted()) {
      work.backward(product(a, b, tokens(to.buffer(), part), to, by, part));
    }
    return to.isWanted();
  }

  private Product product(Stack a, Stack b, Stack c, Target mode, double by, Chunks part) {
    return Product.each(sequences * part.count(), a, b, c, mode, by, at);
  }

  /** Hides what is above the diagonal of each chunk's weights. */
  private static Work lower(DeviceBuffer weights, Chunks part) {
    return ScoreKernels.launch(weights, "visible")
        .number(1f)
        .matrix(weights)
        .put(weights)
        .numbers(part.size(), 1)
        .over(weights);
  }

  /** Replaces the state of each chunk by the sum of the states before it, or after it. */
  private Work sums(DeviceBuffer all, boolean after) {
    return ScoreKernels.launch(all, "states_beside")
        .matrix(all)
        .numbers(states, width, after ? 1 : 0)
        .over(sequences * width, depth);
  }
}
