package org.attune.sweeps.scheduler;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.attune.api.Content;
import org.attune.api.storage.FencedException;
import org.attune.api.storage.Storage;

/**
 * A disk in memory whose machine can be stopped at any write, force, rename or folder force.
 *
 * <p>A process that dies leaves what it wrote. A loss of power leaves what was forced; of the rest,
 * any part: bytes cut off, pages of zeros, a new file's name or none, the old content of a file or
 * the new one.
 */
final class CrashingStorage implements Storage {

  private static final int PAGE = 64;

  private final Map<String, Node> files = new TreeMap<>();
  private final boolean sealCreates;
  private int points;
  private int crashAt = Integer.MAX_VALUE;
  private boolean dead;

  /** A file, as processes see it, and what of it is on the disk. */
  private static final class Node {
    byte[] content = new byte[0];
    int forced;
    boolean named;
    Optional<byte[]> before = Optional.empty();
  }

  /** The machine has stopped. */
  static final class Crash extends IOException {
    private static final long serialVersionUID = 1L;

    Crash() {
      super("the machine has stopped");
    }
  }

  CrashingStorage() {
    this(false);
  }

  /**
   * A disk whose next drivers get the same.
   *
   * @param sealCreates whether {@link #seal} creates a file that is missing, as on HDFS
   */
  CrashingStorage(boolean sealCreates) {
    this.sealCreates = sealCreates;
  }

  /** The machine stops at a point from now, the first being 1. */
  synchronized void crashAt(int point) {
    points = 0;
    crashAt = point;
  }

  /** How many points were passed since {@link #crashAt}. */
  synchronized int points() {
    return points;
  }

  synchronized boolean crashed() {
    return dead;
  }

  private void point() throws Crash {
    if (dead || ++points == crashAt) {
      dead = true;
      throw new Crash();
    }
  }

  /** What the next process finds. */
  synchronized CrashingStorage next(Random random, boolean powerWasLost) {
    CrashingStorage next = new CrashingStorage(sealCreates);
    files.forEach(
        (path, node) -> {
          Optional<byte[]> left =
              powerWasLost ? afterPowerLoss(node, random) : Optional.of(node.content);
          if (left.isPresent()) {
            Node found = new Node();
            found.content = left.get();
            found.forced = left.get().length;
            found.named = true;
            next.files.put(path, found);
          }
        });
    return next;
  }

  private static Optional<byte[]> afterPowerLoss(Node node, Random random) {
    if (!node.named && random.nextBoolean()) {
      return Optional.empty();
    }
    if (node.before.isPresent() && random.nextBoolean()) {
      return node.before;
    }
    int length = node.forced + random.nextInt(node.content.length - node.forced + 1);
    byte[] left = Arrays.copyOf(node.content, length);
    for (int start = (node.forced / PAGE + 1) * PAGE; start < length; start += PAGE) {
      if (random.nextInt(3) == 0) {
        Arrays.fill(left, start, Math.min(start + PAGE, length), (byte) 0);
      }
    }
    return Optional.of(left);
  }

  @Override
  public String describe() {
    return "memory";
  }

  @Override
  public synchronized boolean exists(String path) {
    return files.keySet().stream().anyMatch(f -> f.equals(path) || f.startsWith(path + "/"));
  }

  @Override
  public synchronized List<String> list(String folder) {
    String prefix = folder.isEmpty() ? "" : folder + "/";
    return files.keySet().stream()
        .filter(path -> path.startsWith(prefix))
        .map(path -> path.substring(prefix.length()).split("/", 2)[0])
        .distinct()
        .sorted()
        .toList();
  }

  @Override
  public synchronized InputStream open(String path) throws IOException {
    if (dead) {
      throw new Crash();
    }
    Node node = files.get(path);
    if (node == null) {
      throw new FileNotFoundException(path);
    }
    return new ByteArrayInputStream(node.content);
  }

  @Override
  public void replace(String path, Content content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    content.writeTo(bytes);
    replace(path, bytes.toByteArray());
  }

  @Override
  public synchronized void replace(String path, byte[] content) throws IOException {
    point(); // the temporary file is written
    point(); // and forced
    Node old = files.get(path);
    Node node = new Node();
    node.content = content.clone();
    node.forced = content.length;
    node.named = old != null;
    node.before = Optional.ofNullable(old).map(o -> o.content);
    files.put(path, node);
    point(); // it was renamed, and its folder is not forced
    node.named = true;
    node.before = Optional.empty();
    point();
  }

  @Override
  public synchronized boolean createExclusively(String path, byte[] content) throws IOException {
    point();
    if (files.containsKey(path)) {
      return false;
    }
    replace(path, content);
    return true;
  }

  @Override
  public synchronized boolean createUnforced(String path, byte[] content) throws IOException {
    point();
    if (files.containsKey(path)) {
      return false;
    }
    Node node = new Node();
    node.content = content.clone();
    files.put(path, node);
    point();
    return true;
  }

  @Override
  public synchronized AppendFile append(String path) throws IOException {
    point();
    if (files.containsKey(path)) {
      throw new IOException("Cannot create " + path + ": it exists");
    }
    Node node = new Node();
    files.put(path, node);
    point();
    node.named = true;
    return new Appending(path, node);
  }

  private final class Appending implements AppendFile {
    private final String path;
    private final Node node;

    Appending(String path, Node node) {
      this.path = path;
      this.node = node;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      synchronized (CrashingStorage.this) {
        point();
        add(bytes, offset, length / 2);
        point(); // torn
        add(bytes, offset + length / 2, length - length / 2);
      }
    }

    private void add(byte[] bytes, int offset, int length) {
      int end = node.content.length;
      node.content = Arrays.copyOf(node.content, end + length);
      System.arraycopy(bytes, offset, node.content, end, length);
    }

    @Override
    public void force() throws IOException {
      synchronized (CrashingStorage.this) {
        point();
        node.forced = node.content.length;
        point(); // on the disk, and nobody was told
        if (files.containsKey(path + ".sealed")) {
          throw new FencedException("sealed");
        }
      }
    }

    @Override
    public void close() {}
  }

  @Override
  public synchronized long seal(String path) throws IOException {
    createExclusively(path + ".sealed", new byte[0]);
    if (sealCreates) {
      createExclusively(path, new byte[0]);
    }
    Node node = files.get(path);
    if (node == null) {
      return 0;
    }
    point();
    node.forced = node.content.length;
    return node.forced;
  }

  @Override
  public Optional<DriverLock> tryLock(String path) {
    return Optional.of(() -> {}); // drivers follow each other here
  }

  @Override
  public synchronized void delete(String path) throws IOException {
    point();
    files.remove(path);
  }
}
