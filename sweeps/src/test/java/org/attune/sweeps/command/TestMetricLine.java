package org.attune.sweeps.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestMetricLine {

  @Test
  void readsAStepAndNumbersAsPythonWritesThem() {
    assertThat(MetricLine.of("{\"step\": 100, \"loss\": 0.25, \"accuracy\": NaN}"))
        .isEqualTo(
            new MetricLine(OptionalLong.of(100), Map.of("loss", 0.25, "accuracy", Double.NaN)));
    assertThat(MetricLine.of("{\"loss\": -Infinity}"))
        .isEqualTo(new MetricLine(OptionalLong.empty(), Map.of("loss", Double.NEGATIVE_INFINITY)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'loss': 1}                | it is not JSON
          [1]                        | it is not a JSON object
          {"loss": "low"}            | 'loss' is not a number
          {"loss": {"a": 1}}         | 'loss' is not a number
          {"step": 1}                | it names no metric
          {"step": 1.5, "loss": 1}   | 'step' must be a whole number from 0
          {"Loss %": 1}              | 'Loss %' is not a valid name of a metric: a name has lower-case letters, digits and _, and begins with a letter; write 'loss'
          {"val/loss": 1}            | 'val/loss' is not a valid name of a metric: a name has lower-case letters, digits and _, and begins with a letter; write 'val_loss'
          {"1": 1}                   | '1' is not a valid name of a metric: a name has lower-case letters, digits and _, and begins with a letter
          {"loss": 1                 | it is not JSON
          {"loss": 1} and more       | it is not JSON
          {"loss": 1} {"loss": 2}    | something follows the object
          """)
  void saysWhatIsWrong(String line, String why) {
    assertThatThrownBy(() -> MetricLine.of(line)).hasMessage(why);
  }
}
