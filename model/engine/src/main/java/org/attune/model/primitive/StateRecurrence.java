package org.attune.model.primitive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.jspecify.annotations.Nullable;

/**
 * Reads values through a matrix state per head, updated token by token: {@code y_t = scale q_t
 * S_t}, with S 0 before the start.
 *
 * <ul>
 *   <li>{@link Update#ADD}: {@code S_t = A_t S_{t-1} + b_t k_tᵀ v_t}. Retention, gated linear
 *       attention and state-space duality are of this form.
 *   <li>{@link Update#CORRECT}: {@code S_t = A_t S_{t-1} + b_t k_tᵀ (v_t - k_t A_t S_{t-1})}, the
 *       delta rule.
 * </ul>
 *
 * <p>A is diagonal: a rate per head times the decays, if there are any. (Sun et al. 2023; Yang et
 * al. 2024, arXiv 2312.06635 and 2412.06464; Dao and Gu 2024.)
 *
 * @param q (B·T, H·d)
 * @param k (B·T, H·d)
 * @param v (B·T, H·e)
 * @param decay (B·T, H) or (B·T, H·d): the diagonal of A per head or per key channel
 * @param write (B·T, H): b; 1 where absent
 * @param heads H
 * @param scale of the queries
 * @param rates a number per head that multiplies the decays
 * @param update how a token changes the state
 */
