package org.attune.model.formula;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.elementwise.Elementwise;
import org.attune.model.primitive.elementwise.Grid;
import org.attune.model.primitive.elementwise.Op;
import org.attune.model.primitive.elementwise.OperandLayout;
import org.attune.model.primitive.elementwise.Recipe;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** One fused expression of a formula: its operands, and the steps at each element. */
final class Region {

  /** Access to the formula around a fused expression. */
  interface Parts {
    /** Whether a term is a separate value, not a step of a fused expression. */
    boolean apart(Term term);

    /** Whether a term is a count or an index of the element. */
    boolean isPlace(Term term);

    /** Returns how many numbers the stream has, where the place reads it as it is. */
    int width();

    /** Returns the value of a term. */
    Made value(Term term);
  }

  private static final Parts POSITIONS =
      new Parts() {
        @Override
        public boolean apart(Term term) {
          return false;
        }

        @Override
        public boolean isPlace(Term term) {
          return term.word() == Word.INPUT;
        }

        @Override
        public int width() {
          throw new IllegalStateException("Positions have no width");
        }

        @Override
        public Made value(Term term) {
          throw new IllegalStateException(term + " is not a position");
        }
      };

  private static final double FAR = 1e30; // replaces infinity, so that 0 times it is 0

  private final Parts parts;
  private final Sizes sizes;
  private final TermAxes axes;
  private final boolean passes;
  private final Recipe.Builder recipe = new Recipe.Builder();
  private final List<Made> operands = new ArrayList<>();
  private final Map<Value, Map<TermAxes, Integer>> known = new HashMap<>();
  private final Map<String, Integer> steps = new HashMap<>();

  /**
   * @param axes along which it has an element each
   * @param passes whether a gradient that reaches hidden scores is 0 or ignored
   */
  Region(Parts parts, Sizes sizes, TermAxes axes, boolean passes) {
    this.passes = passes;
    this.parts = parts;
    this.sizes = sizes;
    this.axes = axes;
  }

  /** Computes a term's numbers at each element. */
  Made describe(Program program, Term term) {
    int result = step(term);
    Grid grid = grid(program.batch());
    List<Value> values = operands.stream().map(Made::value).toList();
    List<OperandLayout> layouts =
        operands.stream().map(o -> o.beside(sizes.tokens(), sizes.heads())).toList();
    Recipe made = Recipe.of(recipe, result);
    Value y = Elementwise.elementwise(program, grid, made, values, layouts, passes);
    TermAxes full = grid.scores() ? TermAxes.of(TermAxis.TOKEN, TermAxis.HEAD, TermAxis.KEY) : axes;
    return new Made(y, full, grid.scores());
  }

  /** The steps of a term that reads the positions of a query and a key, and nothing else. */
  static Recipe ofPositions(Term term, Sizes sizes) {
    TermAxes pairs = TermAxes.of(TermAxis.TOKEN, TermAxis.KEY);
    Region region = new Region(POSITIONS, sizes, pairs, false);
    return Recipe.of(region.recipe, region.step(term));
  }

  private Grid grid(int batch) {
    boolean scores = axes.has(TermAxis.KEY);
    boolean tokens = scores || axes.has(TermAxis.TOKEN);
    int inner =
        scores
            ? sizes.keys()
            : axes.has(TermAxis.CHANNEL)
                ? sizes.channels()
                : axes.has(TermAxis.FEATURE)
                    ? axes.features()
                    : axes.has(TermAxis.WIDTH) ? parts.width() : 1;
    return new Grid(
        scores,
        scores && sizes.mask() == Mask.CAUSAL,
        tokens ? batch : 1,
        tokens ? sizes.tokens() : 1,
        scores || axes.has(TermAxis.HEAD) ? sizes.heads() : 1,
        inner);
  }

  private int step(Term term) {
    String identity = CanonicalFormula.identity(term);
    Integer done = steps.get(identity);
    if (done == null) {
      done = make(term);
      steps.put(identity, done);
    }
    return done;
  }

