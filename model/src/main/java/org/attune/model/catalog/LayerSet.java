package org.attune.model.catalog;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;

/**
 * Some layers of a network, counted from 0: {@code all}, {@code first}, {@code last}, {@code every
 * 4 from 2} (from 0 by default), or a list such as {@code 0+3+5}.
 */
public sealed interface LayerSet {

  /** The notation, as a regular expression. */
  String PATTERN =
      "all|first|last|every [1-9][0-9]{0,2}( from [0-9]{1,3})?|[0-9]{1,3}(\\+[0-9]{1,3})*";

  /** The notation in words, to follow "must be". */
  String ALLOWED = "all, first, last, every 4, every 4 from 2 or a list such as 0+3+5";

  /** The last layer of any network. */
  record Last() implements LayerSet {
    @Override
    public boolean has(int layer, int layers) {
      return layer == layers - 1;
    }

    @Override
    public OptionalInt beyond(int layers) {
      return OptionalInt.empty();
    }
  }

  /** {@code from, from + step, from + 2 step, ...}. */
  record Every(int step, int from) implements LayerSet {
    @Override
    public boolean has(int layer, int layers) {
      return layer >= from && (layer - from) % step == 0;
    }

    @Override
    public OptionalInt beyond(int layers) {
      return from < layers ? OptionalInt.empty() : OptionalInt.of(from);
    }
  }

  /** The listed layers. */
  record Listed(Set<Integer> numbers) implements LayerSet {
    @Override
    public boolean has(int layer, int layers) {
      return numbers.contains(layer);
    }

    @Override
    public OptionalInt beyond(int layers) {
      return numbers.stream().mapToInt(n -> n).filter(n -> n >= layers).min();
    }
  }

  /**
   * Returns the parameter for the layers that have the part chosen on an axis. Other layers have
   * the axis's default.
   */
  static Parameter parameter(String axis, String column) {
    return new Parameter(
        axis + ".layers",
        column + "_layers",
        new Domain.Text(PATTERN, ALLOWED),
        "all",
        "the layers that have it, counted from 0; the others are as by default",
        "");
  }

  /** Whether a layer belongs to the set, in a network with this number of layers. */
  boolean has(int layer, int layers);

  /** The first layer of the set that a network with this number of layers does not have. */
  OptionalInt beyond(int layers);

  /**
   * Parses a layer set.
   *
   * @throws IllegalArgumentException if the text does not match the notation
   */
  static LayerSet of(String text) {
    if (!text.matches(PATTERN)) {
      throw new IllegalArgumentException("'%s' (%s)".formatted(text, ALLOWED));
    }
    Matcher every = Pattern.compile("every (\\d+)(?: from (\\d+))?").matcher(text);
    if (every.matches()) {
      String from = every.group(2);
      return new Every(Integer.parseInt(every.group(1)), from == null ? 0 : Integer.parseInt(from));
    }
    return switch (text) {
      case "all" -> new Every(1, 0);
      case "first" -> new Listed(Set.of(0));
      case "last" -> new Last();
      default ->
          new Listed(
              Arrays.stream(text.split("\\+"))
                  .map(Integer::valueOf)
                  .collect(Collectors.toUnmodifiableSet()));
    };
  }
}
