package org.attune.model.task;

import java.util.Map;
import org.attune.model.catalog.Configuration;
import org.attune.model.network.Signature;

/**
 * A network that is run forward after a training and beside it: the trained one at another shape,
 * or one of other settings.
 *
 * @param signature the shapes that it is run at
 * @param changes settings that differ from those trained with
 */
public record ForwardRun(Signature signature, Map<String, String> changes) {

  public ForwardRun {
    changes = Map.copyOf(changes);
  }

  /** Its settings. */
  public Configuration of(Configuration trained) {
    Configuration changed = trained;
    for (Map.Entry<String, String> change : changes.entrySet()) {
      changed = changed.with(change.getKey(), change.getValue());
    }
    return changed;
  }
}
