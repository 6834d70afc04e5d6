package org.attune.jobs.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.attune.api.storage.ShellWord;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.lab.Ledger;
import org.attune.sweeps.lab.LedgerCopy;
import org.attune.sweeps.lab.LedgerReader;
import org.attune.sweeps.lab.Standing;
import org.attune.sweeps.store.LocalStorage;

/** Finds labs. */
public final class Labs {

  private Labs() {}

  /** A copy of a ledger, if the user named a file. */
  static Optional<LedgerCopy> copy(String file) {
    Optional<Path> local = Sweeps.storage(file).localFolder();
    return local.filter(Files::isRegularFile).map(LedgerCopy::new);
  }

  /** The ledger of the lab that a user named, or a copy of a ledger. */
  static LedgerReader readable(String directory) throws IOException {
    Optional<LedgerCopy> copy = copy(directory);
    return copy.isPresent() ? copy.get() : named(directory);
  }

  /** The lab that a user named. */
  public static Ledger named(String directory) throws IOException {
    if (copy(directory).isPresent()) {
      throw new InputException(
          ("%s is a file, not a lab; a copy of a ledger can only be read: by lab status, lab"
                  + " verify and lab ledger.")
              .formatted(directory));
    }
    Ledger ledger = new Ledger(Sweeps.storage(directory));
    if (!ledger.exists()) {
      throw new InputException(
          "%s is not a lab: it has no %s; make it one: %s lab init %s"
              .formatted(directory, Ledger.FOLDER, Launcher.name(), ShellWord.path(directory)));
    }
    return ledger;
  }

  /** The lab of the folder, or of the nearest folder above; empty on HDFS and without one. */
  public static Optional<Ledger> nearest(Storage storage) throws IOException {
    Optional<Path> local = storage.localFolder();
    for (Path at = local.orElse(null); at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve(Ledger.FOLDER))) {
        return Optional.of(new Ledger(new LocalStorage(at))).filter(Labs::exists);
      }
    }
    return Optional.empty();
  }

  /** The lab in which a sweep stands: the nearest with its id, or the folder where it was. */
  static Optional<Ledger> of(Standing standing, Storage sweep) throws IOException {
    Optional<Ledger> nearest = nearest(sweep).filter(ledger -> isOf(ledger, standing));
    return nearest.isPresent()
        ? nearest
        : Optional.of(new Ledger(Sweeps.storage(standing.folder())))
            .filter(ledger -> isOf(ledger, standing));
  }

  private static boolean isOf(Ledger ledger, Standing standing) {
    try {
      return ledger.lab().equals(standing.lab());
    } catch (IOException unreadable) {
      return false;
    }
  }

  private static boolean exists(Ledger ledger) {
    try {
      return ledger.exists();
    } catch (IOException unreachable) {
      return false;
    }
  }
}
