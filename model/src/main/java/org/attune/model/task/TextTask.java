package org.attune.model.task;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Option;
import org.attune.model.catalog.Parameter;
import org.attune.model.network.Signature;

/**
 * Next characters of a text: one written by {@link Chronicle}, or the user's own. The first part is
 * trained on, the rest validated on.
 */
public final class TextTask implements Task {

  static final Parameter LENGTH =
      Parameter.integer("task.length", "length", 1, 65536, 64, "characters per example");
  static final Parameter SIZE =
      Parameter.integer(
          "task.corpus.size", "corpus_size", 1000, 100_000_000, 200_000, "characters of the text");
  static final Parameter CORPUS_SEED =
      Parameter.integer(
          "task.corpus.seed", "corpus_seed", 0, Integer.MAX_VALUE, 1, "which text is written");
  static final Parameter CORPUS =
      Parameter.choice(
          "task.corpus",
          "corpus",
          "the text",
          List.of(
              Option.of("generated", "written by a small grammar", "", SIZE, CORPUS_SEED),
              Option.of("data", "the text file that --data names", "")));
  static final Parameter VALIDATION =
      Parameter.real(
          "task.validation", "validation_share", 0.01, 0.5, 0.1, "share of the text validated on");
  static final Parameter WINDOWS =
      Parameter.integer(
          "task.validation-examples",
          "validation_examples",
          1,
          1_000_000,
          128,
          "examples validated on, spread evenly");

  static final int LIMIT = 1 << 28; // bytes read of a file

  @Override
  public Option option() {
    return Option.of(
        "text",
        "next character of a text, generated or read",
        "ours",
        LENGTH,
        CORPUS,
        VALIDATION,
        WINDOWS);
  }

  @Override
  public Signature signature(Configuration settings) {
    return Signature.tokens(settings.integer(LENGTH), Alphabet.SIZE);
  }

  @Override
  public List<Metric> metrics() {
    return List.of(
        Metric.plain(
            "floor_validation_loss", "nats", "loss of one who knows how often characters occur"));
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) throws IOException {
    String text;
    if (settings.choice(CORPUS).equals("generated")) {
      text = Chronicle.write(settings.integer(SIZE), settings.integer(CORPUS_SEED));
    } else {
      try (InputStream in = data.open("")) {
        text = new String(in.readNBytes(LIMIT), StandardCharsets.UTF_8);
      }
    }
    return new TextExamples(
        Alphabet.encode(text),
        settings.integer(LENGTH),
        settings.real(VALIDATION),
        settings.integer(WINDOWS),
        seed);
  }
}
