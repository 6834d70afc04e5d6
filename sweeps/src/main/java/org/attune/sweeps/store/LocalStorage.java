package org.attune.sweeps.store;

import java.io.BufferedOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.attune.api.Content;
import org.attune.api.storage.FencedException;
import org.attune.api.storage.Storage;

/**
 * A sweep's directory on a local disk. A file is forced before it gets its name, and its folder is
 * forced afterwards.
 */
public final class LocalStorage implements Storage {

  /** The suffix of the marker file that tells an append file's writer about its seal. */
  private static final String SEALED = ".sealed";

  private static final Set<StandardOpenOption> NEW =
      EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  private static final int BUFFER_BYTES = 1 << 16;

  private final LocalFolder folder;
  private final DirectoryAccess access;
  private final Disk disk;

  /** Makes the written bytes of an open file durable. */
  interface Disk {
    void force(FileChannel channel, Path path, boolean metaData) throws IOException;
  }

  /**
   * Creates a storage for a directory; the first write creates the directory.
   *
   * @param root its path; need not exist
   */
  public LocalStorage(Path root) {
    this(root, (channel, path, metaData) -> channel.force(metaData));
  }

  LocalStorage(Path root, Disk disk) {
    this.folder = new LocalFolder(root);
    this.access = new DirectoryAccess(folder.root());
    this.disk = disk;
  }

  @Override
  public Optional<Path> localFolder() {
    return Optional.of(folder.root());
  }

  @Override
  public String describe() {
    return folder.root().toString();
  }

  @Override
  public boolean exists(String path) throws IOException {
    return Files.exists(folder.entry(path), LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public List<String> list(String path) throws IOException {
    Path listed = folder.folder(path);
    if (!Files.isDirectory(listed)) { // Java would wait for a pipe's writer
      return List.of();
    }
    try (Stream<Path> entries = Files.list(listed)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    } catch (NoSuchFileException | NotDirectoryException none) {
      return List.of();
    }
  }

  @Override
  public InputStream open(String path) throws IOException {
    Path file = folder.file(path);
    try {
      return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException none) {
      throw new FileNotFoundException("There is no file " + file);
    }
  }

  @Override
  public Optional<Stamp> stamp(String path) throws IOException {
    BasicFileAttributes file = PlainFile.attributes(folder.file(path));
    return Optional.of(new Stamp(file.size(), file.lastModifiedTime().to(TimeUnit.NANOSECONDS)));
  }

  @Override
  public void replace(String path, Content content) throws IOException {
    Path target = folder.place(path);
    Path temporary = writeBeside(target, content, true);
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException other) {
      throw new IOException(target + " cannot be replaced in one step on its file system", other);
    } finally {
      Files.deleteIfExists(temporary);
    }
    forceFolder(LocalFolder.around(target));
  }

  @Override
  public boolean createExclusively(String path, byte[] content) throws IOException {
    if (!create(path, content, true)) {
      return false;
    }
    forceFolder(LocalFolder.around(folder.place(path)));
    return true;
  }

  @Override
  public boolean createUnforced(String path, byte[] content) throws IOException {
    return create(path, content, false);
  }

  private boolean create(String path, byte[] content, boolean forced) throws IOException {
    Path target = folder.place(path);
    Path temporary = writeBeside(target, Content.of(content), forced);
    try {
      // A link appears with its complete content, and never replaces another file.
      Files.createLink(target, temporary);
    } catch (FileAlreadyExistsException taken) {
      return false;
    } finally {
      Files.deleteIfExists(temporary);
    }
    return true;
  }

  @Override
  public AppendFile append(String path) throws IOException {
    Path target = folder.place(path);
    makeFolder(LocalFolder.around(target));
    FileChannel channel = FileChannel.open(target, NEW, access.file());
    forceFolder(LocalFolder.around(target));
    return new LocalAppendFile(
        channel, new NamedWrites(channel, target), target, folder.place(path + SEALED), disk);
  }

  @Override
  public long seal(String path) throws IOException {
    createExclusively(path + SEALED, new byte[0]);
    Path target = folder.entry(path);
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return 0;
    }
    try (FileChannel channel =
        FileChannel.open(folder.file(path), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long length = channel.size();
      // Another driver acts on these bytes, so they must survive a power loss even if their writer
      // died before forcing them.
      disk.force(channel, target, true);
      return length;
    }
  }

  @Override
  public Optional<DriverLock> tryLock(String path) throws IOException {
    Path target = folder.place(path);
    makeFolder(LocalFolder.around(target));
    return LocalLock.tryLock(target, access.file());
  }

  @Override
  public boolean isLocked(String path) throws IOException {
    return LocalLock.isHeld(folder.entry(path));
  }

  @Override
  public Optional<String> lockHolder(String path) throws IOException {
    return LocalLock.holder(folder.entry(path));
  }

  @Override
  public void delete(String path) throws IOException {
    Path file = folder.place(path);
    if (Files.deleteIfExists(file)) {
      forceFolder(LocalFolder.around(file));
    }
  }

  /**
   * Makes an empty file in place of what has its name, for others to write to.
   *
   * @return its place on the disk
   */
  public Path newFile(String path) throws IOException {
    Path target = folder.place(path);
    makeFolder(LocalFolder.around(target));
    Files.deleteIfExists(target); // a link would lead to another file
    return Files.createFile(target, access.file());
  }

  private Path writeBeside(Path target, Content content, boolean forced) throws IOException {
    makeFolder(LocalFolder.around(target));
    Path temporary =
        target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try (FileChannel channel = FileChannel.open(temporary, NEW, access.file())) {
      OutputStream out = new BufferedOutputStream(new NamedWrites(channel, target), BUFFER_BYTES);
      content.writeTo(out);
      out.flush();
      if (forced) {
        disk.force(channel, temporary, true);
      }
      return temporary;
    } catch (IOException | RuntimeException | Error failed) {
      Files.deleteIfExists(temporary);
      throw failed;
    }
  }

  private void makeFolder(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    makeFolder(LocalFolder.around(folder));
    access.makeFolder(folder);
    forceFolder(LocalFolder.around(folder));
  }

  private void forceFolder(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      disk.force(channel, folder, true);
    }
  }

  private record LocalAppendFile(
      FileChannel channel, NamedWrites writes, Path path, Path sealed, Disk disk)
      implements AppendFile {

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      writes.write(bytes, offset, length);
    }

    @Override
    public void force() throws IOException {
      disk.force(channel, path, false);
      // Check after the force: the sealing driver reads the length only after it has written the
      // marker.
      if (Files.exists(sealed, LinkOption.NOFOLLOW_LINKS)) {
        throw new FencedException("Another driver took over: " + path + " is sealed");
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
