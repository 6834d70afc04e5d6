package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.attune.cluster.repair.SweepRepair;
import org.attune.cluster.store.Storages;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random damage to every file of a sweep, that of a finished one and of one whose driver died. Each
 * time all readers, the next driver and {@code attune repair} must tell the truth: what is shown is
 * what was measured, or the file is refused by its name.
 */
class TestCorruption {

  /** What was done to a file. */
  private enum Kind {
    FLIP,
    CUT,
    SWAP,
    DELETE
  }

  /** What came of it. */
  private enum Outcome {
    /** Readers and the next driver saw what they saw before. */
    UNAFFECTED,
    /** The next driver said what was left out, and the rows are the same in the end. */
    TOLD,
    /** Refused by name; the repair brought everything back. */
    REPAIRED,
    /** Refused by name; too little is left to repair. */
    REFUSED
  }

  @TempDir private Path directory;
  private Path running;
  private Path finished;
  private List<String> rows;
  private Map<String, List<String>> tables;
  private Map<String, List<String>> tablesOfRunning;
  private List<String> rowsOfRunning;
  private Set<String> unfinished;

  @BeforeEach
  void runTheSweep() throws Exception {
    running = directory.resolve("running");
    new CampaignSweep(running).runPartly();
    rowsOfRunning = rows(running);
    tablesOfRunning = CampaignSweep.tables(running);
    finished = directory.resolve("finished");
    copy(running, finished);
    CampaignSweep resumed = new CampaignSweep(finished);
    SweepView end = resumed.resume();
    assertThat(resumed.notices()).isEmpty();
    assertThat(resumed.trained()).as("one that was cut off, and one never begun").hasSize(2);
    unfinished = new HashSet<>(resumed.trained());
    rows = CampaignSweep.rows(end);
    assertThat(rows).hasSize(6);
    tables = CampaignSweep.tables(finished);
  }

  @Test
  void aSampleOfDamage() throws Exception {
    attack(60, 22);
  }

  @Test
  @Tag("soak")
  void aThousandDamages() throws Exception {
    attack(1_000, 4);
  }

  private void attack(int times, long seed) throws Exception {
    Random random = new Random(seed);
    Map<Kind, Map<Outcome, Integer>> outcomes = new EnumMap<>(Kind.class);
    for (int i = 0; i < times; i++) {
      Path victim = directory.resolve("victim-" + i);
      boolean over = random.nextBoolean();
      copy(over ? finished : running, victim);
      Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
      List<Path> damaged = damage(kind, victim, random);
      Outcome outcome;
      try {
        outcome = judge(victim, over, damaged);
      } catch (Exception | AssertionError e) {
        throw new AssertionError(
            "damage %d, seed %d: %s of %s, over: %s".formatted(i, seed, kind, damaged, over), e);
      }
      outcomes
          .computeIfAbsent(kind, k -> new EnumMap<>(Outcome.class))
          .merge(outcome, 1, Integer::sum);
      delete(victim);
    }
    System.out.println("corruption " + outcomes);
    assertThat(outcomes).containsKeys(Kind.values());
  }

  private static List<Path> damage(Kind kind, Path victim, Random random) throws IOException {
    List<Path> files = files(victim);
    Path file = files.get(random.nextInt(files.size()));
    byte[] content = Files.readAllBytes(file);
    switch (kind) {
      case FLIP -> {
        if (content.length > 0) {
          content[random.nextInt(content.length)] ^= (byte) (1 << random.nextInt(8));
        }
        Files.write(file, content);
      }
      case CUT -> Files.write(file, Arrays.copyOf(content, random.nextInt(content.length + 1)));
      case DELETE -> Files.delete(file);
      case SWAP -> {
        Path other = files.get(random.nextInt(files.size()));
        Files.write(file, Files.readAllBytes(other));
        Files.write(other, content);
        return List.of(file, other);
      }
    }
    return List.of(file);
  }

  private Outcome judge(Path victim, boolean over, List<Path> damaged) throws Exception {
    boolean refused = false;
    try {
      List<String> seen = rows(victim);
      // The end of a journal that no table shows may be gone, as after a crash.
      assertThat(seen).isSubsetOf(over ? rows : rowsOfRunning);
    } catch (IOException e) {
      refused = true;
      assertNamed(e, damaged, victim);
    } catch (AssertionError shorter) {
      if (over) {
        throw shorter;
      }
      assertThat(finishedRows(rows(victim))).isSubsetOf(rows);
    }
    try {
      assertThat(CampaignSweep.tables(victim)).isEqualTo(over ? tables : tablesOfRunning);
    } catch (IOException e) {
      refused = true;
      assertNamed(e, damaged, victim);
    }
    List<String> repair = List.of();
    if (refused) {
      try {
        repair =
            new SweepRepair(Storages.of(victim.toString()), CampaignSweep.CATALOG.tree()).run();
      } catch (IOException e) {
        assertNamed(e, damaged, victim);
        return Outcome.REFUSED;
      }
      assertThat(repair).isNotEmpty();
    }
    CampaignSweep next = new CampaignSweep(victim);
    SweepView end = next.resume();
    assertThat(CampaignSweep.rows(end)).isEqualTo(rows);
    CampaignSweep.tables(victim);
    boolean told =
        !next.notices().isEmpty() || repair.stream().anyMatch(l -> l.contains("left out"));
    List<String> again = new ArrayList<>(next.trained());
    if (!over) {
      again.removeAll(unfinished);
      // Its result was there, and is what was damaged.
      boolean result = damaged.stream().anyMatch(file -> file.toString().contains("envelopes"));
      told |= result;
    }
    if (!again.isEmpty() && !told) {
      fail("trained again without a word: %s", again);
    }
    return refused ? Outcome.REPAIRED : told ? Outcome.TOLD : Outcome.UNAFFECTED;
  }

  private static List<String> finishedRows(List<String> rows) {
    return rows.stream().filter(row -> row.contains("FINISHED")).toList();
  }

  private static void assertNamed(IOException e, List<Path> damaged, Path victim) {
    assertThat(e.getMessage()).as("%s", damaged).contains(victim.toString());
    boolean named = damaged.stream().anyMatch(file -> e.getMessage().contains(file.toString()));
    assertThat(named).as("%s names one of %s", e, damaged).isTrue();
  }

  private static List<String> rows(Path directory) throws IOException {
    return CampaignSweep.rows(SweepJournal.read(Storages.of(directory.toString())));
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> inside = Files.walk(directory)) {
      return inside.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> inside = Files.walk(from)) {
      for (Path path : inside.toList()) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> inside = Files.walk(directory)) {
      for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
