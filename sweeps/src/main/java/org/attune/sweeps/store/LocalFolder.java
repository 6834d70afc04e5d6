package org.attune.sweeps.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A sweep's directory on a local disk. It turns relative paths into paths of the disk, and keeps
 * them in the directory: below it Attune follows no link, except {@code checkpoints} itself ({@link
 * LinkedCheckpoints}). The directory and the folders above it may be links.
 *
 * @param root the directory, absolute
 */
record LocalFolder(Path root) {

  LocalFolder {
    root = root.toAbsolutePath().normalize();
  }

  /**
   * The place of a file to create, replace, lock or delete. The last part may be anything: a rename
   * or a deletion acts on a link, not on what it names.
   *
   * @throws IOException if a link leads out of the directory
   */
  Path place(String path) throws IOException {
    Path place = at(path);
    if (requireNoLinkAround(place)) {
      new LinkedCheckpoints(root).take();
    }
    return place;
  }

  /** The place of an entry of any kind, to look at. */
  Path entry(String path) throws IOException {
    Path entry = at(path);
    requireNoLinkAround(entry);
    return entry;
  }

  /**
   * A file to read.
   *
   * @throws java.io.FileNotFoundException if there is none
   * @throws IOException if a link leads out of the directory, or if it is not a regular file
   */
  Path file(String path) throws IOException {
    Path file = entry(path);
    PlainFile.attributes(file);
    return file;
  }

  /** A folder to list; it need not exist. */
  Path folder(String path) throws IOException {
    Path folder = at(path);
    requireNoLink(folder);
    return folder;
  }

  /**
   * The folder that holds a file or a folder.
   *
   * @throws IOException for the root of a disk, as of a drive that is not there
   */
  static Path around(Path place) throws IOException {
    return Optional.ofNullable(place.getParent())
        .orElseThrow(() -> new NoSuchFileException(place.toString()));
  }

  private Path at(String path) throws IOException {
    try {
      return root.resolve(RelativePath.require(path, root.toString()));
    } catch (InvalidPathException unknown) {
      throw new UnsafeFileException("Invalid path in " + root + ": " + unknown.getReason());
    }
  }

  private boolean requireNoLinkAround(Path place) throws IOException {
    return !place.equals(root) && requireNoLink(around(place)); // a disk's root is in no folder
  }

  /** Checks the folders from the root down; returns whether one is the linked checkpoints. */
  private boolean requireNoLink(Path folder) throws IOException {
    boolean linked = false;
    Path at = root;
    for (int i = root.getNameCount(); i < folder.getNameCount(); i++) {
      at = at.resolve(folder.getName(i));
      if (Files.isSymbolicLink(at)) {
        if (!LinkedCheckpoints.isTheirs(root, at)) {
          throw new UnsafeFileException(LinkedCheckpoints.refusal(at));
        }
        linked = true;
      }
    }
    return linked;
  }
}
