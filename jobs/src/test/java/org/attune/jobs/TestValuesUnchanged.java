package org.attune.jobs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.attune.api.catalog.Numbers;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * 1,000 random words and numbers, 250 in each locale, reach a program by each way, and come back in
 * each table, as they were written, in exported Parquet too. A locale that is not installed counts
 * as ASCII. Turkish has a decimal comma as German has, and letters in UTF-8, so these two are for
 * the soak.
 */
class TestValuesUnchanged {

  private static final int CELLS = 5;
  private static final int PARAMETERS = 50;
  private static final String[] KINDS = {"real", "integer", "choice", "text", "flag"};

  /** Without those that begin a formula: CSV writes an apostrophe before these. */
  private static final String LETTERS = "aZ09 .,;:'\"`$\\|<>()[]{}#%&*!?/~^_ßéñıİşğ東🙂€\t\n";

  private static final List<String> WORDS =
      List.of(
          "1.10",
          "1.1",
          "007",
          "67217e15",
          "1e3",
          "true",
          "no",
          "null",
          "~",
          "NaN",
          "0x1F",
          "1_000",
          "İstanbul",
          "ılık",
          "Straße",
          "1,5",
          "{seed}",
          "a ",
          " a",
          "''",
          "\\n");

  @TempDir private Path folder;

  @BeforeAll
  static void requirePython() {
    boolean python =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(entry -> Files.isExecutable(Path.of(entry, "python3")));
    assumeTrue(python, "no python3 on the PATH");
  }

  @ParameterizedTest
  @CsvSource({"C, en, US", "tr_TR.UTF-8, tr, TR"})
  void everyValueIsWhatWasWritten(String locale, String language, String country) throws Exception {
    requireUnchanged(locale, language, country);
  }

  @Tag("soak")
  @ParameterizedTest
  @CsvSource({"C.UTF-8, en, US", "de_DE.UTF-8, de, DE"})
  void soItIsInOtherLocales(String locale, String language, String country) throws Exception {
    requireUnchanged(locale, language, country);
  }

  private void requireUnchanged(String locale, String language, String country) throws Exception {
    List<TreeMap<String, String>> cells = cells(new SplittableRandom(locale.hashCode()));
    Path results = folder.resolve("results");
    Path spec = declare(cells);

    run(locale, language, country, "run", spec, "--out", results);

    SweepView sweep = Sweeps.read(results.toString());
    assertThat(sweep.trials()).hasSize(CELLS);
    for (TrialStatus trial : sweep.trials()) {
      Map<String, String> cell = cells.get(trial.trial().index());
      assertThat(own(trial.trial().configuration().values())).as("row").isEqualTo(cell);
      seenByTheProgram(cell, trial);
    }
    inTheTables(cells, results);
    String trial = sweep.trials().get(0).trial().id();
    assertThat(Printed.attune("rerun", results, "--trial", trial, "--yes"))
        .endsWith("the same digits\n");
  }

  private void seenByTheProgram(Map<String, String> cell, TrialStatus trial) throws Exception {
    JsonNode seen =
        new ObjectMapper().readTree(folder.resolve(trial.trial().id() + ".json").toFile());
    cell.forEach(
        (key, value) -> {
          String kind = kind(key);
          JsonNode at = seen.get(key);
          assertThat(at.get("argument").textValue()).as("argument").isEqualTo(value);
          assertThat(at.get("variable").textValue()).as("variable").isEqualTo(value);
          for (String way : new String[] {"config", "helper"}) {
            JsonNode typed = at.get(way);
            assertThat(typed.isTextual()).isEqualTo(kind.equals("choice") || kind.equals("text"));
            assertThat(typed.isBoolean()).isEqualTo(kind.equals("flag"));
            assertThat(typed.isIntegralNumber()).isEqualTo(kind.equals("integer"));
            if (kind.equals("real")) {
              assertThat(typed.doubleValue()).isEqualTo(Double.parseDouble(value));
              assertThat(trial.attempt().orElseThrow().metrics().get("m_" + key))
                  .as("report")
                  .isEqualTo(Double.parseDouble(value));
            } else {
              assertThat(typed.asText()).as(way).isEqualTo(value);
            }
          }
        });
  }

  /**
   * As SQL answers, as Parquet and as CSV, from the results that an ASCII process may have left.
   */
  private void inTheTables(List<TreeMap<String, String>> cells, Path results) throws Exception {
    String query = "select * from results order by cell";
    JsonNode rows =
        new ObjectMapper()
            .readTree(Printed.attune("sql", "--out", results, "--format", "json", query));
    CsvParserSettings settings = new CsvParserSettings();
    settings.setMaxColumns(1_000);
    settings.setIgnoreLeadingWhitespaces(false);
    settings.setIgnoreTrailingWhitespaces(false);
    settings.setNormalizeLineEndingsWithinQuotes(false);
    List<String[]> csv =
        new CsvParser(settings)
            .parseAll(
                new StringReader(
                    Printed.attune("sql", "--out", results, "--format", "csv", query)));
    List<String> heading = List.of(csv.get(0));
    Path clean = folder.resolve("clean");
    Printed.attune("export", results, "--format", "parquet", "--to", clean);
    Map<String, Group> parquet = rows(clean.resolve("results.parquet"));
    for (int i = 0; i < CELLS; i++) {
      for (Map.Entry<String, String> value : cells.get(i).entrySet()) {
        String key = value.getKey();
        same(key, value.getValue(), rows.get(i).get(key).asText());
        Group row = parquet.get("cell" + i);
        same(key, value.getValue(), row.getValueToString(row.getType().getFieldIndex(key), 0));
        String field = csv.get(i + 1)[heading.indexOf(key)];
        boolean marked = value.getValue().matches("(?s)[\t\r\n].*"); // as a formula may begin
        same(key, value.getValue(), marked ? field.substring(1) : field);
      }
    }
  }

