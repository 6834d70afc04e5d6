package org.attune.model.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestLayerSet {

  private static final Parameter LAYERS = LayerSet.parameter("attention.gate", "gate");

  @ParameterizedTest
  @CsvSource({
    "all, 0 1 2 3 4 5 6",
    "first, 0",
    "last, 6",
    "every 3, 0 3 6",
    "every 4 from 2, 2 6",
    "every 1 from 5, 5 6",
    "0+3+12, 0 3",
    "2, 2"
  })
  void ofSevenLayers(String text, String expected) {
    LayerSet set = LayerSet.of(new Configuration(Map.of(LAYERS.key(), text)).text(LAYERS));

    List<String> has =
        IntStream.range(0, 7).filter(l -> set.has(l, 7)).mapToObj(Integer::toString).toList();

    assertThat(String.join(" ", has)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "all, none",
    "last, none",
    "every 9, none",
    "every 2 from 7, 7",
    "6, none",
    "6+9+7, 7"
  })
  void namesTheFirstLayerThatSevenLack(String text, String expected) {
    OptionalInt beyond = LayerSet.of(text).beyond(7);

    assertThat(beyond.isPresent() ? "" + beyond.getAsInt() : "none").isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "none", "every", "every 0", "every 4 from", "1,2", "1+", "-1", "All"})
  void whatIsWrittenOtherwiseIsRefused(String text) {
    Configuration settings = new Configuration(Map.of(LAYERS.key(), text));

    assertThatThrownBy(() -> settings.text(LAYERS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "attention.gate.layers: '%s' must be all, first, last, every 4, every 4 from 2 or a"
                + " list such as 0+3+5",
            text);
  }
}
