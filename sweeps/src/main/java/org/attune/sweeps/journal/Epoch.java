package org.attune.sweeps.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DatabindException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.storage.DamagedFileException;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.CheckedText;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.store.WholeFile;
import org.jspecify.annotations.Nullable;

/**
 * One driver's term. The driver that wins the epoch creates the file {@code epochs/<number>} once.
 * The file says which part of the past is valid.
 *
 * @param number from 1
 * @param sealed valid bytes of each older epoch's journal, by epoch
 * @param tables current tables when the epoch began; empty if there were none
 * @param restored replaces the earlier journals; empty unless the sweep was repaired
 * @param checked whether its driver wrote a file {@code current/<number>} before its journal
 */
record Epoch(
    int number,
    SortedMap<Integer, Long> sealed,
    Optional<CurrentTables> tables,
    Optional<Restored> restored,
    boolean checked) {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** The content of an epoch's file, with nulls for what it lacks. No field is unknown. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Content(
      int epoch,
      SortedMap<Integer, Long> sealed,
      @Nullable String manifest,
      @Nullable Long events,
      @JsonProperty("manifest-sha256") @Nullable String sha256,
      @Nullable Restored restored) {}

  Epoch {
    sealed = Collections.unmodifiableSortedMap(new TreeMap<>(sealed));
  }

  /** The latest epoch in a directory. */
  static Optional<Epoch> latest(Storage storage) throws IOException {
    OptionalInt latest = SweepLayout.latestEpoch(storage);
    return latest.isPresent() ? Optional.of(read(storage, latest.getAsInt())) : Optional.empty();
  }

  /** The record of an epoch. */
  static Epoch read(Storage storage, int number) throws IOException {
    String path = SweepLayout.epoch(number);
    try {
      CheckedText file =
          CheckedText.decode(WholeFile.read(storage, path))
              .orElseThrow(() -> new DamagedFileException(storage, path, "is damaged"));
      Content content = MAPPER.readValue(file.text(), Content.class);
      if (content == null || content.sealed() == null) {
        throw new DamagedFileException(storage, path, "is not the record of an epoch");
      }
      if (content.epoch() != number) {
        throw new DamagedFileException(storage, path, "is not the record of that epoch");
      }
      Optional<CurrentTables> tables =
          content.manifest() == null
              ? Optional.empty()
              : Optional.of(
                  content.events() == null
                      ? CurrentTables.ofEarlierVersion(storage, content.manifest())
                      : new CurrentTables(
                          content.manifest(),
                          Optional.ofNullable(content.sha256()),
                          content.events()));
      Optional<Restored> restored = Optional.ofNullable(content.restored());
      return new Epoch(number, content.sealed(), tables, restored, file.checked());
    } catch (DatabindException other) {
      throw new DamagedFileException(storage, path, "is not the record of an epoch");
    } catch (JsonProcessingException damaged) {
      throw new DamagedFileException(storage, path, "is damaged");
    }
  }

  /**
   * The epoch after the latest, with the latest epoch's journal sealed.
   *
   * <p>Sealing comes before looking up the tables: a driver fenced by the seal may still publish,
   * but does not change the tables recorded here.
   */
  static Epoch next(Storage storage, Optional<Epoch> latest) throws IOException {
    if (latest.isEmpty()) {
      return new Epoch(1, new TreeMap<>(), Optional.empty(), Optional.empty(), true);
    }
    SortedMap<Integer, Long> sealed = new TreeMap<>(latest.get().sealed());
    int number = latest.get().number();
    sealed.put(number, storage.seal(SweepLayout.journal(number)));
    Optional<CurrentTables> tables = latest.get().tablesInForce(storage);
    return new Epoch(number + 1, sealed, tables, latest.get().restored(), true);
  }

  /**
   * The tables that this epoch's driver published last, or else those that it inherited.
   *
   * @throws DamagedFileException if the file that names them is damaged or lost
   */
  Optional<CurrentTables> tablesInForce(Storage storage) throws IOException {
    String current = SweepLayout.current(number);
    // In this order: the driver writes this file before its journal.
    boolean begun = checked && wroteJournal(storage);
    if (storage.exists(current)) {
      return CurrentTables.read(storage, number);
    }
    if (begun) {
      throw new DamagedFileException(storage, current, "is missing");
    }
    return tables;
  }

  /**
   * Whether the epoch's journal has at least one byte. An empty one proves nothing: on HDFS the
   * next driver's seal creates it for a driver that ended before it wrote.
   */
  private boolean wroteJournal(Storage storage) throws IOException {
    try (InputStream in = storage.open(SweepLayout.journal(number))) {
      return in.read() >= 0;
    } catch (FileNotFoundException none) {
      return false;
    }
  }

  /** Creates the epoch's file unless another driver did; returns whether this driver created it. */
  boolean begin(Storage storage) throws IOException {
    Content content =
        new Content(
            number,
            sealed,
            tables.map(CurrentTables::manifest).orElse(null),
            tables.map(CurrentTables::events).orElse(null),
            tables.flatMap(CurrentTables::sha256).orElse(null),
            restored.orElse(null));
    return storage.createExclusively(
        SweepLayout.epoch(number), CheckedText.encode(MAPPER.writeValueAsString(content)));
  }

  /** Records that this epoch's driver has published nothing yet; must precede its journal. */
  void nameTables(Storage storage) throws IOException {
    storage.replace(SweepLayout.current(number), CurrentTables.encode(tables, number));
  }

  /** The number of valid bytes in an epoch's journal, according to this epoch. */
  long limit(int epoch) {
    return epoch == number ? Long.MAX_VALUE : sealed.getOrDefault(epoch, 0L);
  }
}
