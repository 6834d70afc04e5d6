package org.attune.model.task;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.attune.api.Metric;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.data.Alphabet;
import org.attune.model.data.BytePairs;
import org.attune.model.data.Tokens;
import org.attune.model.data.Utf8File;
import org.attune.model.network.Signature;

/**
 * Language modelling: predict the next tokens, characters, bytes or byte pairs, of a text. {@link
 * Chronicle} writes the text, or the user supplies one.
 */
public final class TextTask extends DescribedTask {

  enum Corpus {
    GENERATED,
    WORDS,
    DATA
  }

  enum Pieces {
    CHARACTERS,
    BYTES,
    BPE
  }

  enum Splitting {
    CONTIGUOUS,
    LEAKY_WINDOWS
  }

  static final Parameter LENGTH = TaskParameters.tokens(1, 65536, 64, "tokens per example");
  static final Parameter SIZE =
      TaskParameters.integer(
          "task.corpus.size", 1000, 100_000_000, 200_000, "characters of the text");
  static final Parameter CORPUS_SEED =
      TaskParameters.integer("task.corpus.seed", 0, Integer.MAX_VALUE, 1, "which text is written");
  static final Parameter LEXICON =
      TaskParameters.integer("task.corpus.lexicon", 2, 4096, 64, "distinct words");
  static final Parameter EXPONENT =
      Parameter.real(
          "task.corpus.exponent",
          "exponent",
          0,
          10,
          1,
          "after each word the r-th likeliest has a probability in proportion to r^-exponent: 0 is"
              + " the most entropy");
  static final Choice<Corpus> CORPUS =
      TaskParameters.choice(
          Corpus.class,
          "task.corpus",
          "the text",
          Option.of(Corpus.GENERATED, "written by a small grammar", "", SIZE, CORPUS_SEED),
          Option.of(
              Corpus.WORDS,
              "words of which each depends on the word before, with a known entropy",
              "",
              SIZE,
              CORPUS_SEED,
              LEXICON,
              EXPONENT),
          Option.of(Corpus.DATA, "the text file that --data names", ""));
  static final Parameter VALIDATION =
      Parameter.real(
          "task.validation", "validation_share", 0.01, 0.5, 0.1, "share of the text validated on");
  static final Parameter WINDOWS =
      TaskParameters.validationExamples(128, "examples validated on, spread evenly");

  static final Parameter VOCABULARY =
      Parameter.integer(
          "task.tokens.vocabulary",
          "vocabulary",
          BytePairs.BYTES,
          65536,
          1024,
          "distinct tokens: 256 bytes, the rest pairs of tokens");
  static final Choice<Pieces> TOKENS =
      TaskParameters.choice(
          Pieces.class,
          "task.tokens",
          "what the text is cut into",
          Option.of(Pieces.CHARACTERS, "newline and printable ASCII; other texts are refused", ""),
          Option.of(Pieces.BYTES, "the 256 bytes, for texts in any script", ""),
          Option.of(
              Pieces.BPE,
              "byte pairs, learned from the text: its most frequent pieces of words",
              "Sennrich et al. 2016; NeonBench",
              VOCABULARY));
  static final Choice<Splitting> SPLIT =
      TaskParameters.choice(
          Splitting.class,
          "task.split",
          "what is validated on",
          Option.of(
              Splitting.CONTIGUOUS, "the end of the text, of which nothing is trained on", ""),
          Option.of(
              Splitting.LEAKY_WINDOWS,
              "windows drawn at random, almost all of whose tokens are trained on in others:"
                  + " how fast a text is learned by heart",
              "NeonBench"));
  static final Parameter LONGEST =
      TaskParameters.integer(
          "task.longest",
          1,
          64,
          1,
          "the trained network is also evaluated at 2, 4, ... times the length, up to this multiple");

  static final int LIMIT = 1 << 28; // bytes of a file

