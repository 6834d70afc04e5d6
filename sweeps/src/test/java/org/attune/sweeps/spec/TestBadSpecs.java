package org.attune.sweeps.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.sweeps.SampleCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that must be refused. The first line of each says where and how: {@code # line 3: part of
 * the message}; nothing else may be wrong with it.
 */
class TestBadSpecs {

  private static final Pattern EXPECTED = Pattern.compile("# line (\\d+): (.+)");

  static Stream<Path> files() throws IOException, URISyntaxException {
    Path folder = Path.of(TestBadSpecs.class.getResource("/bad").toURI());
    return Files.list(folder).sorted();
  }

  @ParameterizedTest
  @MethodSource("files")
  void isRefused(Path file) throws IOException {
    String yaml = Files.readString(file);
    Matcher expected = EXPECTED.matcher(yaml.lines().findFirst().orElseThrow());
    assertThat(expected.matches()).as("first line of %s", file).isTrue();

    SpecException refused =
        catchThrowableOfType(
            () ->
                SweepSpec.read(
                    file.getFileName().toString(), yaml, Map.of(), SampleCatalog.CATALOG),
            SpecException.class);

    assertThat(refused).as("%s is accepted", file).isNotNull();
    List<Problem> problems = refused.problems();
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).line()).isEqualTo(Integer.parseInt(expected.group(1)));
    assertThat(problems.get(0).toString()).contains(expected.group(2));
  }

  @Test
  void areManyEnough() throws Exception {
    assertThat(files().count()).isGreaterThanOrEqualTo(60);
  }

  @Test
  void aFileOfAMebibyteIsNotRead() {
    SpecException refused =
        catchThrowableOfType(
            () ->
                SweepSpec.read(
                    "big.yaml",
                    "#".repeat(Document.MAX_CHARACTERS + 1),
                    Map.of(),
                    SampleCatalog.CATALOG),
            SpecException.class);

    assertThat(refused)
        .hasMessage(
            "big.yaml:1:1: the file has 1,048,577 characters; a sweep file may have 1,048,576");
  }
}