  private int make(Term term) {
    if (term.word() == Word.NUMBER) {
      return recipe.number(Math.max(-FAR, Math.min(FAR, term.number())));
    }
    if (parts.isPlace(term)) {
      return switch (term.name()) {
        case "i" -> recipe.index(Grid.TOKEN);
        case "j" -> recipe.index(Grid.INNER);
        case "h" -> recipe.index(Grid.HEAD);
        case "n" -> recipe.number(sizes.keys());
        default -> recipe.number(sizes.heads());
      };
    }
    return parts.apart(term) || worthAnOwnGrid(term)
        ? operand(parts.value(term))
        : elementwise(term);
  }

  /** Whether a part has fewer numbers than the region and is expensive enough to compute once. */
  private boolean worthAnOwnGrid(Term term) {
    boolean dear =
        term.anywhere(Word.SIGMOID, Word.TANH, Word.EXP, Word.LOG, Word.SOFTPLUS, Word.SILU)
            || term.anywhere(Word.GELU, Word.SIN, Word.COS, Word.POWER, Word.SQRT);
    return dear
        && !term.truth()
        && !term.axes().has(TermAxis.KEY)
        && term.axes().axes().size() < axes.axes().size()
        && reads(term);
  }

  private boolean reads(Term term) {
    return parts.apart(term) || term.arguments().stream().anyMatch(this::reads);
  }

  private int operand(Made made) {
    return recipe.input(
        known
            .computeIfAbsent(made.value(), v -> new HashMap<>())
            .computeIfAbsent(
                made.axes(),
                a -> {
                  operands.add(made);
                  return operands.size() - 1;
                }));
  }

  private int elementwise(Term term) {
    Term stable = StableLogarithms.of(term);
    return stable == term ? operation(term) : step(stable);
  }

  private int operation(Term term) {
    int a = step(term.first());
    return switch (term.word()) {
      case SUM -> chain(term, Op.ADD, Op.SUBTRACT);
      case PRODUCT -> chain(term, Op.MULTIPLY, Op.DIVIDE);
      case AND -> recipe.of(Op.MULTIPLY, a, step(term.arguments().get(1)));
      case OR -> recipe.of(Op.MAX, a, step(term.arguments().get(1)));
      case NOT -> recipe.of(Op.SUBTRACT, recipe.number(1), a);
      case WHERE ->
          recipe.of(Op.WHERE, a, step(term.arguments().get(1)), step(term.arguments().get(2)));
      case SILU -> recipe.of(Op.MULTIPLY, a, recipe.of(Op.SIGMOID, a));
      case GELU -> recipe.of(Op.MULTIPLY, a, recipe.of(Op.NORMAL, a));
      case RELU -> recipe.of(Op.MAX, a, recipe.number(0));
      case POWER -> power(term, a);
      default -> {
        Op op = term.word().op().orElseThrow();
        yield op.arity() == 1 ? recipe.of(op, a) : recipe.of(op, a, step(term.arguments().get(1)));
      }
    };
  }

  private int chain(Term term, Op plain, Op turned) {
    int made = -1;
    for (int i = 0; i < term.arguments().size(); i++) {
      int next = step(term.arguments().get(i));
      boolean other = term.turned().get(i);
      if (made < 0) {
        made =
            !other
                ? next
                : plain == Op.ADD
                    ? recipe.of(Op.NEGATE, next)
                    : recipe.of(Op.DIVIDE, recipe.number(1), next);
      } else {
        made = recipe.of(other ? turned : plain, made, next);
      }
    }
    return made;
  }

  /** Computes small integer powers as products, which are exact and fast. */
  private int power(Term term, int a) {
    Term exponent = term.arguments().get(1);
    if (exponent.isNumber() && exponent.number() == 2) {
      return recipe.of(Op.MULTIPLY, a, a);
    }
    if (exponent.isNumber() && exponent.number() == 3) {
      return recipe.of(Op.MULTIPLY, a, recipe.of(Op.MULTIPLY, a, a));
    }
    if (exponent.isNumber() && exponent.number() == 0.5) {
      return recipe.of(Op.SQRT, a);
    }
    return recipe.of(Op.POWER, a, step(exponent));
  }
}
