package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Numbers;
import org.attune.jobs.report.ReproductionJson;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.verdict.Reproduction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cells whose values are easily taken for each other, in everything that names or groups cells. */
class TestAlikeCells {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private static String file(String values, int seeds) {
    return """
    sweep: alike
    task:
      command:
        run: "echo {x}"
        parameters: {x: %s}
        metrics: {loss: lower}
    axes: {x: %s}
    replicates: %d
    objective: {metric: loss, goal: minimize}
    """
        .formatted(
            values.startsWith("[") ? "{choice: " + values + "}" : "{real: [0, 1e9]}",
            values.startsWith("[") ? values : "[" + values + "]",
            seeds);
  }

  private static AxisCatalog catalog(String file) throws Exception {
    return SpecFile.command("alike.yaml", file).orElseThrow().catalog();
  }

  private RecordedSweep record(String file, long trials) throws Exception {
    AxisCatalog catalog = catalog(file);
    SweepSpec spec = SpecFile.read("alike.yaml", file, Map.of(), catalog);
    SweepHeader header =
        SpecHeader.of(spec, trials, 1, Map.of())
            .declaredBy(catalog.tree())
            .reporting(catalog.metrics(spec.base()));
    return RecordedSweep.in(folder.resolve("alike"), header);
  }

  /** Words that look like one number are three cells, and the best is not the control's twin. */
  @Test
  void eachIsComparedWithTheRealControl() throws Exception {
    compare(
        file("[\"20240101\", \"20240102\", \"20250101\"]", 6), "20240101", "20240102", "20250101");
  }

  @Test
  void versionsAreComparedAsTheyWereTyped() throws Exception {
    compare(file("[\"1.10\", \"1.1\", \"1.2\"]", 6), "1.10", "1.1", "1.2");
  }

  @Test
  void numbersThatDifferAfterTheSixthDigitAreCompared() throws Exception {
    compare(file("1000.1234, 1000.1235, 1000.2", 6), "1000.1234", "1000.1235", "1000.2");
  }

  private void compare(String axes, String... values) throws Exception {
    String file = axes + claims(values);
    Map<String, Double> losses = Map.of(values[0], 2.0, values[1], 1.0, values[2], 1.4);
    Random random = new Random(1);
    Space cells =
        SpecFile.read("alike.yaml", file, Map.of(), catalog(file)).space(catalog(file).tree());
    try (RecordedSweep sweep = record(file, 18)) {
      for (int seed = 0; seed < 6; seed++) {
        for (int i = 0; i < values.length; i++) {
          double loss = losses.get(values[i]) + .05 * random.nextGaussian();
          sweep.finished(cells.cell(i).values(), seed, Map.of("loss", loss));
        }
      }
      sweep.completed().published();
    }
    Path results = folder.resolve("alike");

    JsonNode pairs = JSON.readTree(Printed.attune("analyze", results, "--json")).path("pairs");
    assertThat(pairs.findValuesAsText("cell")).contains("x=" + values[1], "x=" + values[2]);
    assertThat(Printed.attune("analyze", results))
        .contains("x=" + values[2])
        .containsPattern("x=%s +x=%s +-0\\.6.* better".formatted(values[2], values[0]));
    assertThat(
            Printed.attune(
                "sql",
                "--out",
                results,
                "--format",
                "csv",
                "select cell, avg(loss) from results group by cell"))
        .hasLineCount(4);
    requireVerdicts(file, values);
    String[] shown = Printed.attune("best", results).split("\n");
    assertThat(shown[0]).contains("x=" + values[1]);
    assertThat(Printed.attune("report", results, "--to", folder.resolve("report.html")))
        .isNotNull();
    new SpecCopy(file, Map.of()).write(new LocalStorage(results));
    Path confirm = folder.resolve("confirm.yaml");
    Printed.attune("best", results, "--confirm", 2, "--to", confirm);
    assertThat(Files.readString(confirm)).contains(values[1], values[2]);
    Printed.attune("validate", confirm);
    for (String value : values) {
      assertThat(Files.readString(folder.resolve("report.html"))).contains("x=" + value);
      for (String format : List.of("csv", "markdown", "latex")) {
        assertThat(Printed.attune("export", results, "--format", format)).contains(value);
      }
    }
  }

  /** Each pair of cells in both directions, by the value alone and by a name as in tables. */
  private static String claims(String... values) {
    StringBuilder claims = new StringBuilder("claims:\n");
    for (String own : values) {
      for (String other : values) {
        if (!own.equals(other)) {
          claims.append(
              "  - {says: lower, cell: \"x=%s\", is: below, of: \"x=%s\"}\n".formatted(own, other));
        }
      }
    }
    return claims.toString();
  }

