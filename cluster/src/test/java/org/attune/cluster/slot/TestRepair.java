package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.attune.api.storage.Storage;
import org.attune.cluster.repair.SweepRepair;
import org.attune.sweeps.journal.CorruptJournalException;
import org.attune.sweeps.journal.LivingDriverException;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attune repair}: what is left tells what was lost. */
class TestRepair {

  /** What changes a directory; a repair is stopped before each of these. */
  private static final Set<String> CHANGES =
      Set.of("replace", "createExclusively", "append", "seal", "delete", "write", "force");

  @TempDir private Path directory;
  private Path sweep;
  private List<String> rows;
  private Map<String, List<String>> tables;

  @BeforeEach
  void runTheSweep() throws Exception {
    sweep = directory.resolve("sweep");
    new CampaignSweep(sweep).runPartly();
    rows = CampaignSweep.rows(new CampaignSweep(sweep).resume());
    tables = CampaignSweep.tables(sweep);
  }

  /** The tables do not tell the number of retries: a later attempt shows that there was one. */
  @Test
  void aTrialThatFailedAndWasTriedAgainKeepsItsResult() throws Exception {
    Path failing = directory.resolve("failing");
    List<String> before = CampaignSweep.rows(new CampaignSweep(failing).runWithFailures(false));
    assertThat(before).filteredOn(row -> row.contains("FINISHED")).hasSize(2);
    assertThat(before).filteredOn(row -> row.contains("PENDING")).hasSize(1);
    deleteAll(failing.resolve("journal"));

    repair(failing);
    assertThat(CampaignSweep.rows(SweepJournal.read(new LocalStorage(failing)))).isEqualTo(before);
    CampaignSweep next = new CampaignSweep(failing);
    List<String> after = CampaignSweep.rows(next.resume());
    assertThat(next.trained()).as("the trial that waited, and two new ones").hasSize(3);
    assertThat(after).filteredOn(row -> row.contains("FINISHED")).hasSize(5);
    assertThat(after).filteredOn(row -> row.contains("FAILED")).hasSize(1);
  }

  @Test
  void aResultThatCameTooLateToCountDoesNotCountAfterARepair() throws Exception {
    Path failing = directory.resolve("failing");
    List<String> before = CampaignSweep.rows(new CampaignSweep(failing).runWithFailures(true));
    deleteAll(failing.resolve("journal"));
    repair(failing);
    assertThat(CampaignSweep.rows(SweepJournal.read(new LocalStorage(failing)))).isEqualTo(before);
  }

  @Test
  void aSweepWithoutDamageIsLeftAsItIs() throws IOException {
    assertThat(repair(sweep)).isEmpty();
    assertThat(new LocalStorage(sweep).list("epochs")).containsExactly("000001", "000002");
  }

  @Test
  void allJournalsAreLost() throws Exception {
    deleteAll(sweep.resolve("journal"));
    assertThatThrownBy(() -> new CampaignSweep(sweep).resume())
        .isInstanceOf(CorruptJournalException.class)
        .hasMessageContaining("attune repair");

    assertThat(repair(sweep))
        .anyMatch(line -> line.contains("the journal was rebuilt"))
        .anyMatch(line -> line.contains("the tables were written anew"));
    assertWhole();
  }

  @Test
  void allTablesAreLost() throws Exception {
    deleteAll(sweep.resolve("tables"));
    assertThat(repair(sweep)).anyMatch(line -> line.contains("tables/manifests/2-"));
    assertWhole();
    assertThat(CampaignSweep.tables(sweep).keySet()).isEqualTo(tables.keySet());
  }

  @Test
  void resultsAndTablesStandInForOneAnother() throws Exception {
    deleteAll(sweep.resolve("journal"));
    deleteAll(sweep.resolve("envelopes"));
    repair(sweep);
    assertWhole();
  }

  @Test
  void oneEventInTheMiddleIsDamaged() throws Exception {
    Path journal = sweep.resolve("journal/000001.log");
    byte[] content = Files.readAllBytes(journal);
    content[content.length / 2] ^= 1;
    Files.write(journal, content);
    repair(sweep);
    assertWhole();
  }

  @Test
  void aResultOfAnotherSweepIsLeftOutByName() throws Exception {
    Path foreign = directory.resolve("foreign");
    new CampaignSweep(foreign).runPartly();
    Files.move(sweep.resolve("envelopes"), directory.resolve("away"));
    copy(foreign.resolve("envelopes"), sweep.resolve("envelopes"));
    deleteAll(sweep.resolve("journal"));

    assertThat(repair(sweep))
        .anyMatch(line -> line.contains("envelopes/") && line.contains("is a result of the sweep"));
    assertWhole();
  }

