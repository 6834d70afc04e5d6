package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.attune.api.Content;
import org.attune.sweeps.store.CheckedContent;
import org.attune.sweeps.store.CheckedText;
import org.attune.sweeps.store.Digest;

/**
 * Makes a copy of a sweep's directory hostile: links at every level, pipes, sparse and cut files,
 * forged names, numbers and texts in every record, with digests and checksums that fit.
 *
 * @param directory the copy
 * @param outside a folder with files of somebody else
 * @param random decides what is forged
 * @param done what was forged, for messages
 */
record ForgedDirectory(Path directory, Path outside, Random random, List<String> done) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long SPARSE_BYTES = 8L << 30;
  private static final int MOST_FORGERIES = 3;

  private interface Forgery {
    void make() throws IOException;
  }

  /** Copies a sweep and forges the copy. */
  static ForgedDirectory of(Path sweep, Path directory, Path outside, long seed)
      throws IOException {
    copy(sweep, directory);
    ForgedDirectory forged =
        new ForgedDirectory(directory, outside, new Random(seed), new ArrayList<>());
    int forgeries = 1 + forged.random.nextInt(MOST_FORGERIES);
    for (int i = 0; i < forgeries; i++) {
      forged.forge();
    }
    return forged;
  }

  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private void forge() {
    List<Forgery> all =
        List.of(
            this::journal,
            this::journal,
            this::manifest,
            this::manifest,
            this::epoch,
            this::current,
            this::envelope,
            this::checkpoint,
            this::copyOfTheSweepFile,
            this::link,
            this::link,
            this::pipe,
            this::sparse,
            this::cut,
            this::flip,
            this::name);
    try {
      all.get(random.nextInt(all.size())).make();
    } catch (IOException | RuntimeException unreadable) {
      done.add("none: an earlier forgery left nothing to forge, " + unreadable);
    }
  }

  private void journal() throws IOException {
    Path file = directory.resolve("journal/000001.log");
    if (isPlain(file)) {
      List<JsonNode> events = ForgedJournal.read(Files.readAllBytes(file));
      for (int i = 0; i <= random.nextInt(3); i++) {
        int at = random.nextInt(events.size());
        switch (random.nextInt(8)) {
          case 0 -> events.remove(at);
          case 1 -> events.add(at, events.get(random.nextInt(events.size())));
          case 2 -> Collections.swap(events, at, random.nextInt(events.size()));
          default -> events.set(at, note("event", json().in(events.get(at))));
        }
        if (events.isEmpty()) {
          break;
        }
      }
      Files.write(file, ForgedJournal.write(events));
      done.add("journal");
    }
  }

  private void manifest() throws IOException {
    Path file = directory.resolve("tables/manifests");
    Path current = directory.resolve("current/000001");
    if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) || !isPlain(current)) {
      return;
    }
    List<String> lines = Files.readString(current).lines().toList();
    Path manifest = directory.resolve(lines.get(0));
    if (isPlain(manifest)) {
      byte[] json = bytes(note("manifest", json().in(JSON.readTree(Files.readAllBytes(manifest)))));
      Files.write(manifest, json);
      String text =
          String.join(
              "\n",
              lines.get(0),
              "manifest-sha256 " + Digest.of(json).sha256(),
              lines.get(2),
              lines.get(3));
      Files.write(current, CheckedText.encode(text));
    }
  }

  private void epoch() throws IOException {
    checked(directory.resolve("epochs/000001"));
  }

  private void envelope() throws IOException {
    List<Path> files = files("envelopes");
    if (!files.isEmpty()) {
      checked(files.get(random.nextInt(files.size())));
    }
  }

  /** Forges the JSON of a small file that ends with its digest. */
  private void checked(Path file) throws IOException {
    if (isPlain(file)) {
      String text = CheckedText.decode(Files.readAllBytes(file)).orElseThrow().text();
      JsonNode forged = note(file.toString(), json().in(JSON.readTree(text)));
      Files.write(file, CheckedText.encode(new String(bytes(forged), UTF_8)));
    }
  }

  private void current() throws IOException {
    Path file = directory.resolve("current/000001");
    if (isPlain(file)) {
      List<String> lines =
          new ArrayList<>(
              CheckedText.decode(Files.readAllBytes(file)).orElseThrow().text().lines().toList());
      int at = random.nextInt(lines.size());
      lines.set(at, note("current", random.nextBoolean() ? json().text() : "events -9" + at));
      Files.write(file, CheckedText.encode(String.join("\n", lines)));
    }
  }

  private void checkpoint() throws IOException {
    List<Path> files = files("checkpoints");
    if (!files.isEmpty()) {
      Path file = files.get(random.nextInt(files.size()));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] content = note("checkpoint", json().text()).getBytes(UTF_8);
      new CheckedContent(Content.of(content), directory.relativize(file).toString()).writeTo(out);
      Files.write(file, out.toByteArray());
    }
  }

  private void copyOfTheSweepFile() throws IOException {
    Path file = directory.resolve("sweep.yaml");
    if (isPlain(file)) {
      List<String> lines = new ArrayList<>(Files.readAllLines(file));
      int at = random.nextInt(lines.size());
      lines.set(
          at, note("sweep.yaml", lines.get(at).replaceFirst(":.*", "") + ": " + json().text()));
      Files.write(file, String.join("\n", lines).getBytes(UTF_8));
    }
  }

  private void link() throws IOException {
    Path at = anyEntry();
    List<Path> targets =
        List.of(
            outside,
            outside.resolve("folder"),
            outside.resolve("thesis.tex"),
            outside.resolve("not-there"),
            at,
            Path.of("/dev/zero"),
            Path.of(".."),
            directory.resolveSibling("good"));
    Path target = targets.get(random.nextInt(targets.size()));
    delete(at);
    Files.createSymbolicLink(at, target);
    done.add(at + " -> " + target);
  }

  private void pipe() throws IOException {
    Path at = anyEntry();
    delete(at);
    try {
      new ProcessBuilder("mkfifo", at.toString()).start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    done.add("pipe " + at);
  }

  private void sparse() throws IOException {
    Path file = anyFile();
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(SPARSE_BYTES);
    }
    done.add("sparse " + file);
  }

  private void cut() throws IOException {
    Path file = anyFile();
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
    done.add("cut " + file);
  }

  private void flip() throws IOException {
    Path file = anyFile();
    byte[] bytes = Files.readAllBytes(file);
    if (bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, bytes);
      done.add("flip " + file);
    }
  }

  /** A file under a forged name: a number that no epoch has, an escape, a long name. */
  private void name() throws IOException {
    List<String> names =
        List.of(
            "epochs/2147483647",
            "epochs/999999999",
            "epochs/99999999999999999999",
            "epochs/-1",
            "journal/2147483647.log",
            "journal/999999998.log",
            "current/999999999",
            "locks/999999999",
            "envelopes/\u001b[2J",
            "envelopes/1/00/" + "x".repeat(200) + ".1.json",
            "tables/evil/1-1.parquet",
            "tables/results/99999999999-1.parquet",
            "checkpoints/\u001b]0;x\u0007.zip",
            "\u001b[2J");
    Path file = directory.resolve(names.get(random.nextInt(names.size())));
    if (Files.isDirectory(file.getParent(), LinkOption.NOFOLLOW_LINKS)) {
      List<Path> sources = files("");
      Files.deleteIfExists(file);
      Files.copy(sources.get(random.nextInt(sources.size())), file);
      done.add("name " + file);
    }
  }

  private ForgedJson json() {
    return new ForgedJson(random, outside);
  }

  private <T> T note(String what, T forged) {
    String text = forged.toString();
    done.add(what + ": " + text.substring(0, Math.min(300, text.length())));
    return forged;
  }

  private static byte[] bytes(JsonNode json) throws IOException {
    return JSON.writeValueAsBytes(json);
  }

  /** A plain file that a change can read whole. */
  private Path anyFile() throws IOException {
    List<Path> files = files("");
    return files.get(random.nextInt(files.size()));
  }

  private Path anyEntry() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      List<Path> entries = all.filter(path -> !path.equals(directory)).sorted().toList();
      return entries.get(random.nextInt(entries.size()));
    }
  }

  private List<Path> files(String folder) throws IOException {
    Path root = directory.resolve(folder);
    if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(ForgedDirectory::isPlain).sorted().toList();
    }
  }

  private static boolean isPlain(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && file.toFile().length() < SPARSE_BYTES;
  }

  /** Deletes a file, a link or a folder with all in it; follows no link. */
  static void delete(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> all = Files.walk(path)) {
        for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(one);
        }
      }
    } else {
      Files.deleteIfExists(path);
    }
  }
}
