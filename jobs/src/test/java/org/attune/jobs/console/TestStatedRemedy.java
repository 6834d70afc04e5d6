package org.attune.jobs.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A fix is an input, or something to do; what is allowed is no fix. */
class TestStatedRemedy {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Invalid kind 'axs'; it must be one of axes, tasks, methods|axes",
        "Invalid kind 'zzzzzz'; it must be one of axes, tasks, methods|",
        "'lr' is unknown; 'lr' is called 'train.learning-rate' here|train.learning-rate",
        "There is no 'statu'; did you mean 'status'?|status",
        "There is no argument 'x'; the tool takes: none|",
        "there is no cell 'lerned'; the cells are none, learned|learned",
        "'better' must be one of above, below, near; say 'below' where the metric is to be lower|say 'below' where the metric is to be lower",
        "Invalid wait 9; it has to be 0 to 5|",
        "The sweep has 160 trials; propose a smaller one.|propose a smaller one",
      })
  void aFixIsSomethingToDo(String message, String fix) {
    assertThat(StatedRemedy.fix(message).orElse(null)).isEqualTo(fix);
  }
}
