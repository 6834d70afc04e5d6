package org.attune.model.task;

import java.util.Map;
import org.attune.model.network.Signature;

/**
 * Another evaluation of the trained network: on other data, at other shapes, or with settings that
 * add no parameter.
 *
 * @param suffix suffix of its metrics' names: {@code at_2t} makes {@code validation_loss_at_2t}
 * @param signature the shapes of its examples
 * @param changes settings that differ from those of the training
 * @param examples the examples it evaluates on
 */
public record Evaluation(
    String suffix, Signature signature, Map<String, String> changes, HeldOut examples) {

  public Evaluation {
    changes = Map.copyOf(changes);
  }
}
