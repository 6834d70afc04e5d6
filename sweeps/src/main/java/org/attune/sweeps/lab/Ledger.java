package org.attune.sweeps.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.WholeFile;

/**
 * What was ever claimed in a lab, and what came of it, in the lab's folder {@code .attune-lab}. An
 * entry is a file, numbered from 1, with one {@link ChainedLine}. Entries are only ever added: the
 * storage lets one of several drivers create a file, and the others take the next number. So
 * nothing is lost and nothing is written twice.
 *
 * @param storage of the folder above {@code .attune-lab}
 */
public record Ledger(Storage storage) implements LedgerReader {

  /** The ledger's folder in the lab's. */
  public static final String FOLDER = ".attune-lab";

  private static final String FILE = "%06d.json";
  private static final int ID_DIGITS = 8;

  /** Whether the folder is a lab. */
  public boolean exists() throws IOException {
    return storage.exists(path(1));
  }

  /**
   * Makes the folder a lab.
   *
   * @return whether it was none before
   */
  public boolean begin(double rate) throws IOException {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put(Entry.KIND, Entry.LAB);
    content.put(Entry.ID, UUID.randomUUID().toString().substring(0, ID_DIGITS));
    content.put(Entry.RATE, new Wealth(rate, 0, 0).rate());
    content.put(Entry.AT, Instant.now().toString());
    return create(1, ChainedLine.after("", content));
  }

  /** The lab's id. */
  public String lab() throws IOException {
    return line(1).json().path(Entry.ID).asText();
  }

  @Override
  public Entries read() throws IOException {
    List<String> files =
        storage.list(FOLDER).stream().filter(name -> name.matches("\\d{6,}\\.json")).toList();
    if (files.isEmpty()) {
      throw new IOException("There is no ledger in " + storage.describe() + "/" + FOLDER);
    }
    List<Entry> entries = new ArrayList<>();
    for (int number = 1; number <= files.size(); number++) {
      entries.add(new Entry(number, line(number)));
    }
    return Entries.of(entries);
  }

  /**
   * Adds an entry.
   *
   * @param content makes the entry from those before it, again if another driver adds one first;
   *     empty to add none
   * @return the entry that was added
   */
  public Optional<Entry> add(Function<Entries, Optional<Map<String, Object>>> content)
      throws IOException {
    while (true) {
      Entries before = read();
      Optional<Map<String, Object>> next = content.apply(before);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      Map<String, Object> timed = new LinkedHashMap<>(next.get());
      timed.put(Entry.AT, Instant.now().toString());
      int number = before.all().size() + 1;
      ChainedLine line = ChainedLine.after(before.last().line().sha256(), timed);
      if (create(number, line)) {
        return Optional.of(new Entry(number, line));
      }
    }
  }

  private boolean create(int number, ChainedLine line) throws IOException {
    return storage.createExclusively(path(number), (line.text() + "\n").getBytes(UTF_8));
  }

  private ChainedLine line(int number) throws IOException {
    try {
      return ChainedLine.read(new String(WholeFile.read(storage, path(number)), UTF_8).strip());
    } catch (FileNotFoundException missing) {
      throw new IOException(
          "entry %d of the ledger is missing: %s".formatted(number, name(number)), missing);
    } catch (IOException broken) {
      throw new IOException(
          "entry %d of the ledger cannot be read: %s: %s"
              .formatted(number, name(number), broken.getMessage()),
          broken);
    }
  }

  private String name(int number) {
    return storage.describe() + "/" + path(number);
  }

  private static String path(int number) {
    return FOLDER + "/" + FILE.formatted(number);
  }
}
