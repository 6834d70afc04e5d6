package org.attune.sweeps.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.sweeps.store.Storage;
import org.attune.sweeps.store.SweepLayout;

/**
 * One driver's term. Its file {@code epochs/<number>} is created once, by the one driver that wins
 * it, and says what of the past holds.
 *
 * @param number from 1
 * @param sealed bytes of each older epoch's journal that count, by epoch
 * @param manifest the tables' manifest in force when the epoch began; empty when there was none
 */
record Epoch(int number, SortedMap<Integer, Long> sealed, Optional<String> manifest) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  Epoch {
    sealed = Collections.unmodifiableSortedMap(new TreeMap<>(sealed));
  }

  /** The latest epoch in a directory. */
  static Optional<Epoch> latest(Storage storage) throws IOException {
    OptionalInt latest = SweepLayout.latestEpoch(storage);
    return latest.isPresent() ? Optional.of(read(storage, latest.getAsInt())) : Optional.empty();
  }

  private static Epoch read(Storage storage, int number) throws IOException {
    try (InputStream in = storage.open(SweepLayout.epoch(number))) {
      JsonNode json = MAPPER.readTree(in);
      SortedMap<Integer, Long> sealed = new TreeMap<>();
      json.path("sealed")
          .fields()
          .forEachRemaining(
              field -> sealed.put(Integer.valueOf(field.getKey()), field.getValue().longValue()));
      return new Epoch(number, sealed, Optional.ofNullable(json.path("manifest").textValue()));
    }
  }

  /**
   * The epoch after the latest, with the latest's journal sealed.
   *
   * <p>Sealing comes before the manifest is looked up: a driver that was fenced by it may still
   * publish, but not into what is recorded here.
   */
  static Epoch next(Storage storage, Optional<Epoch> latest) throws IOException {
    if (latest.isEmpty()) {
      return new Epoch(1, new TreeMap<>(), Optional.empty());
    }
    SortedMap<Integer, Long> sealed = new TreeMap<>(latest.get().sealed());
    int number = latest.get().number();
    sealed.put(number, storage.seal(SweepLayout.journal(number)));
    return new Epoch(number + 1, sealed, latest.get().manifestInForce(storage));
  }

  /** The manifest that this epoch's driver published last, or else the one that it took over. */
  Optional<String> manifestInForce(Storage storage) throws IOException {
    String current = SweepLayout.current(number);
    if (!storage.exists(current)) {
      return manifest;
    }
    try (InputStream in = storage.open(current)) {
      return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
    }
  }

  /** Creates the epoch's file, unless another driver did; returns whether it was this one. */
  boolean begin(Storage storage) throws IOException {
    ObjectNode json = MAPPER.createObjectNode().put("epoch", number);
    ObjectNode lengths = json.putObject("sealed");
    for (Map.Entry<Integer, Long> entry : sealed.entrySet()) {
      lengths.put(entry.getKey().toString(), entry.getValue());
    }
    manifest.ifPresent(name -> json.put("manifest", name));
    return storage.createExclusively(SweepLayout.epoch(number), MAPPER.writeValueAsBytes(json));
  }

  /** How many bytes of an epoch's journal count, seen from this one. */
  long limit(int epoch) {
    return epoch == number ? Long.MAX_VALUE : sealed.getOrDefault(epoch, 0L);
  }
}
