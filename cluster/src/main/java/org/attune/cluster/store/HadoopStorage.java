package org.attune.cluster.store;

import java.io.BufferedOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.commons.io.function.IORunnable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.attune.api.Content;
import org.attune.api.storage.FencedException;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.RelativePath;

/**
 * A sweep's directory on HDFS.
 *
 * <p>The storage writes a whole file under {@code .tmp/}, forces it, and has the name node rename
 * it into place. The rename replaces the old file or, for an exclusive creation, fails if one
 * exists. So no reader sees a file without its content. An append file is forced with {@code
 * hsync}. Sealing one recovers its lease, after which the former writer's next {@code force}
 * throws.
 *
 * <p>A lock is a heartbeat file. A lock whose last beat is older than {@link #DEAD_AFTER} by the
 * name node's clock is free; no other machine's clock matters.
 */
public final class HadoopStorage implements Storage {
  /** The interval between a live driver's heartbeats. */
  static final Duration BEAT = Duration.ofSeconds(3);

  /** The age of the last heartbeat at which a driver counts as dead. */
  static final Duration DEAD_AFTER = Duration.ofSeconds(15);

  private static final Duration SEAL_WITHIN = Duration.ofMinutes(2);
  private static final Duration SEAL_POLL = Duration.ofMillis(100);

  private static final int BUFFER_BYTES = 1 << 16;

  private final Path root;
  private final DistributedFileSystem fileSystem;
  private final FileContext context;
  private final Duration beat;
  private final Duration deadAfter;

  /**
   * Opens the directory, which need not exist yet.
   *
   * @throws IOException when {@code directory} is not on HDFS or its name node cannot be found
   */
  public HadoopStorage(Path directory, Configuration configuration) throws IOException {
    this(directory, configuration, BEAT, DEAD_AFTER);
  }

  HadoopStorage(Path directory, Configuration configuration, Duration beat, Duration deadAfter)
      throws IOException {
    FileSystem found = directory.getFileSystem(configuration);
    if (!(found instanceof DistributedFileSystem hdfs)) {
      throw new IOException(
          "Cannot keep a sweep in %s: %s is not HDFS; give an hdfs:// path or a local folder"
              .formatted(directory, found.getScheme()));
    }
    this.fileSystem = hdfs;
    this.root = hdfs.makeQualified(directory);
    this.context = FileContext.getFileContext(root.toUri(), configuration);
    this.beat = beat;
    this.deadAfter = deadAfter;
  }

  @Override
  public String describe() {
    return root.toString();
  }

  @Override
  public boolean exists(String path) throws IOException {
    return fileSystem.exists(at(path));
  }

