package org.attune.model.cpu;

import java.util.stream.IntStream;
import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.BoundLambda;
import org.attune.model.primitive.RidgeQueries;
import org.attune.model.program.Pass;

/**
 * Causal {@link RidgeQueries} in float32, a block of rows at a time, by matrix products.
 *
 * <p>Let M₀ = RRᵀ be the regularised Gram matrix before a block. K̃ = KR⁻ᵀ and Q̃ = QR⁻ᵀ are the
 * block's whitened rows, and LLᵀ = I + K̃K̃ᵀ. Woodbury's identity for the first j rows needs only
 * the leading j x j block of L. With X = lower(Q̃K̃ᵀL⁻ᵀ)L⁻¹ all rows follow at once: U = (Q̃ -
 * XK̃)R⁻¹.
 *
 * <p>Rounding error within a block grows with the squared length of its keys relative to M₀. In the
 * first block it grows with that length relative to λ, so the kernel refines that block's rows. No
 * other block is longer than all blocks before it. M₀ preserves λ in float32 only once the keys
 * span all directions. The first block therefore has as many rows as keys have features, where
 * possible.
 */
final class CausalRidgeQueriesKernel extends PairKernel {

  private static final int LEAST_FIRST = 16; // rows
  private static final int LONGEST_FIRST = 128;
  private static final int LONGEST = 64;

  private final BoundLambda lambda;
  private final int heads;
  private final int length;
  private final int width;
  private final int[] starts; // of blocks, followed by the end of the last
  private final int blocks;

  private final Panel queries;
  private final Panel keys;
  private final Panel out;

  private final Panel gram; // M before the block
  private final Panel root; // R, per block
  private final Panel whitened; // K̃, per block
  private final Panel inner; // L, per block
  private final Panel rows; // Q̃
  private final Panel full; // scores
  private final Panel lower; // their lower triangle; zeros above
  private final Panel z; // rows of the adjoint's solution
  private boolean first; // whether the current block is a sequence's first
  private final Panel later; // the later blocks' contribution to the keys' gradient

  CausalRidgeQueriesKernel(RidgeQueries primitive, Operands<Floats> at) {
    super(at);
    lambda = LearnedLambda.of(primitive.lambda(), at, 2);
    heads = primitive.heads();
    length = primitive.q().length();
    width = primitive.q().columns() / heads;
    starts = starts(length, width);
    blocks = starts.length - 1;
    int block = longest();
    queries = input.panel(block, width);
    keys = second.panel(block, width);
    out = output.panel(block, width);
    int all = at.batch() * heads * blocks;
    gram = Floats.kept(at, 1, width, width);
    root = Floats.kept(at, all, width, width);
    whitened = Floats.kept(at, all, block, width);
    inner = Floats.kept(at, all, block, block);
    rows = Floats.kept(at, 1, block, width);
    full = Floats.kept(at, 1, block, block);
    lower = Floats.kept(at, 1, block, block);
    z = Floats.kept(at, blocks, block, width);
    later = Floats.kept(at, 1, width, width);
  }

  @Override
  public void forward(Pass pass) {
    for (int i = 0; i < at.batch() * heads; i++) {
      gram.zero();
      gram.addToDiagonal((float) lambda.at(i / heads, i % heads));
      for (int b = 0; b < blocks; b++) {
        goTo(i, b);
        goTo(keys, i, b);
        first = b == 0;
        if (!first) {
          root.copyLower(gram);
          Positive.require(root, pass, i / heads, i % heads);
        }
        whitened.copy(keys);
        whiten(whitened, i);
        inner.gramOfRows(whitened);
        inner.addToDiagonal(1);
        Positive.require(inner, pass, i / heads, i % heads);
        goTo(queries, i, b);
        goTo(out, i, b);
        divide(queries, out, i);
        gram.gram(1, keys);
      }
    }
  }

