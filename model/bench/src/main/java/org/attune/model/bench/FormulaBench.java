package org.attune.model.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.attune.api.catalog.Configuration;
import org.attune.model.attention.Place;
import org.attune.model.attention.ScoreMap;
import org.attune.model.attention.Signals;
import org.attune.model.attention.formula.FormulaScores;
import org.attune.model.attention.reading.ByScores;
import org.attune.model.attention.weights.SoftmaxWeights;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.attune.model.task.Batch;

/**
 * Measures what parts cost that are formulas: a step with a typed gate over a step with the part in
 * Java, one with a soft cap over one with ALiBi, and attention to a window of 64 over full
 * attention at T = 1,024. Both alternate in one process, on one thread.
 */
final class FormulaBench {

  private static final String PREFIX = "formula.";
  private static final String WINDOW = PREFIX + "window";
  private static final int ROUNDS = 21;
  private static final int LENGTH = 1024;
  private static final int WIDTH = 128;
  private static final int HEADS = 4;
  private static final int WARM_UP = 20; // passes, enough to compile the loops
  private static final Place PLACE = new Place(WIDTH, HEADS, 0, 1, Mask.CAUSAL);

  /**
   * A part as a formula beside one in Java.
   *
   * @param name of the figure
   */
  private record Pair(String name, Configuration formula, Configuration java) {}

  private FormulaBench() {}

  private static List<Pair> pairs(Configuration plain) {
    Configuration bias = plain.with("model.positions", "alibi");
    Configuration unplaced = plain.with("model.positions", "none");
    return List.of(
        new Pair(
            PREFIX + "gate",
            with(plain, "attention.gate", "y * sigmoid(linear(x))"),
            plain.with("attention.gate", "learned")),
        new Pair(
            PREFIX + "softcap", with(unplaced, "attention.scores", "30 * tanh(s / 30)"), bias));
  }

  private static Configuration with(Configuration plain, String axis, String formula) {
    return plain.with(axis, "formula").with(axis + ".formula", formula);
  }

  /** The measurable figures. */
  static List<String> names() {
    List<String> names = new ArrayList<>();
    pairs(StepShape.SMALL.settings()).forEach(p -> names.add(p.name));
    names.add(WINDOW);
    return names;
  }

  /** Prints the wanted figures. */
  static void print(Predicate<String> wanted) {
    StepShape shape = StepShape.SMALL;
    Batch batch = TimedStep.batch(shape, new Random(1));
    for (Pair pair : pairs(shape.settings())) {
      if (!wanted.test(pair.name)) {
        continue;
      }
      try (TimedPart formula = new TimedPart(pair.formula, shape.signature(), batch);
          TimedPart java = new TimedPart(pair.java, shape.signature(), batch)) {
        print(pair.name, formula::step, java::step);
      }
    }
    if (wanted.test(WINDOW)) {
      window();
    }
  }

  private static void window() {
    PlacedFormula window = PlacedFormula.of(FormulaPlace.SCORES, "where(i - j < 64, s, -inf)");
    try (Replayed some = attention(List.of(new FormulaScores(window)));
        Replayed all = attention(List.of())) {
      for (int i = 0; i < WARM_UP; i++) {
        nanos(some);
        nanos(all);
      }
      print(WINDOW, () -> nanos(some), () -> nanos(all));
    }
  }

  private static Replayed attention(List<ScoreMap> maps) {
    ByScores reading = new ByScores(maps, new SoftmaxWeights(), List.of());
    return new Replayed(
        1,
        p -> {
          Value q = rows(p, "q");
          Value k = rows(p, "k");
          return reading.read(new Signals(q, q, k, q, k, rows(p, "v")), PLACE);
        });
  }

  private static Value rows(Program p, String name) {
    return p.parameter(name, Init.normal(1), LENGTH, WIDTH);
  }

  private static double nanos(Replayed replayed) {
    long start = System.nanoTime();
    replayed.forward();
    replayed.backward();
    return System.nanoTime() - start;
  }

  /** Nanoseconds of a run. */
  private interface Run {
    double nanos();
  }

  private static void print(String name, Run part, Run base) {
    double[] ratios = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      boolean first = round % 2 == 0; // each goes first in every other round
      double early = first ? base.nanos() : part.nanos();
      double late = first ? part.nanos() : base.nanos();
      ratios[round] = first ? late / early : early / late;
    }
    Arrays.sort(ratios);
    Figure.print("%.3f", "parts." + name + ".ratio", ratios[ROUNDS / 2], "x");
  }
}
