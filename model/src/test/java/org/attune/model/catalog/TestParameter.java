package org.attune.model.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.attune.model.catalog.Parameter.Option;
import org.junit.jupiter.api.Test;

class TestParameter {

  private static final Parameter BETA = Parameter.real("opt.beta", "beta", 0, 1, 0.9, "decay");
  private static final List<Option> OPTIONS =
      List.of(Option.of("sgd", "plain", ""), Option.of("adam", "with moments", "Kingma", BETA));

  @Test
  void whatSaysNoSourceHasThatOfWhatItHangsBelow() {
    Parameter sourced = Parameter.choice("opt", "opt", "updater", OPTIONS).sourced("practice");

    assertThat(sourced.source()).isEqualTo("practice");
    assertThat(sourced.options()).extracting(Option::source).containsExactly("practice", "Kingma");
    assertThat(sourced.options().get(1).parameters())
        .extracting(Parameter::source)
        .containsExactly("Kingma");
  }

  @Test
  void aChoiceHasOptionsAndNothingElseHas() {
    assertThat(BETA.options()).isEmpty();
    assertThatThrownBy(
            () -> new Parameter("opt", "opt", new Domain.Choice(), List.of(), "", "", "", false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid parameter 'opt': a choice has options, and nothing else has");
    assertThatThrownBy(
            () -> new Parameter("opt", "opt", new Domain.Flag(), OPTIONS, "true", "", "", false))
        .hasMessage("Invalid parameter 'opt': a choice has options, and nothing else has");
  }
}