  @Override
  public void backward() {
    Panel du = gradient.panel(longest(), width);
    Panel dq = panel(toInput, longest(), width);
    Panel dk = panel(toSecond, longest(), width);
    float betaQ = HeadPanels.beta(toInput);
    float betaK = HeadPanels.beta(toSecond);
    double[] byLambda = new double[at.batch() * heads];
    for (int i = 0; i < at.batch() * heads; i++) {
      later.zero();
      for (int b = blocks - 1; b >= 0; b--) {
        first = b == 0;
        goTo(i, b);
        goTo(du, i, b);
        goTo(out, i, b);
        goTo(keys, i, b);
        z.rows(count(b));
        divide(du, z, i);
        byLambda[i] -= z.dot(out);
        if (dq != null) {
          goTo(dq, i, b);
          dq.add(betaQ, z);
        }
        if (dk != null) {
          goTo(dk, i, b);
          dk.scale(betaK);
          dk.subtractSymmetricRight(keys, later);
          subtractLower(dk, out, z);
          subtractLower(dk, z, out);
          later.addCross(z, out);
        }
      }
    }
    lambda.addGradient(byLambda);
  }

  /** {@code dk = dk - lower(a keysᵀ)ᵀ b}: this block's contribution to its keys' gradient. */
  private void subtractLower(Panel dk, Panel a, Panel b) {
    full.productNT(0, 1, a, keys);
    lower.copyLower(full);
    dk.productTN(1, -1, lower, b);
  }

  /** {@code to = from (KᵀK + λI)⁻¹}; row by row, K holds the keys so far. */
  private void divide(Panel from, Panel to, int i) {
    rows.copy(from);
    divideRows(i);
    to.copy(rows);
    if (first) {
      refine(from, to, i);
    }
  }

  /** {@code rows = rows (KᵀK + λI)⁻¹} */
  private void divideRows(int i) {
    whiten(rows, i);
    full.productNT(0, 1, rows, whitened);
    full.divideRightTransposed(inner);
    lower.copyLower(full);
    lower.divideRight(inner);
    rows.product(1, -1, lower, whitened);
    if (first) {
      rows.scale(firstRoot(i));
    } else {
      rows.divideRight(root);
    }
  }

  /**
   * Refines the solution: divides the residual {@code from - to (KᵀK + λI)} and adds it. This
   * recovers digits that cancelled along the keys.
   */
  private void refine(Panel from, Panel to, int i) {
    rows.copy(to);
    rows.scale((float) -lambda.at(i / heads, i % heads));
    rows.add(1, from);
    full.productNT(0, 1, to, keys);
    lower.copyLower(full);
    rows.product(1, -1, lower, keys);
    divideRows(i);
    to.add(1, rows);
  }

  /** {@code panel = panel R⁻ᵀ}; in the first block R is the square root of λ. */
  private void whiten(Panel panel, int i) {
    if (first) {
      panel.scale(firstRoot(i));
    } else {
      panel.divideRightTransposed(root);
    }
  }

  private float firstRoot(int i) {
    return (float) (1 / Math.sqrt(lambda.at(i / heads, i % heads)));
  }

  private static int[] starts(int length, int width) {
    int first = Math.max(LEAST_FIRST, Math.min(width, LONGEST_FIRST));
    IntStream.Builder starts = IntStream.builder();
    for (int at = 0; at < length; at += at == 0 ? first : Math.min(at, LONGEST)) {
      starts.add(at);
    }
    return starts.add(length).build().toArray();
  }

  private int longest() {
    return IntStream.range(0, blocks).map(this::count).max().orElse(0);
  }

  private int count(int b) {
    return starts[b + 1] - starts[b];
  }

  /** Moves the panels kept per block to block b of head i. */
  private void goTo(int i, int b) {
    int number = i * blocks + b;
    int count = count(b);
    root.number(number);
    whitened.number(number).rows(count);
    inner.number(number).rows(count).columns(count);
    rows.rows(count);
    full.rows(count).columns(count);
    lower.rows(count).columns(count);
  }

  /** Moves a panel over tokens to block b of head i. */
  private void goTo(Panel panel, int i, int b) {
    panel.moveTo((i / heads) * length + starts[b], (i % heads) * width).rows(count(b));
  }
}
