package org.attune.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.univocity.parsers.csv.CsvWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No field is a formula, whichever sign a spreadsheet splits lines at. */
class TestCsvTable {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "=1+1|'=1+1",
        "x;=1+1|x;'=1+1",
        "x;-2+3;@SUM(1)|x;'-2+3;'@SUM(1)",
        "1;-2;+3e-4|1;-2;+3e-4",
        "\uff1dcmd()|'\uff1dcmd()",
        "a=b;c-d|a=b;c-d",
        "-0.5|-0.5",
        "$1;=$2|$1;'=$2"
      })
  void noPartIsAFormula(String field, String safe) {
    assertThat(CsvTable.safe(field)).isEqualTo(safe);
  }

  @Test
  void noLineOfAFieldIsAFormula() {
    assertThat(CsvTable.safe("a\n=1+1\t+cmd()")).isEqualTo("a\n'=1+1\t'+cmd()");
    assertThat(CsvTable.safe("\n=1+1")).isEqualTo("'\n'=1+1");
  }

  @Test
  void aFieldWithASemicolonOrATabIsInQuotes() {
    StringWriter text = new StringWriter();
    CsvWriter writer = new CsvWriter(text, CsvTable.settings());
    writer.writeRow("x;y", "a\tb", "plain");
    writer.close();

    assertThat(text).hasToString("\"x;y\",\"a\tb\",plain\n");
  }
}