  /** The rows of a Parquet file by their cell, as any program reads them. */
  private static Map<String, Group> rows(Path parquet) throws IOException {
    Map<String, Group> rows = new TreeMap<>();
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(parquet.toUri());
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), file).build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        rows.put(row.getString("cell", 0), row);
      }
    }
    return rows;
  }

  private static void same(String key, String written, String read) {
    if (kind(key).equals("real")) {
      assertThat(Double.parseDouble(read)).isEqualTo(Double.parseDouble(written));
    } else {
      assertThat(read).as(key).isEqualTo(written);
    }
  }

  private void run(String locale, String language, String country, Object... arguments)
      throws Exception {
    List<String> words =
        new ArrayList<>(Launched.attuneWords(Path.of(System.getProperty("java.home"))));
    words.add(1, "-Duser.language=" + language);
    words.add(1, "-Duser.country=" + country);
    for (Object argument : arguments) {
      words.add(argument.toString());
    }
    Path printed = folder.resolve("printed");
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
    builder.environment().put("LC_ALL", locale);
    assertThat(builder.start().waitFor()).as(() -> text(printed)).isZero();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, ISO_8859_1);
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }

  private static Map<String, String> own(Map<String, String> configuration) {
    Map<String, String> own = new TreeMap<>(configuration);
    own.keySet().removeIf(key -> !key.matches("p\\d+"));
    return own;
  }

  private static String kind(String key) {
    return KINDS[Integer.parseInt(key.substring(1)) % KINDS.length];
  }

  /** The sweep file and the program; YAML reads the texts of JSON. */
  private Path declare(List<TreeMap<String, String>> cells) throws Exception {
    Files.writeString(folder.resolve("attune.py"), Printed.attune("python"));
    Files.writeString(
        folder.resolve("train.py"),
        """
        import json, os, sys
        import attune
        config = json.load(open(os.environ["ATTUNE_CONFIG"], encoding="utf-8"))["parameters"]
        helper = attune.params()
        seen = {}
        for i, key in enumerate(sys.argv[1].split(",")):
            seen[key] = {
                "argument": os.fsencode(sys.argv[2 + i]).decode("utf-8"),
                "variable": os.environb[b"ATTUNE_PARAM_" + key.upper().encode()].decode("utf-8"),
                "config": config[key],
                "helper": helper[key],
            }
        with open(os.environ["ATTUNE_TRIAL"] + ".json", "w", encoding="utf-8") as file:
            json.dump(seen, file)
        attune.report(1, **{"m_" + k: v for k, v in helper.items() if type(v) is float})
        """);
    ObjectMapper json = new ObjectMapper();
    List<String> keys = List.copyOf(cells.get(0).keySet());
    Map<String, Object> parameters = new TreeMap<>();
    Map<String, Object> metrics = new TreeMap<>();
    for (String key : keys) {
      List<String> values = cells.stream().map(cell -> cell.get(key)).distinct().toList();
      parameters.put(
          key,
          switch (kind(key)) {
            case "real" -> Map.of("real", List.of("-1e300", "1e300"), "default", "0.5");
            case "integer" ->
                Map.of("integer", List.of("-9223372036854775807", "9223372036854775807"));
            case "choice" -> Map.of("choice", values);
            case "text" -> Map.of("text", "default");
            default -> Map.of("flag", "false");
          });
      if (kind(key).equals("real")) {
        metrics.put("m_" + key, "lower");
      }
    }
    Map<String, Object> named = new TreeMap<>();
    for (int i = 0; i < CELLS; i++) {
      named.put("cell" + i, cells.get(i));
    }
    String arguments = String.join(" ", keys.stream().map(key -> "{%s}".formatted(key)).toList());
    Map<String, Object> command = new HashMap<>();
    command.put("run", "python3 train.py " + String.join(",", keys) + " " + arguments);
    command.put("folder", folder.toString());
    command.put("parameters", parameters);
    command.put("metrics", metrics);
    Map<String, Object> file = new TreeMap<>();
    file.put("sweep", "values");
    file.put("task", Map.of("command", command));
    file.put("cells", named);
    file.put("objective", Map.of("metric", metrics.keySet().iterator().next(), "goal", "minimize"));
    return Files.write(
        folder.resolve("values.yaml"), json.writeValueAsString(file).getBytes(UTF_8));
  }

  private static List<TreeMap<String, String>> cells(SplittableRandom random) {
    List<TreeMap<String, String>> cells = new ArrayList<>();
    for (int i = 0; i < CELLS; i++) {
      TreeMap<String, String> cell = new TreeMap<>();
      for (int p = 0; p < PARAMETERS; p++) {
        String key = "p" + (100 + p);
        cell.put(
            key,
            switch (kind(key)) {
              case "real" -> real(random);
              case "integer" -> Long.toString(random.nextLong() >> random.nextInt(64));
              case "flag" -> Boolean.toString(random.nextBoolean());
              default -> word(random);
            });
      }
      cells.add(cell);
    }
    return cells;
  }

  /** In the form that Attune keeps, so that texts may be compared. */
  private static String real(SplittableRandom random) {
    double number = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-20, 20));
    return Numbers.canonical(number);
  }

  private static String word(SplittableRandom random) {
    if (random.nextInt(4) == 0) {
      return WORDS.get(random.nextInt(WORDS.size()));
    }
    int[] letters = LETTERS.codePoints().toArray();
    StringBuilder word = new StringBuilder();
    for (int i = 1 + random.nextInt(12); i > 0; i--) {
      word.appendCodePoint(letters[random.nextInt(letters.length)]);
    }
    return word.toString();
  }
}
