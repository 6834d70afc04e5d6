package org.attune.model.task;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.api.trial.HeldOutPart;
import org.attune.model.data.TokenShards;
import org.attune.model.network.Signature;

/**
 * Language modelling on a folder of {@link TokenShards}, of any size. Files whose names have "val"
 * in them are held out; where none has, the last file is.
 */
public final class ShardsTask extends DescribedTask {

  static final Parameter LENGTH = TaskParameters.tokens(1, 65536, 256, "tokens per example");
  static final Parameter VOCABULARY =
      Parameter.integer(
          "task.vocabulary",
          "task_vocabulary",
          2,
          65536,
          50257,
          "different tokens; 50,257 as in GPT-2");
  static final Parameter WINDOWS =
      TaskParameters.validationExamples(128, "examples validated on, spread evenly");

  private static final String SUFFIX = ".bin";
  private static final String HELD_OUT = "val";
  private static final String READS = "a folder of token shards (*.bin)";

  public ShardsTask() {
    super(
        Option.of(
            "shards",
            "language modelling: next tokens of a folder of token shards",
            "Karpathy 2024, llm.c (the files' format)",
            LENGTH,
            VOCABULARY,
            WINDOWS),
        Metric.plain("floor_validation_loss", "nats", "loss of a guess by token frequencies"));
  }

  @Override
  public Signature signature(Configuration settings) {
    return Signature.tokens(settings.integer(LENGTH), settings.integer(VOCABULARY));
  }

  @Override
  public Optional<String> reads(Configuration settings) {
    return Optional.of(READS);
  }

  @Override
  public Optional<String> heldOut(Configuration settings) {
    return Optional.of("other windows of these shards");
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) throws IOException {
    List<String> trained = new ArrayList<>();
    List<String> held = new ArrayList<>();
    for (String path : data.files()) {
      if (path.endsWith(SUFFIX)) {
        (path.substring(path.lastIndexOf('/') + 1).contains(HELD_OUT) ? held : trained).add(path);
      }
    }
    if (held.isEmpty() && trained.size() > 1) {
      held.add(trained.remove(trained.size() - 1));
    }
    if (trained.isEmpty() || held.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot train on %s: %d files *.bin for training and %d held out; a corpus has one of each at least"
              .formatted(data.name(), trained.size(), held.size()));
    }
    int vocabulary = settings.integer(VOCABULARY);
    int length = settings.integer(LENGTH);
    TokenShards training = TokenShards.of(trained, data::open, vocabulary);
    TokenShards validation = TokenShards.of(held, data::open, vocabulary);
    if (training.count() <= length || validation.count() / 2 <= length) {
      throw new IllegalArgumentException(
          "Cannot cut examples of %d tokens: %s has %d for training and %d held out, half of them sealed; lower task.length"
              .formatted(length, data.name(), training.count(), validation.count()));
    }
    return new ShardExamples(
        training,
        validation,
        length,
        settings.integer(WINDOWS),
        vocabulary,
        seed,
        false,
        HeldOutPart.SHARED);
  }
}