  /** The second value is the best, the first the worst: each claim has the verdict of its pair. */
  private void requireVerdicts(String file, String... values) throws Exception {
    AxisCatalog catalog = catalog(file);
    SweepSpec spec = SpecFile.read("alike.yaml", file, Map.of(), catalog);
    Reproduction judged =
        Reproduction.of(spec, Sweeps.read(folder.resolve("alike").toString()), catalog);
    List<String> ranking = List.of(values[1], values[2], values[0]);

    assertThat(judged.findings())
        .hasSize(6)
        .allSatisfy(
            finding -> {
              String own = finding.claim().subject().cell().text("x");
              Reference.OfCell other = (Reference.OfCell) finding.claim().reference();
              boolean holds =
                  ranking.indexOf(own) < ranking.indexOf(other.measure().cell().text("x"));
              assertThat(finding.verdict())
                  .as("%s below %s", own, other.measure().label())
                  .isEqualTo(holds ? ClaimVerdict.REPRODUCED : ClaimVerdict.OPPOSITE);
            });
    assertThat(judged.rows().stream().map(row -> row.label().replace("x=", "") + " " + mean(row)))
        .containsExactly(values[0] + " 2.0", values[1] + " 1.0", values[2] + " 1.4");
    assertThat(ReproductionJson.of(judged).toString()).contains(values);
  }

  private static String mean(Reproduction.Row row) {
    return "%.1f".formatted(row.entries().get(0).ours().mean());
  }

  @Test
  void wordsThatDifferInBlanksCanBeToldApartAndConfirmed() throws Exception {
    String file = file("[\"ab\", \"ab \", \"c\"]", 6);
    try (RecordedSweep sweep = record(file, 18)) {
      for (int seed = 0; seed < 6; seed++) {
        double noise = .01 * seed;
        sweep.finished(Map.of("x", "ab"), seed, Map.of("loss", 2 + noise * noise));
        sweep.finished(Map.of("x", "ab "), seed, Map.of("loss", 1 + noise));
        sweep.finished(Map.of("x", "c"), seed, Map.of("loss", 1.4 + noise * noise * noise));
      }
      sweep.completed().published();
    }
    Path results = folder.resolve("alike");
    new SpecCopy(file, Map.of()).write(new LocalStorage(results));
    Path confirm = folder.resolve("confirm.yaml");
    Printed.attune("best", results, "--confirm", 2, "--to", confirm);

    assertThat(Printed.attune("best", results)).startsWith("x=\"ab\\u0020\"");
    assertThat(Printed.attune("analyze", results))
        .containsPattern("x=\"ab\\\\u0020\" +x=ab +-0\\.976.* better");
    Printed.attune("validate", confirm);
  }

  /** A word that looks like a number is a level of its own, and no number of an axis. */
  @Test
  void wordsThatLookLikeNumbersAreAnalysedAsWords() throws Exception {
    double[] losses = {3, 1, 4, 1.5, 5, .9, 2.6, 5.3, .5};
    List<String> shares = new ArrayList<>();
    for (String words : List.of("123456789", "abcdefghi")) {
      String values =
          words
              .chars()
              .mapToObj(c -> "\"" + (char) c + "\"")
              .collect(Collectors.joining(", ", "[", "]"));
      Random random = new Random(2);
      folder = Files.createTempDirectory(folder, words);
      try (RecordedSweep sweep = record(file(values, 3), 27)) {
        for (int seed = 0; seed < 3; seed++) {
          for (int i = 0; i < losses.length; i++) {
            double loss = losses[i] + .05 * random.nextGaussian();
            sweep.finished(Map.of("x", words.substring(i, i + 1)), seed, Map.of("loss", loss));
          }
        }
        sweep.completed().published();
      }
      JsonNode effects =
          JSON.readTree(Printed.attune("analyze", folder.resolve("alike"), "--json"))
              .path("effects");
      shares.add(
          "%s %.4f"
              .formatted(
                  effects.get(0).path("p").asText(), effects.get(0).path("share").asDouble()));
    }
    assertThat(shares.get(0)).isEqualTo(shares.get(1));
  }

  /** Two words that differ late, in case, in white space, or only as words. */
  private static List<String> pair(Random random) {
    long number = 1_000_000L + random.nextInt(1_000_000_000);
    String word = Long.toString(number, 36) + "x";
    return switch (random.nextInt(6)) {
      case 0 -> List.of(String.valueOf(number), String.valueOf(number + 1));
      case 1 -> List.of(word, word.toUpperCase(Locale.ROOT));
      case 2 -> List.of(word + " a", word + "  a");
      case 3 -> List.of(number + ".0", number + ".00");
      case 4 -> List.of("0" + number, number + ".");
      default -> List.of(number + "e3", number + "000");
    };
  }

