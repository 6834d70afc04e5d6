package org.attune.model.task;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.model.data.BytePairs;
import org.attune.model.data.Tokens;
import org.attune.model.network.Signature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.ndarray.INDArray;

class TestTextTask {

  private static final TextTask TASK = new TextTask();

  private static Configuration settings(String... keysAndValues) {
    Configuration settings = new Configuration(Map.of("task.length", "16"));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings = settings.with(keysAndValues[i], keysAndValues[i + 1]);
    }
    return settings;
  }

  private static Examples generated(long seed) throws Exception {
    return TASK.open(settings("task.corpus.size", "5000"), seed, DataOpener.NONE);
  }

  private static String decode(INDArray tokens, int row) {
    StringBuilder text = new StringBuilder();
    for (int t = 0; t < tokens.size(1); t++) {
      int token = tokens.getInt(row, t);
      text.append(token == 0 ? '\n' : (char) (token - 1 + ' '));
    }
    return text.toString();
  }

  @Test
  void labelsAreTheNextCharacters() throws Exception {
    Batch batch = generated(1).training(0, 4);

    assertThat(batch.size()).isEqualTo(4);
    for (int i = 0; i < 4; i++) {
      assertThat(decode(batch.labels(), i)).startsWith(decode(batch.features(), i).substring(1));
    }
    assertThat(batch.weights().minNumber().doubleValue()).isEqualTo(1);
  }

  @Test
  void batchesFollowFromSeedAndStep() throws Exception {
    INDArray batch = generated(1).training(3, 4).features();

    assertThat(generated(1).training(3, 4).features()).isEqualTo(batch);
    assertThat(generated(1).training(4, 4).features()).isNotEqualTo(batch);
    assertThat(generated(2).training(3, 4).features()).isNotEqualTo(batch);
  }

  @Test
  void validationIsTheSameForEverySeedAndApartFromTraining() throws Exception {
    String text = new Chronicle(1).write(5000);
    Examples examples = generated(1);
    List<Batch> validation = examples.validation(50);
    INDArray first = validation.get(0).features();

    assertThat(generated(2).validation(50).get(0).features()).isEqualTo(first);
    assertThat(validation.stream().mapToInt(Batch::size).sum()).isEqualTo(128);
    String heldOut = text.substring(4500);
    for (int i = 0; i < first.size(0); i++) {
      assertThat(heldOut).contains(decode(first, i));
    }
    Set<String> trained = new HashSet<>();
    Batch batch = examples.training(0, 200);
    for (int i = 0; i < batch.size(); i++) {
      trained.add(decode(batch.features(), i));
    }
    assertThat(trained).allMatch(window -> text.substring(0, 4500).contains(window));
  }

  @Test
  void floorIsTheEntropyOfSingleCharacters() throws Exception {
    String text = "ab".repeat(4000);
    DataOpener data = path -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));

    Examples examples = TASK.open(settings("task.corpus", "data"), 1, data);

    assertThat(examples.floors().get("validation_loss")).isCloseTo(Math.log(2), within(1e-6));
  }

  private static Examples read(String text, String... keysAndValues) throws Exception {
    DataOpener data =
        path -> {
          assertThat(path).isEmpty();
          return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        };
    return TASK.open(settings(keysAndValues).with("task.corpus", "data"), 1, data);
  }

  /** The tokens of version 0.1.0, whose hashes and floors are in tables. */
  @Test
  void charactersOfAsciiKeepTheirDigits() throws Exception {
    String printable =
        IntStream.rangeClosed(' ', '~').mapToObj(Character::toString).collect(joining());
    Examples read = read((printable + "\nwhat is this?\n").repeat(20));

    assertThat(digits(read))
        .containsExactly("50df5c5b7e080baa0465264b0c597af3", 4.500258895115133, 6.492501190699048);
    assertThat(digits(generated(1)))
        .containsExactly(
            "e674e4eedb755b35d250dce6dce63e6d", 3.0170080790136353, 4.3526225939149095);
  }

  private static List<Object> digits(Examples examples) {
    Map<String, Double> floors = examples.floors();
    return List.of(
        examples.fingerprint(), floors.get("validation_loss"), floors.get("bits_per_byte"));
  }

  private static Stream<Arguments> uncovered() {
    return Stream.of(
        Arguments.of("plain\u0433", 5, "U+0433"),
        Arguments.of("cafe\u0301", 4, "U+0301"),
        Arguments.of("tea\tand", 3, "U+0009"),
        Arguments.of("line\r\n", 4, "U+000D"),
        Arguments.of("\uFEFFtext", 0, "U+FEFF"),
        Arguments.of("smile \uD83D\uDE00", 6, "U+1F600"),
        Arguments.of("\u007F", 0, "U+007F"),
        Arguments.of("it\u2019s", 2, "U+2019"));
  }

  @ParameterizedTest
  @MethodSource("uncovered")
  void aByteThatNoCharacterCoversIsRefused(String text, int at, String point) {
    assertThatThrownBy(() -> read(text.repeat(200)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot cut the text into characters: byte %d begins %s, and characters are newline and"
                + " printable ASCII; set task.tokens to bytes or bpe",
            at, point);
  }

  @Test
  void bytesStayBytes() throws Exception {
    String line = "t\u0435\u0430\tcaf\u00e9\r\n"; // 13 bytes
    Examples examples = read(line.repeat(200), "task.tokens", "bytes", "task.length", "13");

    assertThat(TASK.signature(settings("task.tokens", "bytes")))
        .isEqualTo(Signature.tokens(16, 256));
    byte[] window = new byte[13];
    int[] tokens = examples.training(0, 1).features().getRow(0).toIntVector();
    for (int t = 0; t < 13; t++) {
      window[t] = (byte) tokens[t];
    }
    String bytes = new String(window, StandardCharsets.ISO_8859_1);
    String all =
        new String(line.repeat(3).getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    assertThat(all).contains(bytes);
  }

  private static Stream<String> texts() {
    return Stream.of(
        "\u0432\u043e\u0442 \u0442\u0435\u043a\u0441\u0442, \u0438 \u0435\u0449\u0451"
            + " \u043e\u0434\u0438\u043d\n",
        "\u65e5\u672c\u8a9e\u306e\u6587\u3068 English?\n",
        "\uD83D\uDE00 and \uD83E\uDDD1\u200D\uD83D\uDE80, ??\n",
        "\uFEFFna\u00efve\tcaf\u00e9\r\n",
        "plain ASCII, is it?\n");
  }

  /** Byte pairs without a pair are bytes, so the two know the same. */
  @ParameterizedTest
  @MethodSource("texts")
  void oneTextHasOneFloorPerByte(String line) throws Exception {
    String text = line.repeat(100);
    Map<String, Double> bytes = read(text, "task.tokens", "bytes").floors();
    Map<String, Double> pairs =
        read(text, "task.tokens", "bpe", "task.tokens.vocabulary", "256").floors();

    assertThat(pairs).isEqualTo(bytes);
    double[] counts = new double[256];
    byte[] trained = text.getBytes(StandardCharsets.UTF_8);
    int until = (int) Math.round(0.9 * trained.length);
    for (int i = 0; i < until; i++) {
      counts[trained[i] & 0xFF]++;
    }
    double bits = 0;
    for (double count : counts) {
      bits -= count == 0 ? 0 : count / until * Math.log(count / until) / Math.log(2);
    }
    assertThat(bytes.get("bits_per_byte")).isCloseTo(bits, within(1e-3));
    if (line.startsWith("plain")) {
      assertThat(read(text).floors().get("bits_per_byte"))
          .isCloseTo(bytes.get("bits_per_byte"), within(1e-12));
    }
  }

  /** Larger vocabularies explain more, and a uniform prediction costs what its tokens cost. */
  @ParameterizedTest
  @MethodSource("texts")
  void everyTokenOfATextCoversItsBytes(String line) throws Exception {
    byte[] text = line.repeat(100).getBytes(StandardCharsets.UTF_8);
    for (Tokens tokens :
        List.of(
            Tokens.ofBytes(text),
            BytePairs.encode(text, new byte[0], 256),
            BytePairs.encode(text, new byte[0], 262))) {
      double covered = 0;
      for (char id : tokens.ids()) {
        covered += tokens.bytes()[id];
      }
      assertThat(covered).isEqualTo(text.length);
    }
  }

  @Test
  void tooShortATextIsRefusedWithItsLength() {
    DataOpener data = path -> new ByteArrayInputStream("short".getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> TASK.open(settings("task.corpus", "data"), 1, data))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("16 tokens from a text of 5")
        .hasMessageContaining("task.length");
    assertThatThrownBy(() -> TASK.open(settings("task.corpus", "data"), 1, DataOpener.NONE))
        .isInstanceOf(FileNotFoundException.class);
  }

  /** Losses on another text compare with none that were published or stored before. */
  @Test
  void generatedTextStaysAsItWas() {
    String text = new Chronicle(1).write(20_000);

    assertThat(text)
        .startsWith(
            "Sabaim drais a kidrul bouglund. She vinds the bouglund. The bouglund of Sabaim")
        .hasSize(20_000);
    assertThat(Configuration.sha256(text))
        .isEqualTo("90f26dbc8c68c7b5c6d9f47eea3e4d12462df1c915524f5e2deaf86d5c35029d");
  }

  @Test
  void generatedTextIsReproducibleAndItsOwn() throws Exception {
    assertThat(new Chronicle(2).write(3000)).isNotEqualTo(new Chronicle(1).write(3000));
    assertThat(generated(1).fingerprint()).isEqualTo(generated(2).fingerprint()).hasSize(32);
  }
}