public record StateRecurrence(
    Value q,
    Value k,
    Value v,
    Optional<Value> decay,
    Optional<Value> write,
    int heads,
    double scale,
    List<Double> rates,
    Update update)
    implements Primitive {

  /** How a token changes the state. */
  public enum Update {
    /** The token's pair is added. */
    ADD,
    /** The value that the key reads is moved towards the token's value. */
    CORRECT
  }

  public StateRecurrence {
    Heads.width(q, heads);
    Heads.width(v, heads);
    rates = List.copyOf(rates);
    boolean decays =
        decay.isEmpty()
            || (decay.get().rows() == q.rows()
                && (decay.get().columns() == heads || decay.get().columns() == k.columns()));
    boolean writes =
        write.isEmpty() || (write.get().rows() == q.rows() && write.get().columns() == heads);
    if (q.columns() != k.columns()
        || q.rows() != k.rows()
        || v.rows() != k.rows()
        || rates.size() != heads
        || !decays
        || !writes) {
      throw new IllegalArgumentException(
          "Cannot recur with %s, %s, %s, %s, %s".formatted(q, k, v, decay, write));
    }
  }

  /** The values as read through the state: (B·T, H·e). */
  public Value value() {
    return Program.of(q).add(this);
  }

  @Override
  public List<Value> inputs() {
    List<Value> inputs = new ArrayList<>(List.of(q, k, v));
    decay.ifPresent(inputs::add);
    write.ifPresent(inputs::add);
    return inputs;
  }

  /** Returns whether the decay is a number per key channel. */
  public boolean byChannel() {
    return decay.isPresent() && decay.get().columns() != heads;
  }

  /** Returns the index of {@link #write} among the inputs. */
  public int writeInput() {
    return decay.isPresent() ? 4 : 3;
  }

  @Override
  public int[] shape() {
    return new int[] {q.rows(), v.columns()};
  }

  @Override
  public double flops() {
    double perCell = update == Update.ADD ? 5 : 8;
    return perCell * q.rows() * q.columns() * v.columns() / heads;
  }

  /** {@inheritDoc} S, (d, e) for each head. */
  @Override
  public long state() {
    return (long) k.columns() * v.columns() / heads;
  }

  @Override
  public Formula formula(Arguments at) {
    return Formula.keeping(
        pass -> {
          Steps steps = new Steps(this, at);
          steps.forward();
          return steps;
        },
        Steps::backward);
  }

  /** The recurrence in float64 over what it is given at one pass, with all states kept. */
  private static final class Steps {

    private final StateRecurrence primitive;
    private final Arguments at;
    private final int heads;
    private final int length;
    private final int width; // d
    private final int depth; // e
    private final double[] q;
    private final double[] k;
    private final double[] v;
    private final double @Nullable [] decay; // null where absent
    private final double @Nullable [] write; // null where absent
    private final double[][] states; // S_t at [row · H + head], d x e

    Steps(StateRecurrence primitive, Arguments at) {
      this.primitive = primitive;
      this.at = at;
      heads = primitive.heads;
      length = primitive.q.length();
      width = primitive.q.columns() / heads;
      depth = primitive.v.columns() / heads;
      q = RealArrays.of(at.in(0).array());
      k = RealArrays.of(at.in(1).array());
      v = RealArrays.of(at.in(2).array());
      decay = primitive.decay.isPresent() ? RealArrays.of(at.in(3).array()) : null;
      write =
          primitive.write.isPresent() ? RealArrays.of(at.in(primitive.writeInput()).array()) : null;
      states = new double[q.length / width][];
    }

    private double decay(int row, int head, int channel) {
      double rate = primitive.rates.get(head);
      return decay == null ? rate : rate * decay[decayAt(row, head, channel)];
    }

    private int decayAt(int row, int head, int channel) {
      return primitive.byChannel() ? (row * heads + head) * width + channel : row * heads + head;
    }

    private double write(int row, int head) {
      return write == null ? 1 : write[row * heads + head];
    }

    /** What the token writes at its key: v, or v less what the key reads from the decayed state. */
    private double[] written(double[] decayed, int cell) {
      double[] u = new double[depth];
      for (int j = 0; j < depth; j++) {
        u[j] = v[cell * depth + j];
        for (int i = 0; primitive.update == Update.CORRECT && i < width; i++) {
          u[j] -= k[cell * width + i] * decayed[i * depth + j];
        }
      }
      return u;
    }

    private double[] decayed(int row, int head) {
      double[] state = new double[width * depth];
      if (row % length > 0) {
        double[] before = states[(row - 1) * heads + head];
        Arrays.setAll(state, s -> decay(row, head, s / depth) * before[s]);
      }
      return state;
    }

    void forward() {
      int rows = q.length / (heads * width);
      double[] y = new double[rows * heads * depth];
      for (int cell = 0; cell < rows * heads; cell++) {
        int row = cell / heads;
        int head = cell % heads;
        double[] state = decayed(row, head);
        double[] u = written(state, cell);
        for (int s = 0; s < state.length; s++) {
          int i = s / depth;
          int j = s % depth;
          state[s] += write(row, head) * k[cell * width + i] * u[j];
          y[cell * depth + j] += primitive.scale * q[cell * width + i] * state[s];
        }
        states[cell] = state;
      }
      at.out().array().assign(RealArrays.like(at.out().array(), y));
    }

    void backward() {
      double[] dy = RealArrays.of(at.out().gradient());
      double[] dq = new double[q.length];
      double[] dk = new double[k.length];
      double[] dv = new double[v.length];
      double[] dDecay = new double[decay == null ? 0 : decay.length];
      double[] dWrite = new double[write == null ? 0 : write.length];
      int rows = q.length / (heads * width);
      double[][] later = new double[heads][width * depth]; // dL/dS_t of later tokens
      for (int cell = rows * heads - 1; cell >= 0; cell--) {
        int row = cell / heads;
        int head = cell % heads;
        double[] g = later[head];
        double[] before = decayed(row, head);
        double[] u = written(before, cell);
        double b = write(row, head);
        if (row % length == length - 1) {
          Arrays.fill(g, 0);
        }
        double[] du = new double[depth];
        for (int s = 0; s < g.length; s++) {
          int i = cell * width + s / depth;
          int j = s % depth;
          dq[i] += primitive.scale * states[cell][s] * dy[cell * depth + j];
          g[s] += primitive.scale * q[i] * dy[cell * depth + j];
          du[j] += b * k[i] * g[s];
          dk[i] += b * g[s] * u[j];
          if (write != null) {
            dWrite[cell] += k[i] * g[s] * u[j];
          }
        }
        for (int j = 0; j < depth; j++) {
          dv[cell * depth + j] = du[j];
        }
        for (int s = 0; s < g.length; s++) {
          int i = s / depth;
          if (primitive.update == Update.CORRECT) {
            dk[cell * width + i] -= before[s] * du[s % depth];
            g[s] -= k[cell * width + i] * du[s % depth];
          }
          if (decay != null && row % length > 0) {
            dDecay[decayAt(row, head, i)] +=
                g[s] * primitive.rates.get(head) * states[cell - heads][s];
          }
          g[s] *= decay(row, head, i);
        }
      }
      give(at.in(0), dq);
      give(at.in(1), dk);
      give(at.in(2), dv);
      if (decay != null) {
        give(at.in(3), dDecay);
      }
      if (write != null) {
        give(at.in(primitive.writeInput()), dWrite);
      }
    }

    private static void give(Argument argument, double[] gradient) {
      argument.addGradient(() -> RealArrays.like(argument.array(), gradient));
    }
  }
}
