package org.attune.model.formula;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.ModelCatalog;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Natives;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Scores;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.attune.model.task.DataOpener;
import org.attune.model.train.DivergenceException;
import org.attune.model.train.TrialTrainer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The proof of formulas beside training. Formulas drawn by chance name heads, lengths and places of
 * their sweep's size. None that passes diverges at its first step or sees a later token, and none
 * that is said to change nothing trains otherwise than a plain model.
 */
class TestFormulasBesideTraining {

  private static final List<FormulaPlace> PLACES =
      List.of(
          FormulaPlace.SCORES,
          FormulaPlace.SCORES,
          FormulaPlace.GATE,
          FormulaPlace.GATE,
          FormulaPlace.VALUES,
          FormulaPlace.WEIGHTS,
          FormulaPlace.QUERY,
          FormulaPlace.INPUT);

  private static final int[] HEADS = {1, 2, 3, 4, 5, 8, 12};
  private static final int[] TOKENS = {8, 12, 20, 32, 48};
  private static final int HEAD_WIDTH = 2;
  private static final double SAME = 1e-4; // rounding over 50 steps stays below it

  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @Test
  void whatPassesTrains() {
    requireAll(0, 12);

    assertThat(counts.keySet()).contains("passed", "refused");
  }

  @Test
  @Tag("soak")
  void threeHundredTrain() {
    requireAll(12, 312);
  }

