package org.attune.jobs.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;

/** Finds the sweeps in a lab's folder. */
final class LabFolder {

  private LabFolder() {}

  /** The directories of its sweeps; none for a lab that is not on this disk. */
  static List<Path> sweeps(Storage lab) throws IOException {
    return sweeps(
        lab,
        (folder, unreadable) -> {
          throw unreadable;
        });
  }

  /**
   * The directories of its sweeps, in folders that can be read.
   *
   * @param passedOver takes each folder that cannot be read
   */
  static List<Path> sweeps(Storage lab, Unreadable passedOver) throws IOException {
    List<Path> sweeps = new ArrayList<>();
    if (lab.localFolder().isPresent()) {
      add(lab.localFolder().get(), sweeps, passedOver);
    }
    return sweeps;
  }

  /** What becomes of a folder that cannot be read. */
  interface Unreadable {
    void passOver(Path folder, IOException why) throws IOException;
  }

  private static void add(Path folder, List<Path> sweeps, Unreadable passedOver)
      throws IOException {
    try {
      look(folder, sweeps, passedOver);
    } catch (UncheckedIOException unreadable) { // of a list of files
      passedOver.passOver(folder, Objects.requireNonNull(unreadable.getCause()));
    } catch (IOException unreadable) {
      passedOver.passOver(folder, unreadable);
    }
  }

  private static void look(Path folder, List<Path> sweeps, Unreadable passedOver)
      throws IOException {
    LocalStorage storage = new LocalStorage(folder);
    if (SweepLayout.holdsSweep(storage)) {
      if (!SweepLayout.holdsTablesOnly(storage)) {
        sweeps.add(folder);
      }
      return;
    }
    try (Stream<Path> inside = Files.list(folder)) {
      for (Path each : inside.filter(Files::isDirectory).sorted().toList()) {
        if (!Files.isSymbolicLink(each) && !each.getFileName().toString().startsWith(".")) {
          add(each, sweeps, passedOver);
        }
      }
    }
  }
}
