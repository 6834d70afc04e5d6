package org.attune.model.task;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.catalog.OwnClass;
import org.attune.model.network.Signature;

/**
 * A task of a jar. It refuses an answer that is null, and examples that do not fit the signature.
 *
 * @param task the jar's
 * @param brought its class
 */
record OwnTask(Task task, OwnClass brought) implements Task {

  private static final int VALIDATED = 64; // examples a batch, in the check of shortage

  OwnTask(Task task) {
    this(task, OwnClass.of(task));
  }

  @Override
  public Option option() {
    return brought.answer("option", task.option());
  }

  @Override
  public Signature signature(Configuration settings) {
    return brought.answer("signature", task.signature(settings));
  }

  @Override
  public List<Metric> metrics() {
    return brought.answer("metrics", task.metrics());
  }

  @Override
  public Optional<String> reads(Configuration settings) {
    return brought.answer("reads", task.reads(settings));
  }

  /** Also what is wrong with an example and the held-out ones, if it generates its data. */
  @Override
  public Optional<String> shortage(Configuration settings) {
    Optional<String> shortage = brought.answer("shortage", task.shortage(settings));
    return shortage.isPresent() || reads(settings).isPresent() ? shortage : fault(settings);
  }

  private Optional<String> fault(Configuration settings) {
    try {
      Examples examples = open(settings, 0, DataOpener.NONE);
      OwnSymbols symbols = new OwnSymbols(signature(settings), brought);
      Batch training = examples.training(0, 1);
      symbols.check("training", training);
      training.close(); // a task may keep those of its validation
      examples.validation(VALIDATED).forEach(batch -> symbols.check("validation", batch));
      examples.sealed(); // says what is wrong with them
      return Optional.empty();
    } catch (IOException | IllegalArgumentException wrong) {
      return Optional.of(wrong.getMessage() == null ? brought + ": " + wrong : wrong.getMessage());
    }
  }

  @Override
  public boolean probing() {
    return task.probing();
  }

  @Override
  public List<ForwardRun> runAfterwards(Configuration settings) {
    return brought.answer("runAfterwards", task.runAfterwards(settings));
  }

  @Override
  public Optional<String> heldOut(Configuration settings) {
    return brought.answer("heldOut", task.heldOut(settings));
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) throws IOException {
    Examples examples = brought.answer("open", task.open(settings, seed, data));
    return new OwnExamples(examples, brought, signature(settings).length());
  }
}
