package org.attune.api.catalog;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.api.catalog.Parameter.Option;

/**
 * A choice whose options are an enum's constants: {@code ONE_BIT} is {@code one-bit} in a sweep
 * file.
 *
 * <pre>{@code
 * enum Grain { ELEMENTWISE, HEADWISE }
 *
 * Choice<Grain> grain =
 *     Choice.of(
 *         Grain.class,
 *         "attention.gate.grain",
 *         "gate_grain",
 *         "what one score opens",
 *         List.of(
 *             Option.of(Grain.ELEMENTWISE, "a number of a head", "arXiv 2505.06708"),
 *             Option.of(Grain.HEADWISE, "a whole head", "arXiv 2505.06708")));
 * new Configuration(Map.of("attention.gate.grain", "headwise")).choice(grain); // HEADWISE
 * }</pre>
 *
 * @param type the enum
 * @param parameter what a sweep file can set
 */
public record Choice<E extends Enum<E>>(Class<E> type, Parameter parameter) {

  public Choice {
    Set<String> words =
        Arrays.stream(type.getEnumConstants()).map(Option::word).collect(Collectors.toSet());
    List<String> names = parameter.options().stream().map(Option::name).toList();
    if (names.size() != words.size() || !words.equals(Set.copyOf(names))) {
      throw new IllegalArgumentException(
          "Invalid choice '%s': its options are %s, and the constants of %s are %s"
              .formatted(parameter.key(), names, type.getSimpleName(), words));
    }
  }

  /** A choice among an enum's constants; the first option is the default. */
  public static <E extends Enum<E>> Choice<E> of(
      Class<E> type, String key, String column, String describes, List<Option> options) {
    return new Choice<>(type, Parameter.choice(key, column, describes, options));
  }

  /** The key in a sweep file. */
  public String key() {
    return parameter.key();
  }

  /** This choice with names that other tools have for it. */
  public Choice<E> alsoCalled(String... words) {
    return new Choice<>(type, parameter.alsoCalled(words));
  }

  /** This choice marked as {@link Traits#quiet}, for one added after trials were recorded. */
  public Choice<E> added() {
    return new Choice<>(type, parameter.added());
  }

  /** The constant that an option's name stands for. */
  E constant(String name) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> Option.word(constant).equals(name))
        .findFirst()
        .orElseThrow();
  }
}
