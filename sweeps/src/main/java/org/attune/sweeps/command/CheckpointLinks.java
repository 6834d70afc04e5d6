package org.attune.sweeps.command;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialException;

/**
 * The links in a program's folder for checkpoints, such as {@code latest -> step-3}. A link is kept
 * if it leads to a place in the folder; an absolute one becomes a relative one. No other link is
 * kept.
 */
record CheckpointLinks(Path folder) {

  /** The present links with their targets, without those that disappear during the listing. */
  Map<Path, Path> list() throws IOException, TrialException {
    Map<Path, Path> links = new TreeMap<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isSymbolicLink()) {
              try {
                links.put(file, relative(file, Files.readSymbolicLink(file)));
              } catch (NoSuchFileException | NotLinkException replaced) {
                // The program is writing: the link is saved next time.
              }
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
            if (failed instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failed;
          }
        });
    for (Map.Entry<Path, Path> link : links.entrySet()) {
      if (!stays(link.getKey(), link.getValue())) {
        throw new TrialException(
            Cause.TRIAL_FAULT,
            ("Cannot keep the link '%s' of the folder for checkpoints: it leads to '%s'; only"
                    + " links to a place in the folder are kept, such as 'step-3'")
                .formatted(folder.relativize(link.getKey()), link.getValue()));
      }
    }
    return links;
  }

  /** An absolute target in the folder as seen from the link; any other target unchanged. */
  private Path relative(Path link, Path target) throws IOException {
    for (Path root : List.of(folder, folder.toRealPath())) {
      if (target.isAbsolute() && target.startsWith(root) && target.equals(target.normalize())) {
        return link.resolveSibling("").relativize(folder.resolve(root.relativize(target)));
      }
    }
    return target;
  }

  /**
   * Makes a link, once all files exist.
   *
   * @param name its path in the folder
   */
  void make(String name, String target) throws IOException {
    Path link = folder.resolve(name).normalize();
    if (!link.startsWith(folder) || link.equals(folder) || !stays(link, Path.of(target))) {
      throw new IOException("Cannot restore the link " + name + ": it leaves the folder");
    }
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, Path.of(target));
  }

  /** Whether a link leads to a place in the folder, whatever links its target passes. */
  private boolean stays(Path link, Path target) {
    int depth = folder.relativize(link).getNameCount() - 1;
    boolean down = false;
    for (Path part : target) {
      boolean up = part.toString().equals("..");
      depth -= up ? 1 : 0;
      if (depth < 0 || up && down) {
        return false; // after a name, '..' may lead anywhere: the name may be a link
      }
      down |= !up && !part.toString().equals(".");
    }
    return !target.isAbsolute();
  }
}
