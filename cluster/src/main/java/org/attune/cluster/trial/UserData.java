package org.attune.cluster.trial;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import org.attune.model.task.DataOpener;
import org.attune.sweeps.event.DataFile;

/** A user's data, on which the trials of a sweep train in place of data that their task makes. */
public interface UserData extends DataOpener, Serializable {

  /** The file or folder at a path on this machine, or at a URI: any place that Hadoop can read. */
  static UserData at(String named) {
    return HadoopData.at(named);
  }

  /** A file on this machine, which is read without Hadoop's classes. */
  static UserData file(Path file) {
    return new BareFile(file.toAbsolutePath().toString());
  }

  /**
   * The data's name and the hash of its current content.
   *
   * @throws IOException if the data cannot be read
   */
  DataFile fingerprint() throws IOException;
}
