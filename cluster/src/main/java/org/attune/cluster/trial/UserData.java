package org.attune.cluster.trial;

import java.io.IOException;
import java.io.Serializable;
import org.attune.model.task.DataOpener;
import org.attune.sweeps.event.DataFile;

/** A user's data, on which the trials of a sweep train in place of data that their task makes. */
public interface UserData extends DataOpener, Serializable {

  /**
   * The data's name and the hash of its current content.
   *
   * @throws IOException if the data cannot be read
   */
  DataFile fingerprint() throws IOException;
}
