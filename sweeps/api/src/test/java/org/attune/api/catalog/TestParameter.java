package org.attune.api.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.attune.api.catalog.Parameter.Option;
import org.junit.jupiter.api.Test;

class TestParameter {

  private static final Parameter BETA = Parameter.real("opt.beta", "beta", 0, 1, 0.9, "decay");
  private static final List<Option> OPTIONS =
      List.of(Option.of("sgd", "plain", ""), Option.of("adam", "with moments", "Kingma", BETA));
  private static final Parameter CHOICE = Parameter.choice("opt", "opt", "updater", OPTIONS);

  @Test
  void anOptionBringsWhatItWasGivenAndTheOthersNothing() {
    assertThat(CHOICE.below("adam")).containsExactly(BETA);
    assertThat(CHOICE.below("sgd")).isEmpty();
    assertThat(BETA.below("0.9")).isEmpty();
  }

  @Test
  void whatSaysNoSourceHasThatOfWhatItHangsBelow() {
    Parameter sourced = CHOICE.sourced("practice");

    assertThat(sourced.source()).isEqualTo("practice");
    assertThat(sourced.options()).extracting(Option::source).containsExactly("practice", "Kingma");
    assertThat(sourced.options().get(1).parameters())
        .extracting(Parameter::source)
        .containsExactly("Kingma");
  }

  @Test
  void aChoiceHasOptionsAndNothingElseHas() {
    assertThat(BETA.options()).isEmpty();
    assertThatThrownBy(() -> of(new Domain.Choice(List.of("sgd")), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid parameter 'opt': a choice has options, and nothing else has");
    assertThatThrownBy(() -> of(new Domain.Flag(), OPTIONS))
        .hasMessage("Invalid parameter 'opt': a choice has options, and nothing else has");
  }

  private static Parameter of(Domain domain, List<Option> options) {
    return new Parameter("opt", "opt", domain, options, "sgd", "", "", Traits.NONE);
  }

  @Test
  void anOptionQuotedTogetherWithItsValueIsToldToStandInBraces() {
    Domain gates = new Domain.Choice(List.of("none", "formula"));

    assertThatThrownBy(() -> gates.canonical("formula: y * sigmoid(x)"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(
            "must be one of none, formula; an option and its value stand in braces:"
                + " {formula: \"...\"}");
    assertThatThrownBy(() -> gates.canonical("formla"))
        .hasMessageEndingWith("one of none, formula; did you mean 'formula'?");
  }
}
