package org.attune.jobs.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestTextTable {

  private static final String[] HEADING = {"name", "n"};

  private static TextTable names(String... names) {
    return TextTable.of(
        HEADING, List.of(names).stream().map(name -> new String[] {name, "1"}).toList());
  }

  @Test
  void aCellIsOneLineAndMovesNoCursor() {
    assertThat(names("a\nb\tc", "\u001b[31mred", "\u202egpj", "\r").aligned())
        .isEqualTo(
            """
            name           n
            a\\nb\\tc        1
            \\u001b[31mred  1
            \\u202egpj      1
            \\r             1
            """);
  }

  @Test
  void wideCharactersTakeTwoColumnsAndAccentsNone() {
    assertThat(names("日本語", "abcdef", "e\u0301tude").aligned())
        .isEqualTo(
            """
            name    n
            日本語  1
            abcdef  1
            e\u0301tude   1
            """);
  }

  @Test
  void aLongCellIsCutBetweenCharactersNotInThem() {
    TextTable table =
        TextTable.of(
            new String[] {"id", "says"}, List.<String[]>of(new String[] {"1", "😀".repeat(9)}));

    assertThat(table.within(12)).isEqualTo("id  says\n 1  😀😀😀😀\n    😀😀😀😀\n    😀\n");
  }

  @Test
  void namesThatBeginWithDigitsAreNoNumbers() {
    for (String[] names :
        new String[][] {
          {"2-layer", "12-layer"}, {"4 heads", "16 heads"}, {"1e3-wide", "8x_slow"}
        }) {
      TextTable table = TextTable.of("cell", "loss").add(names[0], "1.5").add(names[1], "10.25");

      assertThat(table.markdown()).contains("| --- | ---: |");
      assertThat(table.aligned().lines().skip(1)).allMatch(line -> !line.startsWith(" "));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.676 ± 0.013",
        "-0.217 (-0.237 to 0.000)",
        "1E-5",
        "1.5e7",
        "12 %",
        "3ms",
        ".031"
      })
  void numbersWithTheirUnitsAndIntervalsAreNumbers(String number) {
    assertThat(TextTable.of("cell", "value").add("a", number).markdown()).contains("--- | ---: |");
  }

  @Test
  void aBarInMarkdownIsEscapedOnce() {
    assertThat(names("a|b", "a\\|b").markdown()).contains("| a\\|b | 1 |\n| a\\|b | 1 |");
  }
}
