package org.attune.bench.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.space.Values;

/**
 * A function to be minimised whose minimum is 0.
 *
 * @param name as figures have it
 * @param parameters what it is of
 * @param axes what is varied
 * @param regret of a cell
 */
public record ObjectiveFunction(
    String name,
    List<Parameter> parameters,
    List<Axis> axes,
    ToDoubleFunction<Configuration> regret)
    implements AxisCatalog {

  /** The only metric: the distance to the minimum. */
  public static final String METRIC = "regret";

  private static final double[][] HARTMANN_A = {
    {10, 3, 17, 3.5, 1.7, 8},
    {.05, 10, 17, .1, 8, 14},
    {3, 3.5, 1.7, 10, 17, 8},
    {17, 8, .05, 10, .1, 14}
  };
  private static final double[][] HARTMANN_P = {
    {.1312, .1696, .5569, .0124, .8283, .5886},
    {.2329, .4135, .8307, .3736, .1004, .9991},
    {.2348, .1451, .3522, .2883, .3047, .6650},
    {.4047, .8828, .8732, .5743, .1091, .0381}
  };
  private static final double[] HARTMANN_BEST = {
    0.20169, 0.150011, 0.476874, 0.275332, 0.311652, 0.6573
  };
  private static final double[] BRANIN_LOW = {-5, 0};
  private static final double[] BRANIN_HIGH = {10, 15};
  private static final double[] BRANIN_BEST = {Math.PI, 2.275};
  private static final double[] HARTMANN_WEIGHTS = {1, 1.2, 3, 3.2};

  /** A function of numbers. */
  interface Numeric {
    double at(double[] x);
  }

  /** The space that its axes span. */
  public Space space() {
    return new Space(tree(), Map.of(), axes);
  }

  @Override
  public List<String> conflicts(Configuration configuration) {
    return List.of();
  }

  @Override
  public List<Metric> metrics(Configuration configuration) {
    return List.of(Metric.of(METRIC, "distance to the minimum", "", Metric.Better.LOWER));
  }

  @Override
  public Cost cost(Configuration configuration) {
    return new Cost(0, 0, 0, 1);
  }

  /** Those of the bench, and two more. */
  public static List<ObjectiveFunction> all() {
    List<ObjectiveFunction> all = new ArrayList<>(figures());
    all.add(box("rosenbrock4", 4, -5, 10, ObjectiveFunction::rosenbrock));
    all.add(box("levy6", 6, -10, 10, ObjectiveFunction::levy));
    return all;
  }

  /** Those that {@code attune bench search} prints. */
  public static List<ObjectiveFunction> figures() {
    return List.of(
        branin(),
        box("hartmann6", 6, 0, 1, ObjectiveFunction::hartmann),
        gate(),
        mixed(),
        new ObjectiveFunction("learners", Learners.parameters(), Learners.axes(), Learners::regret),
        box("styblinski5", 5, -5, 5, ObjectiveFunction::styblinski),
        box("ackley5", 5, -32.768, 32.768, ObjectiveFunction::ackley),
        moved("branin", BRANIN_LOW, BRANIN_HIGH, BRANIN_BEST, ObjectiveFunction::branin),
        moved("hartmann6", all(6, 0), all(6, 1), HARTMANN_BEST, ObjectiveFunction::hartmann),
        moved(
            "styblinski5", all(5, -5), all(5, 5), all(5, -2.903534), ObjectiveFunction::styblinski),
        moved("ackley5", all(5, -32.768), all(5, 32.768), all(5, 0), ObjectiveFunction::ackley));
  }

  private static ObjectiveFunction moved(
      String name, double[] low, double[] high, double[] best, Numeric function) {
    UnaryOperator<double[]> arguments = Moved.arguments(low, high, best);
    return box(name + ".moved", low.length, 0, 1, x -> function.at(arguments.apply(x)));
  }

  private static double[] all(int n, double value) {
    double[] all = new double[n];
    Arrays.fill(all, value);
    return all;
  }

  /** The function of a name. */
  public static Optional<ObjectiveFunction> named(String name) {
    return all().stream().filter(f -> f.name.equals(name)).findFirst();
  }

  /** A function of {@code dimensions} numbers, each within the same bounds. */
  static ObjectiveFunction box(String name, int n, double low, double high, Numeric function) {
    List<Parameter> parameters = new ArrayList<>();
    List<Axis> axes = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      parameters.add(real("x" + i, low, high));
      axes.add(interval("x" + i, low, high, false));
    }
    return new ObjectiveFunction(name, parameters, axes, cell -> function.at(numbers(cell, n)));
  }

  /** The numbers of a cell of a {@link #box}. */
  static double[] numbers(Configuration cell, int n) {
    return IntStream.range(0, n).mapToDouble(i -> cell.real("x" + i)).toArray();
  }

  private static ObjectiveFunction branin() {
    return new ObjectiveFunction(
        "branin",
        List.of(real("x", -5, 10), real("y", 0, 15)),
        List.of(interval("x", -5, 10, false), interval("y", 0, 15, false)),
        cell -> branin(new double[] {cell.real("x"), cell.real("y")}));
  }

  private static double branin(double[] x) {
    double bend = x[1] - 5.1 / (4 * Math.PI * Math.PI) * x[0] * x[0] + 5 / Math.PI * x[0] - 6;
    return bend * bend + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x[0]) + 10 - 0.39788735772973816;
  }

  private static double hartmann(double[] x) {
    double sum = 0;
    for (int i = 0; i < HARTMANN_WEIGHTS.length; i++) {
      double inner = 0;
      for (int j = 0; j < x.length; j++) {
        double d = x[j] - HARTMANN_P[i][j];
        inner += HARTMANN_A[i][j] * d * d;
      }
      sum += HARTMANN_WEIGHTS[i] * Math.exp(-inner);
    }
    return 3.322368011415515 - sum;
  }

  private static double styblinski(double[] x) {
    double sum = 0;
    for (double c : x) {
      sum += 0.5 * (c * c * c * c - 16 * c * c + 5 * c) + 39.16616570377142;
    }
    return sum;
  }

  private static double ackley(double[] x) {
    double square = 0;
    double wave = 0;
    for (double c : x) {
      square += c * c / x.length;
      wave += Math.cos(2 * Math.PI * c) / x.length;
    }
    return -20 * Math.exp(-.2 * Math.sqrt(square)) - Math.exp(wave) + 20 + Math.E;
  }

  private static double rosenbrock(double[] x) {
    double sum = 0;
    for (int i = 0; i + 1 < x.length; i++) {
      double bend = x[i + 1] - x[i] * x[i];
      sum += 100 * bend * bend + (1 - x[i]) * (1 - x[i]);
    }
    return sum;
  }

  private static double levy(double[] x) {
    int last = x.length - 1;
    double first = Math.sin(Math.PI * (1 + (x[0] - 1) / 4));
    double sum = first * first;
    for (int i = 0; i < last; i++) {
      double w = 1 + (x[i] - 1) / 4;
      double wave = Math.sin(Math.PI * w + 1);
      sum += (w - 1) * (w - 1) * (1 + 10 * wave * wave);
    }
    double w = 1 + (x[last] - 1) / 4;
    double wave = Math.sin(2 * Math.PI * w);
    return sum + (w - 1) * (w - 1) * (1 + wave * wave);
  }

  /** A gate, a rate and a share, and for one gate a kernel's width: what sweeps are like. */
  private static ObjectiveFunction gate() {
    Parameter kernel =
        new Parameter("gate.k", "k", new Domain.IntegerRange(1, 15), "1", "width", "");
    List<Option> gates =
        List.of(
            Option.of("relu", "", ""), Option.of("glu", "", ""), Option.of("conv", "", "", kernel));
    return new ObjectiveFunction(
        "gate",
        List.of(
            Parameter.choice("gate", "gate", "gate", gates),
            real("lambda", 1e-6, 1e2),
            real("q", 0, 1)),
        List.of(
            new Axis(
                "gate",
                List.of(
                    Branch.of(Map.of("gate", listed("relu"))),
                    Branch.of(Map.of("gate", listed("glu"))),
                    Branch.of(
                        Map.of(
                            "gate",
                            listed("conv"),
                            "gate.k",
                            listed("1", "3", "5", "7", "9", "11", "13", "15"))))),
            interval("lambda", 1e-6, 1e2, true),
            interval("q", 0, 1, false)),
        cell -> {
          double rate = Math.log10(cell.real("lambda")) + 2;
          double share = cell.real("q") - .35;
          double base =
              switch (cell.text("gate")) {
                case "relu" -> .30;
                case "glu" -> .12;
                default -> .015 * Math.abs(cell.integer("gate.k") - 7);
              };
          return base + .02 * rate * rate + share * share;
        });
  }

  /** Two choices with settings of their own that act on each other. */
  private static ObjectiveFunction mixed() {
    List<Option> optimizers =
        List.of(
            Option.of("sgd", "", "", real("opt.momentum", 0, 1)),
            Option.of("adam", "", "", real("opt.beta", 0, 1)),
            Option.of("plain", "", ""));
    return new ObjectiveFunction(
        "mixed",
        List.of(
            Parameter.choice("opt", "opt", "optimizer", optimizers, "plain"),
            real("rate", 1e-5, 1),
            new Parameter("width", "width", new Domain.IntegerRange(16, 512), "16", "width", ""),
            real("drop", 0, 1)),
        List.of(
            new Axis(
                "opt",
                List.of(
                    Branch.of(Map.of("opt", listed("sgd"), "opt.momentum", values(0, 1, false))),
                    Branch.of(Map.of("opt", listed("adam"), "opt.beta", values(0, 1, false))),
                    Branch.of(Map.of("opt", listed("plain"))))),
            interval("rate", 1e-5, 1, true),
            new Axis(
                "width",
                List.of(Branch.of(Map.of("width", listed("16", "32", "64", "128", "256", "512"))))),
            interval("drop", 0, 1, false)),
        cell -> {
          double rate = Math.log10(cell.real("rate"));
          double width = Math.log(cell.integer("width")) / Math.log(2) - 8;
          double drop = cell.real("drop") - .2 + .05 * width;
          double wanted = -3 - .3 * width;
          double base =
              switch (cell.text("opt")) {
                case "sgd" -> {
                  wanted = -1;
                  double m = cell.real("opt.momentum") - .9;
                  yield .15 + m * m;
                }
                case "adam" -> {
                  double b = cell.real("opt.beta") - .6;
                  yield b * b;
                }
                default -> .5;
              };
          return base + .1 * (rate - wanted) * (rate - wanted) + drop * drop + .02 * width * width;
        });
  }

  private static Parameter real(String key, double low, double high) {
    return new Parameter(
        key,
        key.replace('.', '_'),
        Domain.RealRange.closed(low, high),
        Double.toString(low),
        "coordinate",
        "");
  }

  private static Axis interval(String key, double low, double high, boolean logarithmic) {
    return new Axis(key, List.of(Branch.of(Map.of(key, values(low, high, logarithmic)))));
  }

  private static Values values(double low, double high, boolean logarithmic) {
    return new Values.Interval(low, high, logarithmic);
  }

  private static Values listed(String... values) {
    return new Values.Listed(List.of(values));
  }
}
