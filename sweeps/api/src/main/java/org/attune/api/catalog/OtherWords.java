package org.attune.api.catalog;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Translates the words of a sweep file itself; parameters know their own {@linkplain Traits#foreign
 * foreign words}. The words are from PyTorch, Hugging Face, nanoGPT, Optuna, Ray Tune and Weights
 * and Biases.
 */
final class OtherWords {

  /**
   * Attune's name first, dotted if it stands in a section, then the others' names, with {@code -}
   * for {@code _}.
   */
  private static final String[][] WORDS = {
    {"task", "dataset", "data", "benchmark"},
    {"sweep", "name", "experiment", "project", "study-name"},
    {"axes", "parameters", "params", "search-space", "param-space", "space", "config", "grid"},
    {"objective", "metric", "direction", "goal", "optimize"},
    {"search.method", "method", "sampler", "algo", "search-alg", "strategy"},
    {"replicates", "seeds", "repeats", "runs", "n-seeds", "num-seeds", "repetitions"},
    {"stop", "pruner", "early-stopping", "early-terminate", "early-stop", "pruning"},
    {"budget", "limits", "timeout", "run-cap"},
    {"execution", "resources", "parallel", "tune-config"},
    {"constraints", "conditions", "constraint"},
    {"trials", "samples", "num-samples", "n-trials", "max-trials", "count", "n-iter", "run-cap"},
    {"wall-time", "timeout", "time-budget-s", "max-time"},
    {"slots", "n-jobs", "max-concurrent-trials", "parallelism", "workers", "concurrency", "jobs"},
    {"retries", "max-failures", "max-retries"},
    {"trial-timeout", "timeout", "time-limit"},
    {"threads-per-trial", "cpus", "cpus-per-trial", "threads", "resources-per-trial"},
    {"metric", "name", "monitor", "target"},
    {"goal", "mode", "direction"},
    {"none", "no", "off", "false", "null"}, // YAML's words for nothing
    {"minimize", "min", "lower", "lowest"},
    {"maximize", "max", "higher", "highest"},
    {"--to", "--html", "--out", "--output"},
    {"below", "less", "lower", "smaller", "under"},
    {"above", "more", "higher", "greater", "larger", "over"},
    {"near", "equal", "equals", "same", "about"},
    {"lower", "minimize", "min", "lowest"},
    {"higher", "maximize", "max", "highest"},
    {"grid", "grid-search", "gridsearch"},
    {"random", "random-search", "randomsearch"},
    {"auto", "bayes", "bayesian", "bo", "optuna", "hyperopt", "bohb"},
    {"gaussian-process", "gp", "gpsampler", "botorch", "skopt"},
    {"population", "pbt", "population-based-training", "pb2"},
    {"cma-es", "cmaes", "cma", "cmaessampler", "nevergrad"},
    {"nsga-ii", "nsga", "nsga2", "nsgaii", "nsgaiisampler"},
    {"tpe", "tpesampler", "parzen"},
    {"sobol", "qmc", "qmcsampler", "quasi-random"},
    {"evolution", "genetic", "evolutionary"},
    {"asha", "successive-halving", "async-hyperband", "sha"},
    {"median", "median-pruner", "medianpruner", "median-stopping"},
    {"patience", "early-stopping", "plateau"},
    {"log-uniform", "loguniform", "log-uniform-values", "reciprocal", "qloguniform"},
    {"uniform", "float"},
    {"range", "int", "randint", "quniform", "q-uniform", "int-uniform"},
    {"cosine", "cosine-annealing", "cosineannealinglr", "onecycle"},
    {"stable-decay", "warm-up-stable-decay", "warmup-stable-decay", "wsd"},
  };

  /** Concepts without a name here, and how to express them. */
  private static final Map<String, String> OTHERWISE =
      Map.ofEntries(
          Map.entry("epochs", "training is counted in steps here"),
          Map.entry("max-epochs", "training is counted in steps here"),
          Map.entry("num-epochs", "training is counted in steps here"),
          Map.entry("num-train-epochs", "training is counted in steps here"),
          Map.entry("min", "an interval is {uniform: [lo, hi]} or {log-uniform: [lo, hi]} here"),
          Map.entry("max", "an interval is {uniform: [lo, hi]} or {log-uniform: [lo, hi]} here"),
          Map.entry("low", "an interval is {uniform: [lo, hi]} or {log-uniform: [lo, hi]} here"),
          Map.entry("high", "an interval is {uniform: [lo, hi]} or {log-uniform: [lo, hi]} here"),
          Map.entry(
              "distribution",
              "a distribution is {uniform: [lo, hi]} or {log-uniform: [lo, hi]} here"),
          Map.entry("choices", "an axis is just a list here: [a, b, c]"),
          Map.entry("choice", "an axis is just a list here: [a, b, c]"),
          Map.entry("values", "an axis is just a list here: [a, b, c]"),
          Map.entry("categorical", "an axis is just a list here: [a, b, c]"),
          Map.entry("grid-search", "an axis is just a list here: [a, b, c]"),
          Map.entry(
              "program",
              "a program of yours is a task here: task: {command: {run: \"python3 train.py ...\"}};"
                  + " see docs/your-own-training.md"),
          Map.entry("gpus", "what a trial runs on is chosen by the machine; remove the key"));

  /** Words of a claim that leave open which way a metric goes. */
  private static final List<String> JUDGING = List.of("better", "best", "worse", "improves");

  private static final Optional<String> WAY =
      Optional.of("say 'below' where the metric is to be lower, 'above' where it is to be higher");

  private static final Map<String, List<String>> OURS = index();

  private static final Map<String, String> ABBREVIATED =
      Map.of("val", "validation", "valid", "validation", "acc", "accuracy");

  private OtherWords() {}

  /** A metric's name with its short words in full; empty if it has none. */
  static Optional<String> unabbreviated(String given) {
    String whole =
        Stream.of(given.toLowerCase(Locale.ROOT).split("[_/-]"))
            .map(word -> ABBREVIATED.getOrDefault(word, word))
            .collect(Collectors.joining("_"));
    return Optional.of(whole).filter(name -> !name.equals(given));
  }

  private static Map<String, List<String>> index() {
    Map<String, List<String>> ours = new HashMap<>();
    for (String[] words : WORDS) {
      for (int i = 1; i < words.length; i++) {
        ours.merge(words[i], List.of(words[0]), OtherWords::joined);
      }
    }
    return ours;
  }

  private static List<String> joined(List<String> some, List<String> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /**
   * Attune's name for a word.
   *
   * @param given the word, or a dotted key that ends in it
   * @param allowed the words allowed in its place
   * @return a clause; empty if the word is unknown elsewhere, or if no allowed word fits
   */
  static Optional<String> explain(String given, Collection<String> allowed) {
    String word = given.substring(given.lastIndexOf('.') + 1);
    String plain = word.toLowerCase(Locale.ROOT).replace('_', '-');
    Optional<String> named =
        OURS.getOrDefault(plain, List.of()).stream()
            .filter(ours -> allowed.contains(ours.replaceFirst("\\..*", "")))
            .findFirst()
            .map(ours -> "'%s' is called '%s' here".formatted(word, ours));
    return named
        .or(() -> Optional.ofNullable(OTHERWISE.get(plain)))
        .or(() -> JUDGING.contains(plain) && allowed.contains("below") ? WAY : Optional.empty());
  }
}
