package org.attune.model.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.model.primitive.elementwise.Elementwise;
import org.attune.model.primitive.elementwise.Grid;
import org.attune.model.primitive.elementwise.OperandLayout;
import org.attune.model.primitive.elementwise.Recipe;
import org.attune.model.primitive.elementwise.Recipe.Step;

/**
 * The CUDA text of a fused expression, made for its grid: {@code formula_forward}, {@code
 * formula_backward} for operands of the grid's own layout, and {@code formula_collect_i} for an
 * operand i that is broadcast, whose slopes a block sums in an order that no run changes.
 */
final class FormulaText {

  private static final List<String> PLACES = List.of("sequence", "token", "head", "inner");

  private static final int MANY = 4_096; // numbers: as many threads are enough for a card
  private static final int FEW = 64; // places

  private final Elementwise primitive;
  private final Grid grid;
  private final StringBuilder text = new StringBuilder();

  private FormulaText(Elementwise primitive) {
    this.primitive = primitive;
    this.grid = primitive.grid();
  }

  /**
   * The text of a primitive's kernels, without the prelude.
   *
   * @param backward whether to write the adjoint's kernels too
   */
  static String of(Elementwise primitive, boolean backward) {
    FormulaText formula = new FormulaText(primitive);
    formula.forward();
    if (backward) {
      formula.backward();
      IntStream.range(0, formula.operands())
          .filter(a -> !formula.isWhole(a))
          .forEach(formula::collect);
    }
    return formula.text.toString();
  }

  /** Whether an operand has the grid's own layout. */
  boolean isWhole(int operand) {
    return primitive.layouts().get(operand).equals(OperandLayout.of(grid));
  }

  /** What a primitive's text is about. */
  static FormulaText about(Elementwise primitive) {
    return new FormulaText(primitive);
  }

  /** Whether every number of each operand has its places in the grid, as collecting needs. */
  static boolean covers(Elementwise primitive) {
    FormulaText formula = new FormulaText(primitive);
    return IntStream.range(0, formula.operands())
        .allMatch(
            a -> {
              long all = 1;
              for (int size : primitive.inputs().get(a).shape()) {
                all *= size;
              }
              return formula.kept(a) == all;
            });
  }

  /** Whether a thread collects each number of a broadcast operand by itself, without its block. */
  boolean isAlone(int operand) {
    return kept(operand) >= MANY && reduced(operand) <= FEW;
  }

  /** The grid's places over which an operand's numbers differ. */
  long kept(int operand) {
    return product(operand, true);
  }

  /** The grid's places over which one number of an operand is broadcast. */
  long reduced(int operand) {
    return product(operand, false);
  }

  private long product(int operand, boolean kept) {
    long all = 1;
    for (int axis = 0; axis < PLACES.size(); axis++) {
      all *= keeps(operand, axis) == kept ? size(axis) : 1;
    }
    return all;
  }

  private boolean keeps(int operand, int axis) {
    OperandLayout layout = primitive.layouts().get(operand);
    return layout.rows()[axis] != 0 || layout.columns()[axis] != 0;
  }

  private int size(int axis) {
    return switch (axis) {
      case Grid.SEQUENCE -> grid.batch();
      case Grid.TOKEN -> grid.tokens();
      case Grid.HEAD -> grid.heads();
      default -> grid.inner();
    };
  }

  private int operands() {
    return primitive.inputs().size();
  }

  private void line(String format, Object... arguments) {
    text.append(format.formatted(arguments)).append('\n');
  }

  /** The operands as a kernel's arguments. */
  private String arguments() {
    return IntStream.range(0, operands())
        .mapToObj(a -> "IN(x%d), ".formatted(a))
        .collect(Collectors.joining());
  }

  private void forward() {
    line("// A formula's %d steps at each element.", primitive.recipe().steps().size());
    line(
        "extern \"C\" __global__ void formula_forward(%sOUT(y), int rows, int columns) {",
        arguments());
    line("  ELEMENT;");
    element();
    line("  float out = 0.0f;");
    line("  if (%s) {", seen());
    List<String> steps = steps(primitive.recipe());
    line("    out = %s;", steps.get(primitive.recipe().results().get(0)));
    line("  }");
    line("  AT(y, r, c) = out;");
    line("}");
  }

  private void backward() {
    List<Integer> whole = IntStream.range(0, operands()).filter(this::isWhole).boxed().toList();
    if (whole.isEmpty()) {
      return;
    }
    String sinks =
        whole.stream().map(a -> "SINK(g%d), ".formatted(a)).collect(Collectors.joining());
    line(
        "extern \"C\" __global__ void formula_backward(%sIN(d), %sint rows, int columns) {",
        arguments(), sinks);
    line("  ELEMENT;");
    element();
    whole.forEach(a -> line("  float out%d = 0.0f;", a));
    line("  if (%s) {", seen());
    List<String> steps = steps(primitive.adjoint());
    whole.forEach(a -> line("    out%d = %s;", a, steps.get(primitive.adjoint().results().get(a))));
    line("  }");
    whole.forEach(a -> line("  if (g%d) GIVE(g%d, r, c, out%d);", a, a, a));
    line("}");
  }

