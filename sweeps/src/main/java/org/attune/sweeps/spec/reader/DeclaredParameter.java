package org.attune.sweeps.spec.reader;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Numbers;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Spelling;
import org.attune.sweeps.command.ValueType;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * Reads the declaration of one parameter of a program: {@code {real: [1e-5, 1], default: 1e-3}},
 * {@code {integer: [1, 8]}}, {@code {choice: [adam, sgd]}}, {@code {flag: false}} or {@code {text:
 * data.csv}}.
 */
final class DeclaredParameter {

  private static final Form<List<Given>> ENDS =
      Form.list(Form.WORD, "").with("minItems", 2).with("maxItems", 2);
  private static final Key<?> REAL = new Key<>("real", ENDS, "[least, most]");
  private static final Key<?> INTEGER = new Key<>("integer", ENDS, "[least, most]");
  private static final Key<?> CHOICE = new Key<>("choice", Form.list(Form.SCALAR, ""), "words");
  private static final Key<?> FLAG = new Key<>("flag", Form.of(new Domain.Flag()), "its default");
  private static final Key<?> TEXT = new Key<>("text", Form.SCALAR, "its default");
  private static final Key<String> DEFAULT =
      new Key<>("default", Form.SCALAR, "the value of a trial that sets none");

  /** In an identifier like 67217e15 the letter is one of its digits. */
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(0|[1-9]\\d*|(?=.*\\.)\\d+)?(\\.\\d*)?([eE][-+]\\d+)?");

  private static final List<Key<?>> KINDS = List.of(REAL, INTEGER, CHOICE, FLAG, TEXT);

  static final Form<Fields> FORM = Key.section(REAL, INTEGER, CHOICE, FLAG, TEXT, DEFAULT);

  private DeclaredParameter() {}

  static Optional<Parameter> read(Given.Member declared) {
    Given place = declared.name().as(declared.value().path());
    Set<String> names = Key.names(KINDS);
    List<Given.Member> kinds =
        declared.value().entries().stream()
            .filter(entry -> !entry.key().equals(DEFAULT.name()))
            .toList();
    if (kinds.size() != 1 || !names.contains(kinds.get(0).key())) {
      return (kinds.isEmpty() ? declared.value() : kinds.get(0).name().as(place.path()))
          .refuse(
              ("must say one of %s, and 'default' if need be, such as {real: [1e-5, 1], default:"
                      + " 1e-3}%s")
                  .formatted(
                      String.join(", ", names),
                      kinds.isEmpty() ? "" : Spelling.hint(kinds.get(0).key(), names)));
    }
    String kind = kinds.get(0).key();
    boolean byDefault = kind.equals(FLAG.name()) || kind.equals(TEXT.name());
    Given first = kinds.get(0).value();
    Optional<Given.Member> given = declared.value().entry(DEFAULT.name());
    Optional<Domain> domain = domain(kind, first.as(place.path()));
    if (given.isPresent() && byDefault) {
      return given
          .get()
          .name()
          .as(place.path())
          .refuse("'%s: VALUE' is its default already".formatted(kind));
    }
    return domain.flatMap(
        values -> {
          Given standard =
              given
                  .map(Given.Member::value)
                  .orElseGet(() -> byDefault ? first : first.elements().get(0));
          return standard
              .text()
              .flatMap(text -> standard.as(place.path()).canonical(values, text))
              .map(text -> parameter(declared.key(), values, text));
        });
  }

  /** The type of a parameter that could be read. */
  static ValueType type(Given.Member declared) {
    for (Given.Member entry : declared.value().entries()) {
      switch (entry.key()) {
        case "real":
          return ValueType.REAL;
        case "integer":
          return ValueType.INTEGER;
        case "flag":
          return ValueType.FLAG;
        case "choice":
          return ofChoice(entry.value().elements());
        default:
      }
    }
    return ValueType.TEXT;
  }

  /**
   * The type of a choice. Its words are texts, except where each is a number without quotes and no
   * two are the same number, or where each is true or false.
   */
  private static ValueType ofChoice(List<Given> elements) {
    List<String> words = elements.stream().flatMap(word -> word.text().stream()).toList();
    if (Set.of("true", "false").containsAll(words)) {
      return ValueType.FLAG;
    }
    if (!elements.stream().allMatch(DeclaredParameter::isNumber)
        || words.stream().map(Numbers::real).distinct().count() < words.size()) {
      return ValueType.TEXT;
    }
    return words.stream().allMatch(word -> word.matches("[-+]?\\d+"))
        ? ValueType.INTEGER
        : ValueType.REAL;
  }

  /** Whether YAML reads a scalar as a number; a text in quotes is none, and neither is 007. */
  private static boolean isNumber(Given word) {
    return word.node() instanceof ScalarNode scalar
        && scalar.isPlain()
        && NUMBER.matcher(scalar.getValue()).matches()
        && Numbers.real(scalar.getValue()).isPresent();
  }

  private static Parameter parameter(String key, Domain domain, String standard) {
    String column = key.replace('.', '_').replace('-', '_');
    return new Parameter(key, column, domain, standard, "", "");
  }

  private static Optional<Domain> domain(String kind, Given given) {
    return switch (kind) {
      case "real" ->
          ends(given, Numbers::real).map(ends -> Domain.RealRange.closed(ends.get(0), ends.get(1)));
      case "integer" ->
          ends(given, Numbers::integer)
              .map(ends -> new Domain.IntegerRange(ends.get(0), ends.get(1)));
      case "choice" -> choice(given);
      case "flag" -> Optional.of(new Domain.Flag());
      default -> Optional.of(new Domain.Text("(?s).+", "a text"));
    };
  }

  private static <T extends Comparable<T>> Optional<List<T>> ends(
      Given given, Function<String, Optional<T>> reading) {
    List<T> ends =
        given.elements().stream().flatMap(end -> end.text().flatMap(reading).stream()).toList();
    if (given.elements().size() != 2
        || ends.size() != 2
        || ends.get(0).compareTo(ends.get(1)) >= 0) {
      return given.refuse("must be [least, most], two numbers in rising order");
    }
    return Optional.of(ends);
  }

  private static Optional<Domain> choice(Given given) {
    List<String> names =
        given.elements().stream().flatMap(name -> name.text().stream()).distinct().toList();
    if (names.isEmpty() || names.size() != given.elements().size()) {
      return given.refuse("must be a list of different words, such as [adam, sgd]");
    }
    return Optional.of(new Domain.Choice(names));
  }
}
