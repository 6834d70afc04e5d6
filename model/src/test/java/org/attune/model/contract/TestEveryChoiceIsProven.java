package org.attune.model.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.ModelCatalog;
import org.junit.jupiter.api.Test;

/** What can be chosen about a model must be chosen in some case of the contract. */
class TestEveryChoiceIsProven {

  /** Sizes that every case sets, by its shape. */
  private static final Set<String> SIZES = Set.of("model.width", "model.heads");

  private static final List<Contract> CONTRACTS =
      List.of(
          new TestSourceParts(),
          new TestMessageParts(),
          new TestMapParts(),
          new TestFormulaParts(),
          new TestWeightParts(),
          new TestReadingParts(),
          new TestHeadNormParts(),
          new TestGateParts(),
          new TestPartsTogether(),
          new TestDecoders(),
          new TestSetNetworks(),
          new TestImageNetworks());

  private static final List<Case> CASES = CONTRACTS.stream().flatMap(Contract::cases).toList();

  @Test
  void everyOptionAndEverySettingHasACase() {
    Set<String> missing = new TreeSet<>();
    model().forEach(p -> missing.addAll(unproven(p)));

    assertThat(missing)
        .as(
            "add a case that has each of these to one of %s",
            CONTRACTS.stream().map(contract -> contract.getClass().getSimpleName()).toList())
        .isEmpty();
  }

  @Test
  void casesSetWhatThereIs() {
    Set<String> keys = model().map(Parameter::key).collect(Collectors.toSet());
    assertThat(keys)
        .containsAll(CASES.stream().flatMap(c -> c.settings().keySet().stream()).toList());
  }

  /** What about a model no case sets, or not to this. */
  private static Set<String> unproven(Parameter p) {
    Set<String> missing = new TreeSet<>();
    if (p.domain() instanceof Domain.Choice) {
      p.options().stream()
          .map(Option::name)
          .filter(name -> !name.equals(p.defaultValue()) && !isSet(p, name))
          .forEach(name -> missing.add(p.key() + ": " + name));
    } else if (!SIZES.contains(p.key()) && !isSetToAnother(p)) {
      missing.add(p.key() + ", to other than " + p.defaultValue());
    }
    return missing;
  }

  private static boolean isSet(Parameter p, String value) {
    return CASES.stream().anyMatch(c -> value.equals(c.settings().get(p.key())));
  }

  private static boolean isSetToAnother(Parameter p) {
    return CASES.stream()
        .map(c -> c.settings().get(p.key()))
        .anyMatch(value -> value != null && !value.equals(p.defaultValue()));
  }

  /** Everything about a model that can be set, at any depth. */
  private static Stream<Parameter> model() {
    return all(new ModelCatalog().parameters())
        .filter(p -> p.key().startsWith("model.") || p.key().startsWith("attention."));
  }

  private static Stream<Parameter> all(List<Parameter> parameters) {
    return parameters.stream()
        .flatMap(
            p ->
                Stream.concat(
                    Stream.of(p), p.options().stream().flatMap(o -> all(o.parameters()))));
  }
}
