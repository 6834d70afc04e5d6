package org.attune.sweeps.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Who may read and change what Attune writes below a sweep's directory: whoever may read and change
 * the directory, as far as the umask allows. Programs print secrets, so a new directory is its
 * user's alone. The umask decides instead where somebody shares the folder around it: a group, by
 * the setgid bit, or another user who owns it, unless it is a public temporary folder.
 *
 * @param root the sweep's directory
 */
record DirectoryAccess(Path root) {

  private static final Set<PosixFilePermission> MINE = PosixFilePermissions.fromString("rwx------");

  private static final Set<PosixFilePermission> OF_FILES =
      PosixFilePermissions.fromString("rw-rw-rw-");

  private static final int SETGID = 02000;

  /** Public temporary folders have it. */
  private static final int STICKY = 01000;

  /** The attributes of a new file. */
  FileAttribute<?>[] file() throws IOException {
    return hasPermissions(root) ? only(OF_FILES) : new FileAttribute<?>[0];
  }

  /** Makes a folder below the directory, the directory itself or a folder above it. */
  void makeFolder(Path folder) throws IOException {
    boolean below = folder.startsWith(root) && !folder.equals(root);
    if (below && hasPermissions(root)) {
      Files.createDirectories(folder, only(EnumSet.allOf(PosixFilePermission.class)));
      return;
    }
    Files.createDirectories(folder);
    if (folder.equals(root) && hasPermissions(root) && !isShared(LocalFolder.around(root))) {
      Files.setPosixFilePermissions(root, MINE);
    }
  }

  private FileAttribute<?>[] only(Set<PosixFilePermission> wanted) throws IOException {
    Set<PosixFilePermission> allowed = EnumSet.copyOf(Files.getPosixFilePermissions(root));
    allowed.addAll(MINE);
    allowed.retainAll(wanted);
    return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(allowed)};
  }

  /** Whether somebody shares a folder: a group, or another user who lets this one write there. */
  private boolean isShared(Path around) throws IOException {
    int mode = (int) Files.getAttribute(around, "unix:mode");
    boolean another = !Files.getOwner(around).equals(Files.getOwner(root));
    return (mode & SETGID) != 0 || another && (mode & STICKY) == 0;
  }

  private static boolean hasPermissions(Path folder) {
    return Files.getFileAttributeView(folder, PosixFileAttributeView.class) != null;
  }
}