  public TextTask() {
    super(
        Option.of(
            "text",
            "language modelling: next characters, bytes or byte pairs of a text, generated or read",
            "ours",
            LENGTH,
            CORPUS.parameter(),
            TOKENS.parameter(),
            SPLIT.parameter(),
            VALIDATION,
            WINDOWS,
            LONGEST),
        Metric.lower("bits_per_byte", "bits", "what the true next tokens cost, over their bytes"),
        Metric.lower(
            "validation_loss_at_<times>t",
            "loss",
            "of the trained network at 2, 4, ... its length"),
        Metric.lower(
            "validation_loss_at_following",
            "loss",
            "of a network trained on leaky windows of a generated text, on text that follows"),
        Metric.lower("bits_per_byte_at_following", "bits", "the same in bits per byte"),
        Metric.plain("output_norm_growth_at_following", "ratio", "output_norm_growth there"),
        Metric.lower("bits_per_byte_at_<times>t", "bits", "the same in bits per byte"),
        Metric.plain("output_norm_growth_at_<times>t", "ratio", "output_norm_growth there"),
        Metric.plain("floor_validation_loss", "nats", "loss of a guess by token frequencies"),
        Metric.plain(
            "floor_bits_per_byte", "bits", "bits per byte of a guess by token frequencies"),
        Metric.plain(
            "oracle_bits_per_byte", "bits", "of a reader who knows all rules of a text of words"),
        Metric.lower("reducible_bits_per_byte", "bits", "bits_per_byte less oracle_bits_per_byte"),
        Metric.lower("reducible_bits_per_byte_at_following", "bits", "the same there"),
        Metric.lower("reducible_bits_per_byte_at_<times>t", "bits", "the same there"));
  }

  @Override
  public Signature signature(Configuration settings) {
    if (settings.integer(LONGEST) > 1 && Parts.learnsPositions(settings)) {
      throw new IllegalArgumentException(
          "Invalid task.longest: %d, but learned model.positions go no further than task.length; choose others or 1"
              .formatted(settings.integer(LONGEST)));
    }
    return Signature.tokens(settings.integer(LENGTH), vocabulary(settings));
  }

  private static int vocabulary(Configuration settings) {
    return switch (settings.choice(TOKENS)) {
      case CHARACTERS -> Alphabet.SIZE;
      case BYTES -> BytePairs.BYTES;
      case BPE -> settings.integer(VOCABULARY);
    };
  }

  @Override
  public Optional<String> heldOut(Configuration settings) {
    boolean written =
        settings.choice(CORPUS) != Corpus.DATA && settings.choice(SPLIT) == Splitting.CONTIGUOUS;
    return written ? super.heldOut(settings) : Optional.of("other windows of this text");
  }

  /** Runs at 2, 4, ... times the length, and at the length on text that follows. */
  @Override
  public List<ForwardRun> runAfterwards(Configuration settings) {
    int length = settings.integer(LENGTH);
    boolean follows = settings.choice(SPLIT) == Splitting.LEAKY_WINDOWS;
    return IntStream.concat(
            IntStream.range(1, follows ? 2 : 1), TextExamples.multiples(settings.integer(LONGEST)))
        .mapToObj(times -> Signature.tokens(length * times, vocabulary(settings)))
        .map(longer -> new ForwardRun(longer, Map.of()))
        .toList();
  }

  @Override
  public Optional<String> reads(Configuration settings) {
    return settings.choice(CORPUS) == Corpus.DATA
        ? Optional.of("a text file in UTF-8")
        : Optional.empty();
  }

  /** Reports a text too short for its vocabulary of byte pairs or for its window length. */
  @Override
  public Optional<String> shortage(Configuration settings) {
    if (reads(settings).isPresent()) {
      return Optional.empty();
    }
    try {
      open(settings, 0, name -> InputStream.nullInputStream());
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing is read
    }
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) throws IOException {
    Optional<WrittenText> written = written(settings);
    byte[] text = written.isPresent() ? ascii(written.get(), settings) : read(data);
    boolean continued = written.isPresent();
    Tokens tokens =
        tokens(settings, text, continued ? following(settings, written.get()) : new byte[0]);
    int own = continued ? tokensIn(text.length, tokens) : tokens.count();
    int length = settings.integer(LENGTH);
    int longest = settings.integer(LONGEST);
    double share = settings.real(VALIDATION);
    WindowSplit.Contiguous parts = WindowSplit.Contiguous.of(own, share);
    boolean leaky = settings.choice(SPLIT) == Splitting.LEAKY_WINDOWS;
    int room = leaky ? own : Math.min(parts.trained(), own - parts.trained());
    if (room < length * longest + 1) {
      throw new IllegalArgumentException(
          ("Cannot cut examples of %d tokens from a text of %d: the smaller part has %d; lower"
                  + " task.length or task.longest, or take a longer text")
              .formatted(length * longest, own, room));
    }
    WindowSplit split = leaky ? drawn(own, share, length, longest) : parts;
    return new TextExamples(
        tokens,
        own,
        length,
        split,
        settings.integer(WINDOWS),
        longest,
        seed,
        written.map(writer -> number -> rewritten(settings, writer, text, number)),
        written
            .map(writer -> writer.bitsPerByte(new String(text, StandardCharsets.US_ASCII)))
            .filter(bits -> !bits.isNaN()));
  }

