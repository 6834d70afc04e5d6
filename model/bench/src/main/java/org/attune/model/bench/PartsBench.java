package org.attune.model.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.pipeline.Attention;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.engine.Natives;
import org.attune.model.network.Decoder;
import org.attune.model.network.Refusals;
import org.attune.model.network.Signature;
import org.attune.model.task.Batch;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Measures the cost of each attention part: a training step with it over a step of plain softmax
 * attention. Both alternate in one process, in float32 on one thread.
 *
 * <p>It prints {@code parts.<axis>.<option>.ratio} for every option of every attention axis, with
 * defaults otherwise, on the decoder of {@code bench step}'s small size. For weights that only sets
 * support it prints {@code parts.sets.<option>.ratio}, on a set encoder with as many rows.
 */
public final class PartsBench {

  private static final int ROUNDS = 11;
  private static final int GIVEN = 48; // rows of a set
  private static final int ASKED = 16;
  private static final int COLUMNS = 8; // of a set's x
  private static final StepShape SHAPE = StepShape.SMALL;

  private PartsBench() {}

  /**
   * Measures parts of a step.
   *
   * @param args substrings; a figure is measured if its name contains one, or all if there are none
   */
  public static void main(String[] args) {
    Natives.selectFastest();
    Natives.useThreads(1);
    Predicate<String> wanted =
        name -> args.length == 0 || Arrays.stream(args).anyMatch(name::contains);
    Random random = new Random(1);
    compare(plain(), decoders(), SHAPE.signature(), TimedStep.batch(SHAPE, random), wanted);
    Signature sets = Signature.set(GIVEN, ASKED, COLUMNS, 1);
    Batch batch = sets(sets, random);
    compare(plain().with("model.kind", "set-encoder"), encoders(), sets, batch, wanted);
    FormulaBench.print(wanted);
  }

  /** The measurable figures: an axis with one of its options each. */
  public static List<String> names() {
    List<String> names = new ArrayList<>(decoders().keySet());
    names.addAll(encoders().keySet());
    names.addAll(FormulaBench.names());
    return List.copyOf(names);
  }

  private static Configuration plain() {
    return SHAPE.settings();
  }

  /** Every non-default option of every axis that a decoder supports. */
  private static Map<String, Configuration> decoders() {
    List<Parameter> axes = new ArrayList<>(Parts.axes());
    axes.add(Decoder.PRECISION.parameter());
    Map<String, Configuration> all = new LinkedHashMap<>();
    for (Parameter axis : axes) {
      for (Option option : axis.options()) {
        Configuration with = plain().with(axis.key(), option.name());
        boolean other = !plain().text(axis).equals(option.name());
        if (other && Refusals.of(with, SHAPE.signature()).isEmpty()) {
          all.put(last(axis.key()) + "." + option.name(), with);
        }
      }
    }
    all.put("qk-norm", plain().with(Attention.QK_NORM.key(), true));
    return all;
  }

  /** The weights that a decoder does not support. */
  private static Map<String, Configuration> encoders() {
    Map<String, Configuration> all = new LinkedHashMap<>();
    for (Option option : Parts.WEIGHT.options()) {
      Configuration with = plain().with(Parts.WEIGHT.key(), option.name());
      if (!Refusals.of(with, SHAPE.signature()).isEmpty()) {
        all.put("sets." + option.name(), with.with("model.kind", "set-encoder"));
      }
    }
    return all;
  }

  private static String last(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }

  private static void compare(
      Configuration plain,
      Map<String, Configuration> others,
      Signature signature,
      Batch batch,
      Predicate<String> wanted) {
    Map<String, Configuration> chosen = new LinkedHashMap<>(others);
    chosen.keySet().removeIf(name -> !wanted.test(name));
    if (chosen.isEmpty()) {
      return;
    }
    try (TimedPart base = new TimedPart(plain, signature, batch)) {
      chosen.forEach(
          (name, settings) -> {
            try (TimedPart part = new TimedPart(settings, signature, batch)) {
              Figure.print("parts." + name + ".ratio", ratio(part, base), "x");
            }
          });
    }
  }

  private static double ratio(TimedPart part, TimedPart base) {
    double[] ratios = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      double without = base.step();
      ratios[round] = part.step() / without;
    }
    Arrays.sort(ratios);
    return ratios[ROUNDS / 2];
  }

  /** Sets of noise; the content of the data does not change the time. */
  private static Batch sets(Signature s, Random random) {
    float[][][] features = new float[SHAPE.batch()][s.length()][s.inputs()];
    float[][][] labels = new float[SHAPE.batch()][s.length()][s.outputs()];
    for (float[][][] all : List.of(features, labels)) {
      for (float[][] set : all) {
        for (float[] row : set) {
          for (int c = 0; c < row.length; c++) {
            row[c] = (float) random.nextGaussian();
          }
        }
      }
    }
    return new Batch(
        Nd4j.createFromArray(features),
        Nd4j.createFromArray(labels),
        Nd4j.ones(DataType.FLOAT, SHAPE.batch(), s.length()));
  }
}