  private void requireAll(long from, long to) {
    for (long seed = from; seed < to; seed++) {
      require(seed);
    }
    assertThat(problems).as("of %s", counts).isEmpty();
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  private void require(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FormulaPlace place = PLACES.get(random.nextInt(PLACES.size()));
    int heads = HEADS[random.nextInt(HEADS.length)];
    int tokens = TOKENS[random.nextInt(TOKENS.length)];
    String text = text(place, heads, tokens, random);
    String which =
        "seed %d, %d heads, %d tokens, %s: %s: ".formatted(seed, heads, tokens, place.key(), text);
    Map<String, String> plain = settings(heads, tokens);
    Map<String, String> cell = new HashMap<>(plain);
    cell.put(place.key(), "formula");
    cell.put(place.key() + ".formula", text);
    try {
      PlacedFormula formula = PlacedFormula.of(place, text);
      ModelCatalog.Proven proven =
          ModelCatalog.proveFormulas(
                  new Configuration(cell),
                  each -> true,
                  failed -> {
                    throw failed;
                  })
              .get(0);
      count("passed");
      if (seesTheFuture(formula, heads, tokens)) {
        problems.add(which + "sees the future");
      }
      if (!proven.changes()) {
        count("changes nothing");
        double apart = Math.abs(loss(cell, 50) - loss(plain, 50));
        if (!(apart <= SAME)) {
          problems.add(which + "is said to change nothing, and changes the loss by " + apart);
        }
      } else {
        loss(cell, 1);
      }
    } catch (DivergenceException e) {
      problems.add(which + e.getMessage());
    } catch (IllegalArgumentException refused) {
      count("refused");
      if (refused.getMessage().contains("a fault of Attune")) {
        problems.add(which + refused.getMessage());
      }
    } catch (Exception e) {
      problems.add(which + e);
    }
  }

  private static Map<String, String> settings(int heads, int tokens) {
    Map<String, String> all = new HashMap<>();
    all.put("model.width", Integer.toString(HEAD_WIDTH * heads));
    all.put("model.heads", Integer.toString(heads));
    all.put("model.layers", "1");
    all.put("model.feed-forward", "8");
    all.put("task.length", Integer.toString(tokens));
    all.put("task.corpus.size", "20000");
    all.put("task.validation-examples", "4");
    all.put("train.batch", "2");
    return all;
  }

  private static double loss(Map<String, String> cell, int steps) throws Exception {
    Map<String, String> all = new HashMap<>(cell);
    all.put("train.steps", Integer.toString(steps));
    return TrialTrainer.train(all, 1, DataOpener.NONE, (step, metrics) -> true)
        .metrics()
        .get("validation_loss");
  }

  /** A formula that says something of heads, lengths or places of the sweep's own size. */
  private static String text(FormulaPlace place, int heads, int tokens, SplittableRandom random) {
    String own = own(place);
    String any = new RandomFormula(place, random).text();
    int h = random.nextInt(heads + 2);
    int t = random.nextInt(tokens + 4);
    boolean keys = place.result().has(TermAxis.KEY);
    String at = keys && random.nextBoolean() ? "i - j" : "i";
    String head = place.heads() ? "h == " + h : "i == " + t;
    return switch (random.nextInt(14)) {
      case 0 -> "where(%s and %s > %d, %s, %s)".formatted(head, at, t, any, own);
      case 1 -> "where(%s < %d, %s, %s)".formatted(at, t, own, any);
      case 2 ->
          place.heads() ? "%s / (%d - h)".formatted(own, h) : "%s / (i - %d)".formatted(own, t);
      case 3 -> "%s * log(n - %d)".formatted(own, t);
      case 4 -> place.heads() ? "%s * sqrt(heads - %d)".formatted(own, h) : own;
      case 5 -> "%s + log(%s - %d)".formatted(own, random.nextBoolean() ? "n" : "i", t);
      case 6 ->
          keys
              ? "where(%s or %s > %d, -inf, s)".formatted(head, at, t)
              : "min(%s, %d)".formatted(own, 1 + t);
      case 7 ->
          keys
              ? "where(j < n - %d, s, -inf)".formatted(t)
              : "where(i >= n - %d, %s, %s)".formatted(t, any, own);
      case 8 -> "%s(%s, %d)".formatted(random.nextBoolean() ? "min" : "max", own, t - tokens / 2);
      case 9 -> "where(%s and i > %d, 2 * %s, %s)".formatted(head, t, own, own);
      case 10 ->
          keys
              ? "where(i - j < %d, s, -inf)".formatted(t + 1)
              : "where(i > %d, shift(x, -1), x)".formatted(t);
      case 11 -> "%s / (n - %d)".formatted(own, tokens - 1 + random.nextInt(3));
      case 12 -> "where(%s > %d, %s, %s)".formatted(at, tokens - 1 - random.nextInt(2), any, own);
      default -> any;
    };
  }

  private static String own(FormulaPlace place) {
    return switch (place) {
      case SCORES -> "s";
      case WEIGHTS -> "softmax(s)";
      case GATE -> "y";
      case VALUES -> "v";
      case QUERY -> "linear(x)";
      default -> "x";
    };
  }

  /** Whether other numbers from a token on change what is made before it, at the sweep's sizes. */
  private static boolean seesTheFuture(PlacedFormula formula, int heads, int tokens) {
    boolean keys = formula.place().result().has(TermAxis.KEY);
    for (int from : new int[] {1, tokens / 2, tokens - 1}) {
      double[] plain = outputs(formula, heads, tokens, tokens);
      double[] other = outputs(formula, heads, tokens, from);
      int inner = keys ? tokens : plain.length / tokens;
      for (int i = 0; i < plain.length; i++) {
        int token = i / inner % tokens;
        boolean counts = token < from && !(keys && i % inner > token);
        if (counts && Double.compare(plain[i], other[i]) != 0) {
          return true;
        }
      }
    }
    return false;
  }

  private static double[] outputs(PlacedFormula formula, int heads, int tokens, int from) {
    boolean of = formula.place().heads();
    Sizes sizes =
        of
            ? new Sizes(tokens, heads, HEAD_WIDTH, Mask.CAUSAL)
            : new Sizes(tokens, 1, HEAD_WIDTH * heads, Mask.CAUSAL);
    int columns = HEAD_WIDTH * heads;
    List<String> fed = new ArrayList<>();
    try (Specimen specimen =
        new Specimen(
            1,
            p -> {
              Map<String, Value> inputs = new HashMap<>();
              for (FormulaPlace.Name name : formula.place().names()) {
                if (name == FormulaPlace.Name.SCORE && formula.reads("s")) {
                  Value a = input(p, "left", tokens, columns, fed);
                  Value b = input(p, "right", tokens, columns, fed);
                  inputs.put("s", Scores.scores(a, b, heads, 1));
                } else if (name.isData() && formula.reads(name.text())) {
                  inputs.put(name.text(), input(p, name.text(), tokens, columns, fed));
                }
              }
              return Lowering.describe(formula, p, "w", sizes, inputs);
            },
            Backends.cpu(),
            DataType.FLOAT)) {
      for (String name : fed) {
        specimen.execution().feed(name, numbers(name, tokens, columns, from));
      }
      specimen.objective();
      return specimen.output().castTo(DataType.DOUBLE).data().asDouble();
    }
  }

  private static Value input(Program p, String name, int tokens, int columns, List<String> fed) {
    fed.add(name);
    return p.input(name, tokens, columns, true);
  }

  private static INDArray numbers(String name, int tokens, int columns, int from) {
    double[] all =
        new SplittableRandom(name.hashCode()).doubles((long) tokens * columns, -1, 1).toArray();
    for (int i = from * columns; i < all.length; i++) {
      all[i] = 0.5 * all[i] + 0.7;
    }
    return Nd4j.createFromArray(all).castTo(DataType.FLOAT).reshape('c', tokens, columns);
  }
}