  /** What writes the text; empty for a text that is read. */
  private static Optional<WrittenText> written(Configuration settings) {
    return switch (settings.choice(CORPUS)) {
      case GENERATED -> Optional.of(new Chronicle(settings.integer(CORPUS_SEED)));
      case WORDS ->
          Optional.of(
              new WordChain(
                  settings.integer(LEXICON),
                  settings.real(EXPONENT),
                  settings.integer(CORPUS_SEED)));
      case DATA -> Optional.empty();
    };
  }

  /**
   * The text with two others after it, for a replicate's validation and claims: of the same words,
   * and each as long as the part for validation at least. They are long enough for a window.
   */
  private static Tokens rewritten(
      Configuration settings, WrittenText writer, byte[] text, long number) {
    int wanted = settings.integer(LENGTH) * settings.integer(LONGEST) + 1;
    int size = 2 * (int) Math.round(settings.integer(SIZE) * settings.real(VALIDATION));
    while (true) {
      byte[] further = writer.another(size, number).getBytes(StandardCharsets.US_ASCII);
      Tokens tokens = tokens(settings, text, further);
      if (tokens.count() - tokensIn(text.length, tokens) >= 2 * wanted) {
        return tokens;
      }
      size *= 2;
    }
  }

  /** Returns how many tokens the first bytes of a text have. */
  private static int tokensIn(int bytes, Tokens tokens) {
    int count = 0;
    for (double read = 0; read < bytes; count++) {
      read += tokens.bytes()[tokens.ids()[count]];
    }
    return count;
  }

  /**
   * How the generated text goes on, for as long as its part for validation is. Leaky windows need
   * it twice: to evaluate on text that is not leaky, and to do so on the sealed split.
   */
  private static byte[] following(Configuration settings, WrittenText writer) {
    int size = settings.integer(SIZE);
    int parts = settings.choice(SPLIT) == Splitting.CONTIGUOUS ? 1 : 2;
    int further = (int) Math.round(parts * size * settings.real(VALIDATION));
    byte[] all = writer.write(size + further).getBytes(StandardCharsets.US_ASCII);
    return Arrays.copyOfRange(all, size, all.length);
  }

  private static byte[] ascii(WrittenText writer, Configuration settings) {
    return writer.write(settings.integer(SIZE)).getBytes(StandardCharsets.US_ASCII);
  }

  private static WindowSplit drawn(int tokens, double share, int length, int longest) {
    WindowSplit.LeakyWindows split = new WindowSplit.LeakyWindows(tokens, share);
    if (!split.holdsOut(length * longest) || !split.trainsOn(length)) {
      throw new IllegalArgumentException(
          ("Cannot both hold out windows of %d tokens, at a share of %s (task.validation), and"
                  + " train on windows of %d: a text of %d has %d of the longer ones, and all are"
                  + " drawn to one side; lower task.length or task.longest, change task.validation, or"
                  + " take a longer text")
              .formatted(length * longest, share, length, tokens, tokens - length * longest));
    }
    return split;
  }

  private static byte[] read(DataOpener data) throws IOException {
    try (InputStream in = data.open("")) {
      return Utf8File.read(in, "the text that --data names", LIMIT);
    }
  }

  private static Tokens tokens(Configuration settings, byte[] text, byte[] further) {
    if (settings.choice(TOKENS) == Pieces.BPE) {
      return BytePairs.encode(text, further, settings.integer(VOCABULARY));
    }
    byte[] all = Arrays.copyOf(text, text.length + further.length);
    System.arraycopy(further, 0, all, text.length, further.length);
    return settings.choice(TOKENS) == Pieces.BYTES ? Tokens.ofBytes(all) : Alphabet.encode(all);
  }
}
