package org.attune.jobs.list;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.attune.jobs.Attune;
import org.attune.jobs.OutputCheck;
import org.attune.jobs.Ran;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestListCommand {

  /** Behind a pipe people read too; programs have {@code --json}. */
  @ParameterizedTest
  @ValueSource(strings = {"axes", "tasks", "methods", "papers"})
  void noLineIsWiderThanAPage(String kind) {
    assertThat(Ran.attune("list", kind).output().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
  }

  @Test
  void aPartIsListedWithItsSettingsRangeDefaultColumnAndPaper() {
    List<String> lines = printed("list", "axes", "a").lines().toList();

    assertThat(lines)
        .anyMatch(line -> line.matches("attention\\.query +a choice +current +query +.*"))
        .anyMatch(
            line ->
                line.matches(
                    " +attention\\.query\\.fraction +a number from 0 to 1 +0\\.5 +split_fraction"
                        + " +share of heads.*split-Q.*"))
        .anyMatch(
            line -> line.matches(" +model\\.positions\\.base +a number from 2 to 1e7 +10000 +.*"));
  }

  @Test
  void theOptionsOfASettingThatSeveralPartsHaveArePrintedOnce() {
    assertThat(printed("list", "axes").lines().filter(line -> line.contains("- context")))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"axes", "tasks"})
  void everyObjectOfTheJsonSaysWhatItIsAndWhereItIsFrom(String what) throws Exception {
    List<JsonNode> objects = new ArrayList<>();
    new ObjectMapper().readTree(printed("list", what, "--json")).forEach(objects::add);

    assertThat(objects)
        .isNotEmpty()
        .allMatch(object -> !object.path("key").asText().isBlank())
        .allMatch(object -> !object.path("description").asText().isBlank())
        .allMatch(object -> object.has("metric") || !object.path("source").asText().isBlank())
        .allMatch(
            object -> Stream.of("option", "default", "metric").filter(object::has).count() == 1);
  }

  @Test
  void aTasksMetricsAreListedWithUnitAndWhatIsBetter() {
    List<String> lines = printed("list", "tasks").lines().toList();

    assertThat(lines.subList(lines.indexOf("every task"), lines.indexOf("induction")))
        .anyMatch(line -> line.matches(" +validation_loss +loss +lower +mean over examples .*"));
    assertThat(lines.subList(lines.indexOf("induction"), lines.indexOf("find-the-block")))
        .noneMatch(line -> line.strip().startsWith("validation_loss "))
        .anyMatch(line -> line.matches(" +ipmr_l<layer>_h<head> +share +higher +the same of .*"));
  }

  @Test
  void aTaskIsFoundInAnyCaseWithItsMetricsUnderTheirTasks() {
    List<String> lines = printed("list", "tasks", "mqar").lines().toList();

    assertThat(printed("list", "tasks", "MQAR").lines()).containsExactlyElementsOf(lines);
    assertThat(lines)
        .filteredOn(line -> line.startsWith("every task") || line.equals("mqar"))
        .containsExactly("every task", "mqar");
    assertThat(lines.subList(lines.indexOf("every task"), lines.indexOf("mqar")))
        .anyMatch(line -> line.startsWith("  validation_loss "))
        .noneMatch(line -> line.startsWith("  exact "));
    assertThat(lines.subList(lines.indexOf("mqar"), lines.size()))
        .anyMatch(line -> line.startsWith("  exact "));
  }

  @Test
  void aMetricOfOneTaskStandsUnderThatTask() {
    assertThat(printed("list", "tasks", "IPMR").lines().filter(line -> !line.startsWith(" ")))
        .contains("induction")
        .doesNotContain("every task");
  }

  @Test
  void aPaperIsFoundByItsInitials() {
    assertThat(printed("list", "axes", "mta").lines())
        .anyMatch(line -> line.contains("attention.score-conv"))
        .noneMatch(line -> line.contains("train.optimizer"));
  }

  @Test
  void devicesTakeNoWord() {
    assertThat(Ran.attune("list", "devices", "foo"))
        .isEqualTo(
            new Ran(
                2,
                "",
                "attune: 'list devices' lists all devices and takes no word, but got 'foo'; remove"
                    + " it.\n"));
  }

  @Test
  void theDevicesAreListedWithWhatWasLookedForInVain() throws Exception {
    JsonNode json = new ObjectMapper().readTree(printed("list", "devices", "--json"));

    assertThat(json.path("devices").get(0).path("device").asText()).isEqualTo("cpu");
    assertThat(json.path("devices").get(0).path("usable").asBoolean()).isTrue();
    assertThat(json.path("notes")).isNotEmpty();
    assertThat(printed("list", "devices")).contains(json.path("notes").get(0).asText());
  }

  private static String printed(String... arguments) {
    PrintStream before = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, UTF_8));
    try {
      assertThat(Attune.execute(arguments)).isZero();
    } finally {
      System.setOut(before);
    }
    OutputCheck.of(List.of(arguments), 0, out.toString(UTF_8));
    return out.toString(UTF_8);
  }

  @Test
  void devicesSayWhichPartsHaveTheirKernels() throws Exception {
    assertThat(printed("list", "devices").lines())
        .anyMatch(line -> line.matches("attention\\.weights +21 of 21 +-"))
        .anyMatch(line -> line.matches("model\\.kind\\.head +7 of 7 +-"));
    JsonNode json = new ObjectMapper().readTree(printed("list", "devices", "--json"));
    assertThat(json.path("kernels"))
        .anySatisfy(
            option -> {
              assertThat(option.path("part").asText()).isEqualTo("attention.weights");
              assertThat(option.path("option").asText()).isEqualTo("top-keys");
              assertThat(option.path("without")).isEmpty();
            });
  }
}
