package org.attune.model.task;

import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Signature;

/**
 * A network that runs forward passes after a training: the trained network at another shape, or a
 * reference network with other settings.
 *
 * @param signature the shapes it runs at
 * @param changes settings that differ from those of the training
 */
public record ForwardRun(Signature signature, Map<String, String> changes) {

  public ForwardRun {
    changes = Map.copyOf(changes);
  }

  /** Returns the settings of the forward run. */
  public Configuration of(Configuration trained) {
    Configuration changed = trained;
    for (Map.Entry<String, String> change : changes.entrySet()) {
      changed = changed.with(change.getKey(), change.getValue());
    }
    return changed;
  }
}
