package org.attune.model.attention.score;

import static org.attune.model.primitive.ScoreConvolution.scoreConvolution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.ScoreMap;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Key-query convolution: sums each head's scores, or weights, over a window of earlier queries and
 * neighbouring keys. Each head has its own kernel (multi-token attention, arXiv 2504.00927).
 */
public record Convolution(int queries, int keys, InitialKernel start, String axis)
    implements ScoreMap {

  /** The initial kernels. */
  public enum InitialKernel {
    /** The layer starts as if it had no convolution. */
    IDENTITY,
    ZERO,
    /** 0.3 everywhere. */
    CONSTANT,
    /** Gaussian with a deviation of 0.02. */
    NORMAL
  }

  private static final double CONSTANT = 0.3;
  private static final double DEVIATION = 0.02;

  private static final String BEFORE = "attention.score-conv";
  private static final String AFTER = "attention.weight-conv";
  private static final String BEFORE_COLUMN = "score_conv";
  private static final String AFTER_COLUMN = "weight_conv";

  /** The number of queries a kernel spans before the softmax. */
  public static final Parameter QUERIES_BEFORE = queries(BEFORE, "kernel_query");

  /** The number of keys a kernel spans before the softmax. */
  public static final Parameter KEYS_BEFORE = keys(BEFORE, "kernel_key");

  /** The number of queries a kernel spans after the softmax. */
  public static final Parameter QUERIES_AFTER = queries(AFTER, "weight_kernel_query");

  /** The number of keys a kernel spans after the softmax. */
  public static final Parameter KEYS_AFTER = keys(AFTER, "weight_kernel_key");

  public static final Option OPTION_BEFORE =
      option(BEFORE, BEFORE_COLUMN, QUERIES_BEFORE, KEYS_BEFORE);
  public static final Option OPTION_AFTER = option(AFTER, AFTER_COLUMN, QUERIES_AFTER, KEYS_AFTER);

  /** Returns the convolution of the scores. */
  public static Convolution before(Configuration settings) {
    return of(settings, BEFORE, BEFORE_COLUMN, QUERIES_BEFORE, KEYS_BEFORE);
  }

  /** Returns the convolution of the weights. */
  public static Convolution after(Configuration settings) {
    return of(settings, AFTER, AFTER_COLUMN, QUERIES_AFTER, KEYS_AFTER);
  }

  @Override
  public Declaration declares() {
    return axis.equals(BEFORE) ? Declaration.needs(Feature.SCORES) : Declaration.NOTHING;
  }

  @Override
  public List<String> limits(Place place, int length) {
    List<String> reasons = new ArrayList<>();
    Map.of("kernel-query", queries, "kernel-key", keys)
        .forEach(
            (side, size) -> {
              if (size > length) {
                reasons.add(
                    "%s.%s %d is wider than the context of %d tokens"
                        .formatted(axis, side, size, length));
              }
            });
    if (keys % 2 == 0) {
      reasons.add("%s.kernel-key %d is even: no key is in the middle".formatted(axis, keys));
    }
    return reasons;
  }

  @Override
  public Value map(Value scores, Place place) {
    Value kernel =
        Program.of(scores)
            .parameter("kernel", init(), place.heads(), queries * keys); // (H, c_q·c_k)
    return scoreConvolution(scores, kernel, queries, keys); // (B, H, T, T)
  }

  private Init init() {
    return switch (start) {
      case IDENTITY ->
          (values, rows, columns, random) -> {
            for (int h = 0; h < rows; h++) {
              values[h * columns + keys / 2] = 1; // a = 0, b = 0
            }
          };
      case ZERO -> Init.constant(0);
      case CONSTANT -> Init.constant(CONSTANT);
      case NORMAL -> Init.normal(DEVIATION);
    };
  }

  private static Convolution of(
      Configuration settings, String part, String column, Parameter queries, Parameter keys) {
    InitialKernel start =
        InitialKernel.valueOf(
            settings.choice(start(part, column)).toUpperCase(java.util.Locale.ROOT));
    return new Convolution(settings.integer(queries), settings.integer(keys), start, part);
  }

  private static Option option(String part, String column, Parameter queries, Parameter keys) {
    return Option.of(
        "convolution",
        "a kernel per head over earlier queries and neighbouring keys",
        "multi-token attention, arXiv 2504.00927",
        queries,
        keys,
        start(part, column));
  }

  private static Parameter queries(String part, String column) {
    return Parameter.integer(
            part + ".kernel-query", column, 1, 64, 6, "queries that a kernel spans")
        .alsoCalled("kernel", "conv-kernel")
        .insteadOf(
            "kernels over scores have two sizes here: %s: {kernel-query: 6, kernel-key: 11}"
                .formatted(part),
            "kernel-size");
  }

  private static Parameter keys(String part, String column) {
    return Parameter.integer(
        part + ".kernel-key", column, 1, 127, 11, "keys that a kernel spans; odd");
  }

  private static Parameter start(String part, String column) {
    return Parameter.choice(
        part + ".init",
        column + "_init",
        "how kernels start",
        List.of(
            Option.of("identity", "as if there were none", ""),
            Option.of("zero", "all zeros", ""),
            Option.of("constant", "0.3 everywhere", ""),
            Option.of("normal", "Gaussian, deviation 0.02", "")));
  }
}
