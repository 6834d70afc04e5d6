package org.attune.model.formula;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Evaluates a formula in float64 and plain loops over one sequence. It is the reference for the
 * kernels.
 */
final class FormulaEvaluator {

  private final int[] sizes; // by axis
  private final boolean causal;
  private final Function<Term, Tensor> leaves; // inputs and learned things
  private final Map<Term, Tensor> made = new IdentityHashMap<>();

  /**
   * @param sizes size of each axis, by ordinal
   * @param causal whether a query sees no later key
   * @param leaves numbers of inputs and of learned terms. A map's numbers have its outputs along
   *     the term's own axes, and one row per input, head by head
   */
  FormulaEvaluator(int[] sizes, boolean causal, Function<Term, Tensor> leaves) {
    this.sizes = sizes.clone();
    this.causal = causal;
    this.leaves = leaves;
  }

  /** Returns the numbers of a term. */
  Tensor of(Term term) {
    Tensor known = made.get(term);
    if (known == null) {
      known = make(term);
      made.put(term, known);
    }
    return known;
  }

  private Tensor make(Term term) {
    return switch (term.word()) {
      case NUMBER -> tensor(term, at -> term.number());
      case INPUT -> input(term);
      case LEARNED -> leaves.apply(term);
      case LINEAR -> linear(term);
      case SHIFT -> shift(term);
      case CUMSUM -> cumulative(term, at -> 1);
      case DECAY -> cumulative(term, of(term.arguments().get(1))::at);
      case TOTAL -> along(term, Double::sum, 0);
      case MEAN -> mean(term);
      case LARGEST -> along(term, Math::max, Double.NEGATIVE_INFINITY);
      case SMALLEST -> along(term, Math::min, Double.POSITIVE_INFINITY);
      case SOFTMAX -> softmax(term);
      case RMS -> rms(term);
      case NORM -> norm(term);
      case AT_KEY -> atKey(term);
      default -> {
        Term stable = StableLogarithms.of(term);
        yield stable == term ? elementwise(term) : of(stable);
      }
    };
  }

  private Tensor tensor(Term term, ToDoubleFunction<int[]> numbers) {
    return new Tensor(term.axes(), sizesOf(term.axes()), numbers);
  }

  private int[] sizesOf(TermAxes axes) {
    int[] extents = sizes.clone();
    if (axes.features() > 0) {
      extents[TermAxis.FEATURE.ordinal()] = axes.features();
    }
    return extents;
  }

  private Tensor input(Term term) {
    return switch (term.name()) {
      case "i" -> tensor(term, at -> at[TermAxis.TOKEN.ordinal()]);
      case "j" -> tensor(term, at -> at[TermAxis.KEY.ordinal()]);
      case "h" -> tensor(term, at -> at[TermAxis.HEAD.ordinal()]);
      case "n" -> tensor(term, at -> sizes[TermAxis.TOKEN.ordinal()]);
      case "heads" -> tensor(term, at -> sizes[TermAxis.HEAD.ordinal()]);
      default -> leaves.apply(term);
    };
  }

  private Tensor elementwise(Term term) {
    Tensor[] parts = term.arguments().stream().map(this::of).toArray(Tensor[]::new);
    return tensor(
        term,
        at -> {
          double a = parts[0].at(at);
          return switch (term.word()) {
            case SUM -> {
              double sum = 0;
              for (int i = 0; i < parts.length; i++) {
                sum += term.turned().get(i) ? -parts[i].at(at) : parts[i].at(at);
              }
              yield sum;
            }
            case PRODUCT -> {
              double product = 1;
              for (int i = 0; i < parts.length; i++) {
                product =
                    term.turned().get(i) ? product / parts[i].at(at) : product * parts[i].at(at);
              }
              yield product;
            }
            case AND -> a != 0 && parts[1].at(at) != 0 ? 1 : 0;
            case OR -> a != 0 || parts[1].at(at) != 0 ? 1 : 0;
            case NOT -> a != 0 ? 0 : 1;
            case WHERE -> a != 0 ? parts[1].at(at) : parts[2].at(at);
            case SILU -> a / (1 + Math.exp(-a));
            case GELU -> a * org.attune.model.primitive.elementwise.Op.NORMAL.of(a, 0, 0);
            case RELU -> Math.max(a, 0);
            default ->
                term.word().op().orElseThrow().of(a, parts.length > 1 ? parts[1].at(at) : 0, 0);
          };
        });
  }

  private Tensor linear(Term term) {
    Tensor x = of(term.first());
    Tensor matrix = leaves.apply(term); // its rows lie along TOKEN
    int heads = x.size(TermAxis.HEAD);
    int width =
        Math.max(
            x.size(TermAxis.CHANNEL), Math.max(x.size(TermAxis.WIDTH), x.size(TermAxis.FEATURE)));
    return tensor(
        term,
        at -> {
          double sum = 0;
          int[] in = at.clone();
          int[] weight = at.clone();
          for (int h = 0; h < heads; h++) {
            for (int c = 0; c < width; c++) {
              in[TermAxis.HEAD.ordinal()] = h;
              in[TermAxis.CHANNEL.ordinal()] = c;
              in[TermAxis.WIDTH.ordinal()] = c;
              in[TermAxis.FEATURE.ordinal()] = c;
              weight[TermAxis.TOKEN.ordinal()] = h * width + c;
              sum += x.at(in) * matrix.at(weight);
            }
          }
          return sum;
        });
  }

