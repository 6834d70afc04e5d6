package org.attune.sweeps.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.attune.api.storage.ShellWord;

/**
 * A sweep's {@code checkpoints} that are a link to a folder elsewhere, such as a scratch disk.
 *
 * <p>Attune writes and deletes there only if the folder is this sweep's. A folder is a sweep's if
 * its file {@value SweepLayout#MARK} names the sweep's directory. Attune writes that file into an
 * empty folder. It never takes a folder that has files: another program or sweep may need them.
 *
 * @param root the sweep's directory
 */
public record LinkedCheckpoints(Path root) {

  private static final String MARK = SweepLayout.MARK;

  private static final int LONGEST_MARK = 1 << 13;

  /** Whether a path is that of a sweep's checkpoints. */
  static boolean isTheirs(Path root, Path path) {
    return path.equals(root.resolve(SweepLayout.CHECKPOINTS));
  }

  /** Why Attune does not follow a link. */
  static String refusal(Path link) {
    return "Cannot use "
        + link
        + ": it is a link, and in a sweep's directory Attune follows only "
        + SweepLayout.CHECKPOINTS
        + "; put the folder here, or link the whole directory";
  }

  /**
   * Why a run cannot use the links of a directory; empty if it can. Writes nothing.
   *
   * @throws IOException if the folder cannot be read
   */
  public static Optional<String> trouble(Path root) throws IOException {
    for (String folder : SweepLayout.FOLDERS_IN_USE) {
      Path path = root.resolve(folder);
      if (Files.isSymbolicLink(path) && !isTheirs(root, path)) {
        return Optional.of(refusal(path));
      }
    }
    return Files.isSymbolicLink(root.resolve(SweepLayout.CHECKPOINTS))
        ? new LinkedCheckpoints(root).trouble()
        : Optional.empty();
  }

  /**
   * Makes the folder this sweep's, or checks that it is. Does nothing if the checkpoints are no
   * link.
   *
   * @throws IOException if it is not this sweep's
   */
  public void take() throws IOException {
    if (!Files.isSymbolicLink(link())) {
      return;
    }
    Optional<String> trouble = trouble();
    if (trouble.isPresent()) {
      throw new UnsafeFileException(trouble.get());
    }
    try {
      Files.writeString(link().resolve(MARK), owner() + "\n", UTF_8, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException taken) {
      // It is this sweep's, or another process of the sweep has just marked it.
    }
  }

  private Optional<String> trouble() throws IOException {
    Path link = link();
    String start = "Cannot use " + link + ": it is a link to ";
    if (!Files.isDirectory(link)) {
      return Optional.of(
          start
              + Files.readSymbolicLink(link)
              + ", where there is no folder; make that folder, or remove the link");
    }
    Path folder = link.toRealPath();
    String remedy =
        "; link an empty folder, or, if it is this sweep's, mark it: echo "
            + ShellWord.path(owner())
            + " > "
            + ShellWord.path(folder.resolve(MARK).toString());
    if (Files.exists(folder.resolve(MARK), LinkOption.NOFOLLOW_LINKS)) {
      String owner = read(folder.resolve(MARK));
      return owner.equals(owner())
          ? Optional.empty()
          : Optional.of(
              start
                  + folder
                  + ", whose file "
                  + MARK
                  + " names another sweep's directory, "
                  + owner
                  + remedy);
    }
    return isEmpty(folder)
        ? Optional.empty()
        : Optional.of(start + folder + ", which has files that may be another's" + remedy);
  }

  private static String read(Path mark) throws IOException {
    return PlainFile.attributes(mark).size() > LONGEST_MARK
        ? ""
        : Files.readString(mark, UTF_8).strip();
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    }
  }

  private Path link() {
    return root.resolve(SweepLayout.CHECKPOINTS);
  }

  private String owner() throws IOException {
    return root.toRealPath().toString();
  }
}