  @Test
  void noTwoWordsOrNumbersShareANameAnywhere() throws Exception {
    requireApartEverywhere(60);
  }

  @Test
  @Tag("soak")
  void noTwoOfAThousandWordsOrNumbersShareANameAnywhere() throws Exception {
    requireApartEverywhere(500);
  }

  /**
   * Each value is told from all others in all that a command prints, writes or plots.
   *
   * @param pairs of alike words, and as many of neighbouring numbers
   */
  private void requireApartEverywhere(int pairs) throws Exception {
    Set<String> words = new LinkedHashSet<>();
    Set<String> numbers = new LinkedHashSet<>();
    Random random = new Random(3);
    while (words.size() < 2 * pairs) {
      words.addAll(pair(random));
    }
    while (numbers.size() < 2 * pairs) {
      double value = 1e8 * random.nextDouble();
      numbers.addAll(List.of(Numbers.canonical(value), Numbers.canonical(Math.nextUp(value))));
    }
    String choice = JSON.writeValueAsString(words);
    String file =
        """
        sweep: alike
        task:
          command:
            run: "echo {x} {y}"
            parameters: {x: {choice: %s}, y: {real: [0, 1e9]}}
            metrics: {loss: lower}
        axes: {x: %s, y: %s}
        objective: {metric: loss, goal: minimize}
        """
            .formatted(choice, choice, numbers);
    try (RecordedSweep sweep = record(file, words.size())) {
      Iterator<String> next = numbers.iterator();
      for (String word : words) {
        Map<String, String> cell = Map.of("x", word, "y", next.next());
        sweep.finished(cell, 0, Map.of("loss", random.nextDouble()), 2, 1);
      }
      sweep.completed().published();
    }
    Path results = folder.resolve("alike");
    String counts =
        """
        select count(distinct words), count(distinct numbers), count(distinct config_hash)
        from (select regexp_extract(cell, '^x=(.*), y=[^,]*$', 1) words,
          regexp_extract(cell, ', y=([^,]*)$', 1) numbers, config_hash from %s)
        """;

    assertThat(
            Printed.attune(
                "sql",
                "--out",
                results,
                "--format",
                "csv",
                counts.formatted("results") + " union all " + counts.formatted("trials")))
        .contains("%1$d,%1$d,%1$d\n%1$d,%1$d,%1$d\n".formatted(2 * pairs));
    requireApart("csv", Printed.attune("export", results, "--format", "csv"), pairs);
    for (String format : List.of("markdown", "latex")) { // each word at its only number
      assertThat(Printed.attune("export", results, "--format", format).lines().distinct().count())
          .as(format)
          .isGreaterThanOrEqualTo(2L * pairs);
    }
    Path clean = folder.resolve("clean");
    Printed.attune("export", results, "--format", "parquet", "--to", clean);
    requireApart("parquet", String.join("\n", names(clean.resolve("results.parquet"))), pairs);
    Path mlflow = folder.resolve("mlruns");
    Printed.attune("export", results, "--format", "mlflow", "--to", mlflow);
    requireApart("mlflow", String.join("\n", runs(mlflow)), pairs);
    requireApart(
        "notes",
        new ZeppelinNote("reproduce-a-table").answer(results, "Mean and spread by cell"),
        pairs);
    Path page = folder.resolve("report.html");
    Printed.attune("report", results, "--to", page);
    String html = Files.readString(page);
    JsonNode names = JSON.readTree(html.substring(html.indexOf("\"names\":[") + 8));
    assertThat(names).doesNotHaveDuplicates();
    assertThat(names).isNotEmpty();
    assertThat(Printed.attune("best", results, "--json")).contains("x=");
  }

  /** The words and the numbers of the cells' names in a text, each by itself. */
  private static void requireApart(String where, String text, int pairs) {
    Set<String> words = new HashSet<>();
    Set<String> numbers = new HashSet<>();
    Matcher name = Pattern.compile("x=(.*?), y=([0-9.]+)").matcher(text);
    while (name.find()) {
      words.add(name.group(1));
      numbers.add(name.group(2));
    }
    assertThat(words).as(where).hasSize(2 * pairs);
    assertThat(numbers).as(where).hasSize(2 * pairs);
  }

  private static Set<String> names(Path parquet) throws IOException {
    Set<String> names = new HashSet<>();
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(parquet.toUri());
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), file).build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        names.add(row.getString("cell", 0));
      }
    }
    return names;
  }

  /** Each run's parameters, in the form of a name. */
  private static Set<String> runs(Path store) throws IOException {
    try (Stream<Path> files = Files.walk(store)) {
      return files
          .filter(file -> file.endsWith("params/x"))
          .map(file -> "x=" + text(file) + ", y=" + text(file.resolveSibling("y")))
          .collect(Collectors.toSet());
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
