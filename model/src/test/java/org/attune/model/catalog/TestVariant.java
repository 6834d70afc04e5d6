package org.attune.model.catalog;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.junit.jupiter.api.Test;

/** What a registry line of a jar must have. */
class TestVariant {

  private static final Option OPTION = Option.of("tempered", "", "");

  @Test
  void aFactoryThatReturnsNullIsNamedWithItsClass() {
    List<Variant<Object>> variants = List.of(new Variant<>(OPTION, settings -> null));
    Parameter axis = Variant.axis("gate", "gate", "", variants);

    assertThatThrownBy(() -> Variant.chosen(axis, variants, new Configuration(Map.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            TestVariant.class.getName(), ": the factory of 'tempered' returned null");
  }

  @Test
  void aLineWithoutOptionOrFactoryIsRefused() {
    assertThatThrownBy(() -> new Variant<>(null, settings -> ""))
        .hasMessage("A variant has null for its option or its factory");
    assertThatThrownBy(() -> new Variant<>(OPTION, null))
        .hasMessage("A variant has null for its option or its factory");
  }
}
