package org.attune.sweeps.spec.form;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter.Option;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * How a value of the sweep file is written, declared once: the reader and the JSON Schema follow
 * from it.
 *
 * @param schema of the value
 * @param reading reads a value and reports what is wrong with it; empty if something is
 */
public record Form<T>(Map<String, Object> schema, Function<Given, Optional<T>> reading) {

  /** A text. */
  public static final Form<String> TEXT = new Form<>(JsonSchemas.TEXT, Given::text);

  /** A text that YAML may take for a number. */
  public static final Form<String> WORD =
      new Form<>(Map.of("type", List.of("string", "number")), Given::text);

  /** A text that YAML may take for a number or a flag. */
  public static final Form<String> SCALAR =
      new Form<>(Map.of("type", List.of("string", "number", "boolean")), Given::text);

  /** A mapping whose keys the catalog decides. */
  public static final Form<MappingNode> MAPPING =
      new Form<>(Map.of("type", "object"), Given::mapping);

  /**
   * A mapping whose keys the catalog decides.
   *
   * @param such an example, for messages
   */
  public static Form<MappingNode> mapping(String such) {
    return new Form<>(MAPPING.schema, given -> given.mapping(", such as " + such));
  }

  /** A time, such as {@code 1d12h}. */
  public static final Form<Duration> TIME =
      new Form<>(
          Map.of("type", "string", "pattern", "^(?=\\d)(\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?$"),
          Form::time);

  private static final Pattern PARTS_OF_TIME =
      Pattern.compile("(?:(\\d{1,4})d)?(?:(\\d{1,6})h)?(?:(\\d{1,8})m)?(?:(\\d{1,9})s)?");

  /** A value of a domain, in its canonical spelling. */
  public static Form<String> of(Domain domain) {
    return new Form<>(JsonSchemas.plain(domain), given -> given.text(domain));
  }

  /** A whole number in [min, max]. */
  public static Form<Integer> count(int min, int max) {
    return of(new Domain.IntegerRange(min, max)).map(Integer::valueOf);
  }

  /** A whole number in [min, max] that may exceed 32 bits. */
  public static Form<Long> integer(long min, long max) {
    return of(new Domain.IntegerRange(min, max)).map(Long::valueOf);
  }

  /** A number in [min, max]. */
  public static Form<Double> real(double min, double max) {
    return of(Domain.RealRange.closed(min, max)).map(Double::valueOf);
  }

  /** A constant of an enum, in lower case. */
  public static <E extends Enum<E>> Form<E> oneOf(Class<E> type) {
    return oneOf(type, "be ");
  }

  /**
   * A constant of an enum, in lower case.
   *
   * @param must what another word must do, for messages
   */
  public static <E extends Enum<E>> Form<E> oneOf(Class<E> type, String must) {
    List<E> constants = List.of(type.getEnumConstants());
    List<String> words = constants.stream().map(Option::word).toList();
    return oneOf(words, must).map(word -> constants.get(words.indexOf(word)));
  }

  /** One of some words. */
  public static Form<String> oneOf(List<String> words) {
    return oneOf(words, "be ");
  }

  private static Form<String> oneOf(List<String> words, String must) {
    return checked(
        Map.of("enum", words),
        words::contains,
        word ->
            "'%s' must %s%s%s%s"
                .formatted(
                    word,
                    must,
                    words.size() == 1 ? "" : "one of ",
                    ShortList.near(word, words, Listing.KEYS),
                    Spelling.hint(word, words)));
  }

  /**
   * A text of a pattern.
   *
   * @param must what it must be, for messages
   */
  public static Form<String> matching(String pattern, String must) {
    return checked(
        Map.of("type", List.of("string", "number"), "pattern", "^" + pattern + "$"),
        word -> word.matches(pattern),
        word -> "'" + word + "' must be " + must);
  }

  /**
   * A text.
   *
   * @param wrong what is wrong with a text that is not right
   */
  private static Form<String> checked(
      Map<String, Object> schema, Predicate<String> right, UnaryOperator<String> wrong) {
    return new Form<>(
        schema,
        given -> {
          Optional<String> text = given.text();
          text.filter(right.negate()).ifPresent(word -> given.refuse(wrong.apply(word)));
          return text.filter(right);
        });
  }

  /**
   * A list.
   *
   * @param such an example, for messages
   */
  public static Form<List<Given>> list(Form<?> item, String such) {
    return new Form<>(
        Map.of("type", "array", "items", item.schema),
        given -> {
          if (!(given.node() instanceof SequenceNode)) {
            return given.refuse("must be a list" + such + ", not " + given.kind());
          }
          return Optional.of(given.elements());
        });
  }

  /** A mapping whose keys the user chooses. */
  public static Form<List<Given.Member>> mapping(Form<?> values) {
    return new Form<>(
        Map.of("type", "object", "additionalProperties", values.schema),
        given -> given.mapping().map(mapping -> given.entries()));
  }

  /** A value in one of some forms, for a reader that knows which. */
  public static Form<Given> either(Form<?>... forms) {
    List<Map<String, Object>> schemas =
        Arrays.stream(forms).<Map<String, Object>>map(Form::schema).toList();
    return new Form<>(Map.of("anyOf", schemas), Optional::of);
  }

  /** This form, or another where the file has a mapping. */
  public Form<T> or(Form<T> mapping) {
    return new Form<>(
        either(this, mapping).schema,
        given -> (given.node() instanceof MappingNode ? mapping : this).in(given));
  }

  /** The same schema, for a reader that reads the value itself. */
  public Form<Given> raw() {
    return new Form<>(schema, Optional::of);
  }

  /** With a keyword of JSON Schema that the reader checks otherwise. */
  public Form<T> with(String keyword, Object value) {
    Map<String, Object> narrower = new LinkedHashMap<>(schema);
    narrower.put(keyword, value);
    return new Form<>(narrower, reading);
  }

  public <R> Form<R> map(Function<T, R> to) {
    return new Form<>(schema, given -> in(given).map(to));
  }

  /** Reads a value. */
  public Optional<T> in(Given given) {
    return reading.apply(given);
  }

  private static Optional<Duration> time(Given given) {
    Optional<String> text = given.text();
    Matcher parts = PARTS_OF_TIME.matcher(text.orElse(""));
    Optional<Duration> time =
        Optional.of(parts)
            .filter(Matcher::matches)
            .map(
                all ->
                    Duration.ofDays(number(all.group(1)))
                        .plusHours(number(all.group(2)))
                        .plusMinutes(number(all.group(3)))
                        .plusSeconds(number(all.group(4))))
            .filter(read -> !read.isZero());
    if (text.isPresent() && time.isEmpty()) {
      given.refuse(
          "'%s' must be a time above 0, such as 90s, 30m, 2h or 1d12h".formatted(text.get()));
    }
    return time;
  }

  private static long number(String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
