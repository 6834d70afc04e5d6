package org.attune.sweeps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Numbers;
import org.attune.api.catalog.Spelling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestConfiguration {

  @ParameterizedTest
  @ValueSource(strings = {"1e-3", "0.001", ".001", "+1.0E-03", "0.0010"})
  void spellsEqualNumbersEqually(String given) {
    assertThat(of(Map.of("train.learning-rate", given)).hash()).isEqualTo(of(Map.of()).hash());
  }

  @Test
  void leavesOutParametersOfOptionsNotChosen() {
    assertThat(of(Map.of()).has("attention.query.fraction")).isFalse();
    assertThat(of(Map.of("attention.query", "split")).real("attention.query.fraction"))
        .isEqualTo(0.5);
  }

  @Test
  void readsBackFromItsRecord() {
    Configuration configuration = of(Map.of("attention.query", "split"));

    assertThat(new Configuration(configuration.values())).isEqualTo(configuration);
    assertThat(configuration.hash()).hasSize(64);
  }

  @Test
  void configurationsShareTheirTexts() {
    Configuration one = new Configuration(Map.of("a.b", text("1e-3"), "a.c", text("x")));
    Configuration other = new Configuration(Map.of(text("a.b"), text("1e-3"), "a.c", "y"));

    assertThat(other.text("a.b")).isSameAs(one.text("a.b"));
    assertThat(other.values().firstKey()).isSameAs(one.values().firstKey());
  }

  @Test
  void valuesAreASortedMapAsBefore() {
    SortedMap<String, String> values =
        new Configuration(Map.of("b", "2", "a", "1", "c", "3")).values();

    assertThat(values).isEqualTo(new TreeMap<>(values)).hasSize(3);
    assertThat(new TreeMap<>(values)).isEqualTo(values).hasSameHashCodeAs(values);
    assertThat(values.keySet()).containsExactly("a", "b", "c");
    assertThat(values.subMap("b", "c")).containsOnlyKeys("b");
    assertThat(values.headMap("b")).containsOnlyKeys("a");
    assertThat(values.tailMap("b")).containsOnlyKeys("b", "c");
    assertThat(values.lastKey()).isEqualTo("c");
    assertThat(values.get("d")).isNull();
    assertThatThrownBy(() -> values.put("d", "4"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> values.remove("a")).isInstanceOf(UnsupportedOperationException.class);
  }

  /** Another object, as a journal or a message has it. */
  private static String text(String equal) {
    return new String(equal);
  }

  @Test
  void namesAnUnknownParameter() {
    assertThatThrownBy(() -> of(Map.of("model.widht", "1")))
        .hasMessage("Unknown parameter 'model.widht'; did you mean 'model.width'?");
  }

  @Test
  void namesAValueThatIsNotAllowed() {
    assertThatThrownBy(() -> of(Map.of("model.width", "0")))
        .hasMessage("model.width: '0' must be a whole number from 1 to 65536");
  }

  @ParameterizedTest
  @CsvSource({
    "1e-8, 1e-8",
    "100000000, 1e8",
    "2.5e7, 2.5e7",
    "0.001, 0.001",
    "0, 0",
    "16384, 16384"
  })
  void theEndsOfARangeReadAsPeopleWriteThem(double number, String text) {
    assertThat(Domain.RealRange.closed(number, number).describe())
        .isEqualTo("a number from " + text + " to " + text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "-0.0, 0", "100, 100", "1e21, 1.0E21", "0.1, 0.1", "1e-7, 1.0E-7"})
  void writesANumberInOneWay(double number, String text) {
    assertThat(Numbers.canonical(number)).isEqualTo(text);
    assertThat(Double.parseDouble(text)).isEqualTo(number == 0 ? 0.0 : number);
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "inf", "0x10", "1_000", "1e", "", " 1", "1f", "1e99999"})
  void refusesWhatIsNoNumber(String text) {
    assertThat(Numbers.real(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "lerned, learned",
    "sofmax, softmax",
    "rdige, ridge",
    "sigma_ridge, sigma-ridge",
    "banana, ''"
  })
  void guessesTheWordThatWasMeant(String given, String meant) {
    assertThat(
            Spelling.nearest(given, List.of("learned", "softmax", "ridge", "sigma-ridge"))
                .orElse(""))
        .isEqualTo(meant);
  }

  private static Configuration of(Map<String, String> settings) {
    return Configuration.of(SampleCatalog.TREE, settings);
  }
}