  private void collect(int operand) {
    line(
        "extern \"C\" __global__ void formula_collect_%d(%sIN(d), SINK(g)) {",
        operand, arguments());
    boolean alone = isAlone(operand);
    if (alone) {
      line("  const int kept = (int)INDEX;");
      line("  if (kept >= %d) return;", kept(operand));
    } else {
      line("  __shared__ float part[32];");
      line("  const int kept = blockIdx.x;");
    }
    decode(operand, true, "kept", "  ");
    line("  float sum = 0.0f;");
    line(
        alone ? "  for (int rest = 0; rest < %d; rest++) {" : "  EACH(rest, %d) {",
        reduced(operand));
    decode(operand, false, "rest", "    ");
    line("    if (!(%s)) continue;", seen());
    OperandLayout gridLayout = OperandLayout.of(grid);
    line("    const int r = %s, c = %s;", sum(gridLayout.rows()), sum(gridLayout.columns()));
    List<String> steps = steps(primitive.adjoint());
    line("    sum += %s;", steps.get(primitive.adjoint().results().get(operand)));
    line("  }");
    if (!alone) {
      line("  sum = block_sum(sum, part);");
    }
    OperandLayout layout = primitive.layouts().get(operand);
    line(
        "  %sGIVE(g, %s, %s, sum);",
        alone ? "" : "if (threadIdx.x == 0) ", sum(layout.rows()), sum(layout.columns()));
    line("}");
  }

  /** The places of an index over the axes that an operand has, or over the others. */
  private void decode(int operand, boolean kept, String index, String indent) {
    long step = 1;
    for (int axis = PLACES.size() - 1; axis >= 0; axis--) {
      if (keeps(operand, axis) == kept) {
        line("%sconst int %s = %s / %d %% %d;", indent, PLACES.get(axis), index, step, size(axis));
        step *= size(axis);
      }
    }
  }

  /** The places of the element of row r and column c. */
  private void element() {
    int tokens = grid.tokens();
    if (grid.scores()) {
      line("  const int sequence = r / %d, token = r %% %d;", grid.heads() * tokens, tokens);
      line("  const int head = r / %d %% %d, inner = c;", tokens, grid.heads());
    } else {
      line("  const int sequence = r / %d, token = r %% %d;", tokens, tokens);
      line("  const int head = c / %d, inner = c %% %d;", grid.inner(), grid.inner());
    }
    line("  (void)sequence, (void)token, (void)head, (void)inner;");
  }

  private String seen() {
    return grid.causal() ? "inner <= token" : "true";
  }

  private static String sum(int[] strides) {
    List<String> parts = new ArrayList<>();
    for (int axis = 0; axis < strides.length; axis++) {
      if (strides[axis] != 0) {
        parts.add("%s * %d".formatted(PLACES.get(axis), strides[axis]));
      }
    }
    return parts.isEmpty() ? "0" : String.join(" + ", parts);
  }

  /** Writes a recipe's steps, and returns what each is called. */
  private List<String> steps(Recipe recipe) {
    List<String> names = new ArrayList<>();
    for (Step s : recipe.steps()) {
      String name = "s" + names.size();
      line("    const float %s = %s;", name, step(s, names));
      names.add(name);
    }
    return names;
  }

  private String step(Step s, List<String> names) {
    int arity = s.op().arity();
    String a = arity > 0 ? names.get(s.a()) : "";
    String b = arity > 1 ? names.get(s.b()) : "";
    return switch (s.op()) {
      case INPUT -> input(s.a());
      case INDEX -> "(float)" + PLACES.get(s.a());
      case NUMBER -> number((float) s.number());
      case ADD -> a + " + " + b;
      case SUBTRACT -> a + " - " + b;
      case MULTIPLY -> a + " * " + b;
      case DIVIDE -> a + " / " + b;
      case REMAINDER -> "remainder_of(%s, %s)".formatted(a, b);
      case POWER -> "powf(%s, %s)".formatted(a, b);
      case MIN -> "least(%s, %s)".formatted(a, b);
      case MAX -> "most(%s, %s)".formatted(a, b);
      case LESS -> "%s < %s ? 1.0f : 0.0f".formatted(a, b);
      case AT_MOST -> "%s <= %s ? 1.0f : 0.0f".formatted(a, b);
      case EQUAL -> "%s == %s ? 1.0f : 0.0f".formatted(a, b);
      case WHERE -> "%s != 0.0f ? %s : %s".formatted(a, b, names.get(s.c()));
      case NEGATE -> "-" + a;
      case ABS -> "fabsf(%s)".formatted(a);
      case EXP -> "expf(%s)".formatted(a);
      case LOG -> "logf(%s)".formatted(a);
      case SQRT -> "sqrtf(%s)".formatted(a);
      case SIN -> "sinf(%s)".formatted(a);
      case COS -> "cosf(%s)".formatted(a);
      case SIGMOID -> "sigmoid(%s)".formatted(a);
      case TANH -> "tanhf(%s)".formatted(a);
      case SOFTPLUS -> "softplus(%s)".formatted(a);
      case NORMAL -> "0.5f * erfcf(%s * -0.70710678f)".formatted(a);
    };
  }

  private String input(int operand) {
    if (operand == operands()) {
      return "AT(d, r, c)";
    }
    OperandLayout layout = primitive.layouts().get(operand);
    return "AT(x%d, %s, %s)".formatted(operand, sum(layout.rows()), sum(layout.columns()));
  }

  private static String number(float value) {
    if (Float.isNaN(value)) {
      return "(float)NOT_A_NUMBER";
    }
    if (Float.isInfinite(value)) {
      return value > 0 ? "1e38f * 1e38f" : "-1e38f * 1e38f";
    }
    return String.format(Locale.ROOT, "%sf", value);
  }
}
