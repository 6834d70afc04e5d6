package org.attune.jobs.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;

/** Finds the sweeps in a lab's folder. */
final class LabFolder {

  private LabFolder() {}

  /** The directories of its sweeps; none for a lab that is not on this disk. */
  static List<Path> sweeps(Storage lab) throws IOException {
    List<Path> sweeps = new ArrayList<>();
    if (lab.localFolder().isPresent()) {
      add(lab.localFolder().get(), sweeps);
    }
    return sweeps;
  }

  private static void add(Path folder, List<Path> sweeps) throws IOException {
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
          add(each, sweeps);
        }
      }
    }
  }
}
