package org.attune.sweeps.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.attune.api.Checkpoints;
import org.attune.api.Content;
import org.attune.api.trial.TrialException;

/**
 * The folder for a program's state, stored as a single file of the sweep, with the latest metrics
 * that the program reported. It may be read while the program writes, so a program should give a
 * file its final name only when the file is complete. Links are kept as {@link CheckpointLinks}
 * says.
 */
record CheckpointFolder(Path folder) {

  private static final int BUFFER_BYTES = 1 << 16;

  /** The entry with the metrics; a program's file of this name is not kept. */
  private static final String METRICS = ".attune-metrics.json";

  /** A link's entry is its path below this folder; the entry's content is the link's target. */
  private static final String LINKS = ".attune-links/";

  /** The metrics' name in version 0.1.0, which would leave a folder where someone extracts it. */
  private static final String EARLIER_METRICS = "../metrics.json";

  /**
   * Restores the folder's content from an earlier attempt, or from the trial that this one resumes.
   *
   * @return the latest metrics that were reported before the state was saved
   */
  Map<String, Double> restore(Checkpoints checkpoints) throws IOException {
    Optional<InputStream> state = checkpoints.open();
    if (state.isEmpty()) {
      return Map.of();
    }
    Map<String, Double> latest = new TreeMap<>();
    Map<String, String> links = new TreeMap<>();
    try (ZipInputStream zip =
        new ZipInputStream(new BufferedInputStream(state.get(), BUFFER_BYTES))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (List.of(METRICS, EARLIER_METRICS).contains(entry.getName())) {
          latest.putAll(MetricLine.of(new String(zip.readAllBytes(), UTF_8)).values());
          continue;
        }
        if (entry.getName().startsWith(LINKS)) {
          links.put(
              entry.getName().substring(LINKS.length()), new String(zip.readAllBytes(), UTF_8));
          continue;
        }
        Path file = folder.resolve(entry.getName()).normalize();
        if (!file.startsWith(folder)) {
          throw new IOException("Cannot restore " + entry.getName() + ": it leaves the folder");
        }
        Files.createDirectories(file.getParent());
        Files.copy(zip, file);
      }
    }
    for (Map.Entry<String, String> link : links.entrySet()) {
      new CheckpointLinks(folder).make(link.getKey(), link.getValue());
    }
    return latest;
  }

  /**
   * Saves the content and the metrics after a step; an empty folder counts as no state.
   *
   * @throws TrialException if the folder has a link that cannot be kept
   */
  void save(Checkpoints checkpoints, long step, Map<String, Double> latest)
      throws IOException, TrialException {
    save(latest, state -> checkpoints.save(step, state));
  }

  /** Like {@link #save}, when the program has ended; replaces an earlier state of the same step. */
  void saveAtEnd(Checkpoints checkpoints, long step, Map<String, Double> latest)
      throws IOException, TrialException {
    save(latest, state -> checkpoints.saveAtEnd(step, state));
  }

  private void save(Map<String, Double> latest, Consumer<Content> to)
      throws IOException, TrialException {
    // Before the files: a program writes a file first and then the link to it.
    Map<Path, Path> links =
        Files.isDirectory(folder) ? new CheckpointLinks(folder).list() : Map.of();
    List<Path> files = files();
    if (!files.isEmpty()) {
      to.accept(out -> zip(files, links, latest, out));
    }
  }

  private void zip(
      List<Path> files, Map<Path, Path> links, Map<String, Double> latest, OutputStream out)
      throws IOException {
    ZipOutputStream zip = new ZipOutputStream(out);
    zip.setLevel(Deflater.NO_COMPRESSION); // weights hardly compress
    if (!latest.isEmpty()) {
      zip.putNextEntry(new ZipEntry(METRICS));
      zip.write(new MetricLine(OptionalLong.empty(), latest).text().getBytes(UTF_8));
      zip.closeEntry();
    }
    for (Map.Entry<Path, Path> link : links.entrySet()) {
      zip.putNextEntry(new ZipEntry(LINKS + folder.relativize(link.getKey())));
      zip.write(link.getValue().toString().getBytes(UTF_8));
      zip.closeEntry();
    }
    int kept = 0;
    for (Path file : files) {
      try (InputStream content = Files.newInputStream(file)) {
        zip.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
        content.transferTo(zip);
        zip.closeEntry();
        kept++;
      } catch (NoSuchFileException renamed) {
        // The program is writing: the file has been renamed, and is saved next time.
      }
    }
    if (kept == 0) {
      throw new IOException("All files of %s were renamed meanwhile".formatted(folder));
    }
    zip.finish();
  }

  /** All present files, without those that disappear during the listing. */
  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            boolean ours =
                file.equals(folder.resolve(METRICS)) || file.startsWith(folder.resolve(LINKS));
            if (attributes.isRegularFile() && !ours) {
              files.add(file);
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
    Collections.sort(files);
    return files;
  }
}
