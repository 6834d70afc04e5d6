package org.attune.api.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TestParameter {

  private static final Parameter BETA =
      new Parameter("opt.beta", "beta", new Domain.RealRange(0, 1, false), "0.9", "", "");
  private static final Parameter CHOICE =
      new Parameter(
          "opt",
          "opt",
          Domain.Choice.of(new Option("sgd", "", ""), new Option("adam", "", "")),
          "sgd",
          "",
          "");

  @Test
  void anOptionBringsWhatItWasGivenAndTheOthersNothing() {
    Parameter choice = CHOICE.with("adam", List.of(BETA));

    assertThat(choice.below("adam")).containsExactly(BETA);
    assertThat(choice.below("sgd")).isEmpty();
    assertThat(BETA.below("0.9")).isEmpty();
  }

  @Test
  void whatIsNoOptionBringsNothing() {
    assertThatThrownBy(() -> CHOICE.with("lion", List.of(BETA)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid catalog: 'opt' has no option 'lion' to bring parameters");
    assertThatThrownBy(() -> BETA.with("0.9", List.of(BETA)))
        .hasMessage("Invalid catalog: 'opt.beta' has no option '0.9' to bring parameters");
  }
}