  private Tensor shift(Term term) {
    Tensor x = of(term.first());
    int by = (int) term.number();
    return tensor(
        term,
        at -> {
          int[] from = at.clone();
          from[TermAxis.TOKEN.ordinal()] -= by;
          int t = from[TermAxis.TOKEN.ordinal()];
          return t < 0 || t >= sizes[TermAxis.TOKEN.ordinal()] ? 0 : x.at(from);
        });
  }

  private Tensor cumulative(Term term, ToDoubleFunction<int[]> factor) {
    Tensor x = of(term.first());
    TermAxis[] others =
        term.axes().axes().stream().filter(a -> a != TermAxis.TOKEN).toArray(TermAxis[]::new);
    int[] all = sizesOf(term.axes());
    int places = 1;
    for (TermAxis axis : others) {
      places *= all[axis.ordinal()];
    }
    double[] running = new double[places];
    return tensor(
        term,
        at -> { // tokens come one after the other
          int place = 0;
          for (TermAxis axis : others) {
            place = place * all[axis.ordinal()] + at[axis.ordinal()];
          }
          running[place] = running[place] * factor.applyAsDouble(at) + x.at(at);
          return running[place];
        });
  }

  /** Returns the number of keys that a query sees, or the size of any other axis. */
  private int places(TermAxis axis, int[] at, Term term) {
    boolean rows = axis == TermAxis.KEY && causal && term.axes().has(TermAxis.TOKEN);
    int all = sizesOf(term.first().axes())[axis.ordinal()];
    return rows ? Math.min(all, at[TermAxis.TOKEN.ordinal()] + 1) : all;
  }

  /**
   * Joins numbers along an axis of a term's first argument, over the places that count.
   *
   * @param axes the axes of the result
   */
  private Tensor along(
      Term term,
      TermAxes axes,
      TermAxis axis,
      ToDoubleFunction<int[]> numbers,
      DoubleBinaryOperator join,
      double start) {
    return new Tensor(
        axes,
        sizesOf(axes),
        at -> {
          double sum = start;
          int[] in = at.clone();
          for (int p = 0; p < places(axis, at, term); p++) {
            in[axis.ordinal()] = p;
            sum = join.applyAsDouble(sum, numbers.applyAsDouble(in));
          }
          return sum;
        });
  }

  private Tensor along(Term term, DoubleBinaryOperator join, double start) {
    TermAxis axis = TermAxis.of(term.name()).orElseThrow();
    return along(term, term.axes(), axis, of(term.first())::at, join, start);
  }

  private Tensor mean(Term term) {
    Tensor sum = along(term, Double::sum, 0);
    TermAxis axis = TermAxis.of(term.name()).orElseThrow();
    return tensor(term, at -> sum.at(at) / places(axis, at, term));
  }

  private Tensor softmax(Term term) {
    Tensor x = of(term.first());
    TermAxis axis = TermAxis.of(term.name().isEmpty() ? "keys" : term.name()).orElseThrow();
    TermAxes rows = term.axes().without(axis);
    Tensor most = along(term, rows, axis, x::at, Math::max, Double.NEGATIVE_INFINITY);
    Tensor total = along(term, rows, axis, in -> Math.exp(x.at(in) - most.at(in)), Double::sum, 0);
    return tensor(
        term,
        at ->
            at[axis.ordinal()] < places(axis, at, term)
                ? Math.exp(x.at(at) - most.at(at)) / total.at(at)
                : 0);
  }

  private Tensor rms(Term term) {
    Tensor x = of(term.first());
    return overChannels(term, x::at, Lowering.RMS_EPSILON);
  }

  private Tensor norm(Term term) {
    Tensor x = of(term.first());
    Tensor sum = channelSums(term, x::at);
    int width = x.size(TermAxis.CHANNEL);
    return overChannels(term, at -> x.at(at) - sum.at(at) / width, Lowering.NORM_EPSILON);
  }

  /** Divides numbers by the root of their mean square along channels. */
  private Tensor overChannels(Term term, ToDoubleFunction<int[]> numbers, double epsilon) {
    int width = of(term.first()).size(TermAxis.CHANNEL);
    Tensor squares = channelSums(term, at -> Math.pow(numbers.applyAsDouble(at), 2));
    return tensor(
        term, at -> numbers.applyAsDouble(at) / Math.sqrt(squares.at(at) / width + epsilon));
  }

  private Tensor channelSums(Term term, ToDoubleFunction<int[]> numbers) {
    TermAxes axes = term.axes().without(TermAxis.CHANNEL);
    return along(term, axes, TermAxis.CHANNEL, numbers, Double::sum, 0);
  }

  private Tensor atKey(Term term) {
    Tensor x = of(term.first());
    return tensor(
        term,
        at -> {
          int[] in = at.clone();
          in[TermAxis.TOKEN.ordinal()] = at[TermAxis.KEY.ordinal()];
          return x.at(in);
        });
  }
}
