package org.attune.model.task;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.trial.HeldOutPart;
import org.attune.model.catalog.OwnClass;

/**
 * The examples of a jar's task. They refuse an answer that is null, and batches that do not fit the
 * task's signature.
 *
 * @param examples the jar's
 * @param brought the task's class
 * @param length rows per example, by the signature
 */
record OwnExamples(Examples examples, OwnClass brought, int length) implements Examples {

  @Override
  public Batch training(long step, int size) {
    return checked("training", examples.training(step, size));
  }

  @Override
  public List<Batch> validation(int size) {
    List<Batch> batches = brought.answer("validation", examples.validation(size));
    if (batches.isEmpty()) {
      throw brought.wrong("validation() returned no batch");
    }
    batches.forEach(batch -> checked("validation", batch));
    return batches;
  }

  private Batch checked(String method, Batch batch) {
    if (batch == null
        || batch.features() == null
        || batch.labels() == null
        || batch.weights() == null) {
      throw brought.wrong(method + "() returned a batch that is null, or has a null");
    }
    long rows = batch.features().rank() < 2 ? 0 : batch.features().size(1);
    if (rows != length) {
      throw brought.wrong(
          "%s() returned examples of %d rows, and signature() says %d"
              .formatted(method, rows, length));
    }
    return batch;
  }

  @Override
  public Metrics metrics() {
    return brought.answer("metrics", examples.metrics());
  }

  @Override
  public Map<String, Double> floors() {
    return brought.answer("floors", examples.floors());
  }

  @Override
  public Map<String, Double> oracles() {
    return brought.answer("oracles", examples.oracles());
  }

  @Override
  public Optional<Examples> sealed() {
    Optional<OwnExamples> split =
        brought
            .answer("sealed", examples.sealed())
            .map(claims -> new OwnExamples(claims, brought, length));
    if (split.filter(claims -> SealedCopies.isCopy(claims, this)).isPresent()) {
      throw brought.wrong(
          "sealed() returned only examples that validation() has too; return others, or none:"
              + " leave sealed() out");
    }
    return split.map(Examples.class::cast);
  }

  @Override
  public Examples heldOut(HeldOutPart part) {
    return new OwnExamples(brought.answer("heldOut", examples.heldOut(part)), brought, length);
  }

  @Override
  public double replicatesApart() {
    return examples.replicatesApart();
  }

  @Override
  public List<Evaluation> evaluations() {
    return brought.answer("evaluations", examples.evaluations());
  }

  @Override
  public Optional<Map<String, String>> timedBeside() {
    return brought.answer("timedBeside", examples.timedBeside());
  }

  @Override
  public List<Milestone> milestones() {
    return brought.answer("milestones", examples.milestones());
  }

  @Override
  public String fingerprint() {
    return brought.answer("fingerprint", examples.fingerprint());
  }
}