  @Override
  public List<String> list(String folder) throws IOException {
    try {
      return Stream.of(fileSystem.listStatus(at(folder)))
          .map(status -> status.getPath().getName())
          .sorted()
          .toList();
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  @Override
  public InputStream open(String path) throws IOException {
    Path file = at(path);
    InputStream in = fileSystem.open(file);
    try {
      return begun(in);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) { // another file may have taken its place
      try {
        return begun(fileSystem.open(file));
      } catch (IOException again) {
        again.addSuppressed(e);
        throw again;
      }
    }
  }

  /**
   * Reads a file's first byte, and gives it back. From then on the data node keeps the block for
   * this reader; until then it deletes the block of a file that is replaced.
   */
  private static InputStream begun(InputStream in) throws IOException {
    try {
      PushbackInputStream begun = new PushbackInputStream(in);
      int first = in.read();
      if (first >= 0) {
        begun.unread(first);
      }
      return begun;
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  @Override
  public Optional<Stamp> stamp(String path) throws IOException {
    FileStatus file = fileSystem.getFileStatus(at(path));
    return Optional.of(new Stamp(file.getLen(), file.getModificationTime()));
  }

  @Override
  public void replace(String path, Content content) throws IOException {
    Path written = writeAside(content);
    try {
      move(written, at(path), Options.Rename.OVERWRITE);
    } catch (IOException e) {
      discard(written, e);
      throw e;
    }
  }

  @Override
  public boolean createExclusively(String path, byte[] content) throws IOException {
    if (exists(path)) {
      return false;
    }
    Path written = writeAside(Content.of(content));
    try {
      move(written, at(path), Options.Rename.NONE);
      return true;
    } catch (FileAlreadyExistsException e) {
      fileSystem.delete(written, false);
      return false;
    } catch (IOException e) {
      discard(written, e);
      throw e;
    }
  }

  @Override
  public AppendFile append(String path) throws IOException {
    Path file = at(path);
    return new HadoopAppendFile(file, create(file));
  }

  @Override
  public long seal(String path) throws IOException {
    Path file = at(path);
    createExclusively(path, new byte[0]);
    long deadline = System.nanoTime() + SEAL_WITHIN.toNanos();
    boolean closed = fileSystem.recoverLease(file);
    while (!closed) {
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "Cannot seal %s: HDFS did not recover its lease within %d s; see the name node's log"
                .formatted(file, SEAL_WITHIN.toSeconds()));
      }
      pause();
      closed = fileSystem.isFileClosed(file) || fileSystem.recoverLease(file);
    }
    return fileSystem.getFileStatus(file).getLen();
  }

  @Override
  public Optional<DriverLock> tryLock(String path) throws IOException {
    return HeartbeatLock.tryTake(this, this::age, path, beat, deadAfter);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Takes nothing, so a driver whose heartbeat is late keeps its lock. Unless the lock is free,
   * this writes an empty file under {@code .tmp/} and deletes it, to read the name node's clock.
   */
  @Override
  public boolean isLocked(String path) throws IOException {
    return HeartbeatLock.isHeld(this, this::age, path, deadAfter);
  }

  @Override
  public Optional<String> lockHolder(String path) throws IOException {
    return HeartbeatLock.holder(this, this::age, path, deadAfter);
  }

  @Override
  public void delete(String path) throws IOException {
    fileSystem.delete(at(path), false);
  }

  /** A file's age by the name node's clock alone; empty when there is no such file. */
  private Optional<Duration> age(String path) throws IOException {
    Path probe = writeAside(Content.of(new byte[0]));
    long now = fileSystem.getFileStatus(probe).getModificationTime();
    fileSystem.delete(probe, false);
    try {
      FileStatus status = fileSystem.getFileStatus(at(path));
      return Optional.of(Duration.ofMillis(Math.max(0, now - status.getModificationTime())));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  private Path at(String path) throws IOException {
    return path.isEmpty() ? root : new Path(root, RelativePath.require(path, describe()));
  }

  private FSDataOutputStream create(Path file) throws IOException {
    return context.create(file, EnumSet.of(CreateFlag.CREATE), Options.CreateOpts.createParent());
  }

  private Path writeAside(Content content) throws IOException {
    Path file = at(".tmp/" + UUID.randomUUID());
    boolean written = false;
    try {
      try (FSDataOutputStream out = create(file)) {
        OutputStream buffered = new BufferedOutputStream(out, BUFFER_BYTES);
        content.writeTo(buffered);
        buffered.flush();
        out.hsync();
      }
      written = true;
    } finally {
      if (!written) {
        fileSystem.delete(file, false);
      }
    }
    return file;
  }

  private void move(Path from, Path to, Options.Rename mode) throws IOException {
    try {
      context.rename(from, to, mode);
    } catch (FileNotFoundException e) {
      fileSystem.mkdirs(to.getParent());
      context.rename(from, to, mode);
    }
  }

  private void discard(Path written, IOException cause) {
    try {
      fileSystem.delete(written, false);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  private static void pause() throws InterruptedIOException {
    try {
      Thread.sleep(SEAL_POLL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while sealing");
    }
  }

  private final class HadoopAppendFile implements AppendFile {
    private final Path file;
    private final FSDataOutputStream out;

    HadoopAppendFile(Path file, FSDataOutputStream out) {
      this.file = file;
      this.out = out;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      run(() -> out.write(bytes, offset, length));
    }

    @Override
    public void force() throws IOException {
      run(out::hsync);
    }

    @Override
    public void close() throws IOException {
      run(out::close);
    }

    private void run(IORunnable call) throws IOException {
      try {
        call.run();
      } catch (IOException e) {
        throw explained(e);
      }
    }

    /**
     * Explains a failure: if the file is closed although this writer has it open, another driver
     * sealed it.
     */
    private IOException explained(IOException failure) {
      try {
        if (fileSystem.isFileClosed(file)) {
          return new FencedException("Another driver sealed %s".formatted(file), failure);
        }
      } catch (IOException e) {
        failure.addSuppressed(e);
      }
      return failure;
    }
  }
}