  /** A finished result must not be trained again because the storage failed for a moment. */
  @Test
  void aResultThatCannotBeReadNowStopsTheRepairAndIsKept() throws Exception {
    deleteAll(sweep.resolve("journal"));
    for (Exception passing :
        List.of(
            new IOException("Call to namenode failed"),
            new SocketTimeoutException("60000 millis timeout"),
            new UncheckedIOException(new IOException("no block location")))) {
      assertThatThrownBy(
              () -> new SweepRepair(failing(passing), CampaignSweep.CATALOG.tree()).run())
          .hasMessageStartingWith("Cannot read the result %s/envelopes/", sweep)
          .hasMessageEndingWith("Nothing was changed; repair again once it can be read.");
    }
    repair(sweep);
    assertWhole();
  }

  /** A storage that cannot open results for a while. */
  private Storage failing(Exception passing) {
    LocalStorage storage = new LocalStorage(sweep);
    return (Storage)
        Proxy.newProxyInstance(
            Storage.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("open")
                  && arguments[0].toString().startsWith("envelopes/")) {
                throw passing;
              }
              try {
                return method.invoke(storage, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void nothingIsLeftToTellOfTheSweep() throws Exception {
    deleteAll(sweep.resolve("journal"));
    deleteAll(sweep.resolve("tables"));
    assertThatThrownBy(() -> repair(sweep)).isInstanceOf(IOException.class);
  }

  @Test
  void aLivingDriverIsLeftAlone() throws IOException {
    try (SweepJournal driver = SweepJournal.reopen(new LocalStorage(sweep))) {
      deleteAll(sweep.resolve("tables"));
      assertThatThrownBy(() -> repair(sweep)).isInstanceOf(LivingDriverException.class);
      assertThat(driver.isLatest()).isTrue();
    }
  }

  /** Stopped before any change, and done again: nothing is lost, and nothing trained again. */
  @Test
  void aRepairThatIsStoppedAnywhereIsDoneAgain() throws Exception {
    Path partly = directory.resolve("partly");
    new CampaignSweep(partly).runPartly(true);
    Path whole = directory.resolve("whole");
    copy(partly, whole);
    List<String> rows = CampaignSweep.rows(new CampaignSweep(whole).resume());
    Map<String, List<String>> keys = CampaignSweep.keys(whole);
    deleteAll(partly.resolve("journal"));
    boolean stopped = true;
    int change = 0;
    for (; stopped; change++) {
      Path victim = directory.resolve("victim-" + change);
      copy(partly, victim);
      try {
        new SweepRepair(stopping(victim, change), CampaignSweep.CATALOG.tree()).run();
        stopped = false;
      } catch (IOException expected) {
        assertThat(expected).hasStackTraceContaining("stopped here");
      }
      repair(victim);
      assertThat(repair(victim)).isEmpty();
      CampaignSweep next = new CampaignSweep(victim);
      assertThat(CampaignSweep.rows(next.resume())).as("stopped at %d", change).isEqualTo(rows);
      assertThat(next.trained()).as("the trial that had begun, and a new one").hasSize(2);
      assertThat(CampaignSweep.keys(victim)).as("stopped at %d", change).isEqualTo(keys);
    }
    assertThat(change).isGreaterThan(10);
  }

  private void assertWhole() throws Exception {
    assertThat(CampaignSweep.rows(SweepJournal.read(new LocalStorage(sweep)))).isEqualTo(rows);
    assertThat(repair(sweep)).isEmpty();
    CampaignSweep next = new CampaignSweep(sweep);
    assertThat(CampaignSweep.rows(next.resume())).isEqualTo(rows);
    assertThat(next.trained()).isEmpty();
    assertThat(CampaignSweep.tables(sweep).get("metrics")).hasSameSizeAs(tables.get("metrics"));
  }

  private static List<String> repair(Path directory) throws IOException {
    return new SweepRepair(new LocalStorage(directory), CampaignSweep.CATALOG.tree()).run();
  }

  /** A storage that fails at a change, and at all after it. */
  private static Storage stopping(Path directory, int at) {
    int[] changes = {0};
    return (Storage) stopping(new LocalStorage(directory), Storage.class, changes, at);
  }

  private static Object stopping(Object target, Class<?> type, int[] changes, int at) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          if (CHANGES.contains(method.getName()) && changes[0]++ >= at) {
            throw new IOException("stopped here");
          }
          try {
            method.setAccessible(true);
            Object result = method.invoke(target, arguments);
            return result instanceof Storage.AppendFile
                ? stopping(result, Storage.AppendFile.class, changes, at)
                : result;
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  private static void deleteAll(Path folder) throws IOException {
    try (Stream<Path> inside = Files.walk(folder)) {
      for (Path file : inside.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> inside = Files.walk(from)) {
      for (Path path : inside.toList()) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }
}
