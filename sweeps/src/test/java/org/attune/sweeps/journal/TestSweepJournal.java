package org.attune.sweeps.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.attune.api.search.Trial;
import org.attune.api.storage.FencedException;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.store.ThisHost;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestSweepJournal {

  private static final SweepHeader HEADER = Events.header("sweep: sample\nreplicates: 1\n");

  @TempDir Path directory;
  private LocalStorage storage;

  @BeforeEach
  void openStorage() {
    storage = new LocalStorage(directory.resolve("run"));
  }

  @Test
  void bringsBackWhatAnEarlierDriverSaid() throws IOException {
    Trial trial = Events.trial(0, 0);
    try (SweepJournal first = SweepJournal.open(storage, HEADER, false)) {
      first.append(Events.suggested(trial)).join();
      first.append(Events.started(trial, 1)).join();
      first.append(Events.finished(trial, 1, 0.5)).join();
      assertThat(first.epoch()).isEqualTo(1);
    }

    try (SweepJournal second = SweepJournal.open(storage, HEADER, false)) {
      assertThat(second.epoch()).isEqualTo(2);
      assertThat(second.state().trial(trial.id()).orElseThrow().objective()).hasValue(0.5);
      assertThat(second.state().header()).isEqualTo(HEADER);
    }
  }

  @Test
  void keepsTheHeaderOfTheFirstDriver() throws IOException {
    SweepJournal.open(storage, HEADER, false).close();
    SweepHeader other =
        new SweepHeader(
            "sample-2",
            HEADER.name(),
            HEADER.specText(),
            HEADER.seed(),
            HEADER.trials(),
            HEADER.objective(),
            HEADER.retries(),
            64,
            HEADER.provenance());

    try (SweepJournal resumed = SweepJournal.open(storage, other, false)) {
      assertThat(resumed.state().header().sweepId()).isEqualTo("sample-1");
      assertThat(resumed.state().header().threadsPerTrial()).isEqualTo(1);
    }
  }

  @Test
  void aSpecThatSaysTheSameInAnotherOrderIsTheSameSweep() throws IOException {
    SweepJournal.open(storage, Events.header("sweep: sample\nseed: 3\n"), false).close();
    SweepHeader reordered = Events.header("seed: 3\nsweep: sample\n");

    assertThatCode(() -> SweepJournal.open(storage, reordered, false).close())
        .doesNotThrowAnyException();
  }

  @Test
  void refusesADirectoryWithThisSweepChangedAndShowsWhatDiffers() throws IOException {
    SweepJournal.open(storage, HEADER, false).close();
    SweepHeader other = Events.header("sweep: sample\nreplicates: 2\n");

    assertThatThrownBy(() -> SweepJournal.open(storage, other, true))
        .isInstanceOf(OtherSweepException.class)
        .hasMessageContaining("holds this sweep, changed; ")
        .hasMessageNotContaining("claim")
        .hasMessageEndingWith("\n  - replicates: 1\n  + replicates: 2");
    assertThat(storage.list("epochs")).containsExactly("000001");
  }

  @Test
  void aChangedClaimNeedsAnotherSeed() throws IOException {
    SweepJournal.open(storage, Events.header("sweep: sample\nclaim: a < b"), false).close();
    SweepHeader other = Events.header("sweep: sample\nclaim: a < c");

    assertThatThrownBy(() -> SweepJournal.open(storage, other, true))
        .isInstanceOf(OtherSweepException.class)
        .hasMessageContaining(
            "(the claims changed, so give another seed too: the same seed gives the same numbers");
  }

  @Test
  void aRefusalAfterAnExtensionNamesWhatTheSweepIsNow() throws IOException {
    SweepHeader first = Events.header("sweep: sample\nseed: 7\nreplicates: 2");
    SweepHeader more = Events.header("sweep: sample\nseed: 7\nreplicates: 4");
    SweepJournal.open(storage, first, false).close();
    SweepJournal.extend(storage, more, false, event -> {}).close();

    assertThatThrownBy(() -> SweepJournal.open(storage, first, false))
        .isInstanceOf(OtherSweepException.class)
        .hasMessageContaining(
            "holds this sweep with more values, seeds or steps than are given now. To resume it, ")
        .hasMessageEndingWith("\n  - replicates: 4\n  + replicates: 2");
    for (int replicates : new int[] {2, 4, 5}) {
      SweepHeader changed =
          Events.header("sweep: sample\nseed: 8\nreplicates: %d".formatted(replicates));
      String size = replicates == 4 ? "" : "\n  - replicates: 4\n  + replicates: " + replicates;
      assertThatThrownBy(() -> SweepJournal.open(storage, changed, false))
          .isInstanceOf(OtherSweepException.class)
          .hasMessageContaining("  - seed: 7\n")
          .satisfies(
              refused ->
                  assertThat(refused.getMessage().replaceAll(" *[-+] seed: .\n?", "").strip())
                      .endsWith(size.strip()));
    }
    assertThat(storage.list("epochs")).containsExactly("000001", "000002");
  }

  @Test
  void refusesADirectoryWhoseSweepIsOnOtherData() throws IOException {
    SweepHeader red = on(new DataFile("red.txt", "12345678901234567890"));
    SweepHeader blue = on(new DataFile("blue.txt", "09876543210987654321"));
    SweepHeader renamed = on(new DataFile("copy.txt", "12345678901234567890"));
    SweepJournal.open(storage, red, false).close();

    assertThatThrownBy(() -> SweepJournal.open(storage, blue, true))
        .isInstanceOf(OtherSweepException.class)
        .hasMessageContaining(
            "holds this sweep on red.txt (SHA-256 123456789012...), not on blue.txt (SHA-256"
                + " 098765432109...)");
    assertThatThrownBy(() -> SweepJournal.open(storage, HEADER, true))
        .isInstanceOf(OtherSweepException.class)
        .hasMessageContaining("not on data that its tasks make");
    assertThat(storage.list("epochs")).containsExactly("000001");
    assertThat(red.sameSweep(blue)).isFalse();
    assertThat(red.sameSweep(HEADER)).isFalse();
    assertThat(red.sameSweep(renamed)).isTrue();
    SweepJournal.open(storage, renamed, false).close();
  }

  private static CurrentTables tables(String manifest) {
    return new CurrentTables(manifest, Optional.of("0".repeat(64)), 1);
  }

  private static SweepHeader on(DataFile data) {
    SortedMap<String, String> provenance = new TreeMap<>(HEADER.provenance());
    provenance.putAll(data.provenance());
    return new SweepHeader(
        HEADER.sweepId(),
        HEADER.name(),
        HEADER.specText(),
        HEADER.seed(),
        HEADER.trials(),
        HEADER.objective(),
        HEADER.retries(),
        HEADER.threadsPerTrial(),
        provenance);
  }

  @Test
  void refusesASecondDriver() throws IOException {
    try (SweepJournal living = SweepJournal.open(storage, HEADER, false)) {
      assertThat(SweepJournal.driven(storage)).isTrue();
      assertThatThrownBy(() -> SweepJournal.open(storage, HEADER, false))
          .isInstanceOf(LivingDriverException.class)
          .hasMessageContaining(
              ": %s, pid %d, since ".formatted(ThisHost.name(), ProcessHandle.current().pid()))
          .hasMessageContaining("; its last sign of life came ")
          .hasMessageContaining("'run' with --take-over ignores what the other driver writes");
      living.append(new Event.Completed("done", Events.NOON)).join();
    }
    assertThat(SweepJournal.driven(storage)).isFalse();
  }

  @Test
  void endsTheDriverThatIsTakenOver() throws IOException {
    try (SweepJournal stale = SweepJournal.open(storage, HEADER, false);
        SweepJournal taker = SweepJournal.open(storage, HEADER, true)) {
      assertThatThrownBy(() -> stale.append(Events.suggested(Events.trial(0, 0))).join())
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(FencedException.class);
      assertThatThrownBy(() -> stale.append(Events.suggested(Events.trial(1, 0))).join())
          .hasCauseInstanceOf(FencedException.class);
      taker.append(Events.suggested(Events.trial(2, 0))).join();
    }

    assertThat(trialIds(SweepJournal.read(storage))).containsExactly(Events.trial(2, 0).id());
  }

  @Test
  void protectsTheTakerAfterTheStaleDriverIsGone() throws IOException {
    SweepJournal stale = SweepJournal.open(storage, HEADER, false);
    try (SweepJournal taker = SweepJournal.open(storage, HEADER, true)) {
      stale.close();
      assertThatThrownBy(() -> SweepJournal.open(storage, HEADER, false))
          .isInstanceOf(LivingDriverException.class);
      assertThat(taker.epoch()).isEqualTo(2);
    }
  }

  @Test
  void acknowledgesAllThatCountsAndCountsAllThatIsAcknowledged() throws IOException {
    Random random = new Random(1);
    for (int round = 0; round < 20; round++) {
      LocalStorage own = new LocalStorage(directory.resolve("race-" + round));
      Set<String> acknowledged = raceUntilFenced(own, random);

      List<String> counted = trialIds(SweepJournal.read(own));
      assertThat(counted).containsAll(acknowledged).doesNotHaveDuplicates();
      // What came later than the take-over never appears, however often it is read.
      assertThat(trialIds(SweepJournal.read(own))).isEqualTo(counted);
    }
  }

  private static Set<String> raceUntilFenced(LocalStorage storage, Random random)
      throws IOException {
    Set<String> acknowledged = new HashSet<>();
    List<CompletableFuture<Void>> asked = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    try (SweepJournal stale = SweepJournal.open(storage, HEADER, false)) {
      int before = random.nextInt(200);
      for (int i = 0; i < before; i++) {
        Trial trial = Events.trial(i, 0);
        ids.add(trial.id());
        asked.add(stale.append(Events.suggested(trial)));
      }
      List<String> inherited;
      try (SweepJournal taker = SweepJournal.open(storage, HEADER, true)) {
        inherited = trialIds(taker.state().view());
        CompletableFuture<Void> late = stale.append(Events.suggested(Events.trial(999, 0)));
        assertThat(late).failsWithin(Duration.ofMinutes(20));
      }
      for (int i = 0; i < asked.size(); i++) {
        if (asked.get(i).handle((none, failure) -> failure == null).join()) {
          acknowledged.add(ids.get(i));
        }
      }
      assertThat(inherited).containsAll(acknowledged);
    }
    return acknowledged;
  }

  @Test
  void startsAfreshWhereADriverDiedBeforeItsEpochBegan() throws IOException {
    assertThat(SweepLayout.isFree(storage)).isTrue();
    storage.tryLock(SweepLayout.lock(1)).orElseThrow().close();
    storage.createExclusively("epochs/.000001.tmp", new byte[0]);
    assertThat(SweepLayout.isFree(storage)).isTrue();
    assertThat(SweepLayout.holdsSweep(storage)).isFalse();

    SweepJournal.open(storage, HEADER, false).close();
    assertThat(SweepLayout.holdsSweep(storage)).isTrue();
    assertThat(SweepLayout.isFree(storage)).isFalse();
  }

  @Test
  void aFolderOfOtherThingsIsNotFree() throws IOException {
    storage.replace("locks/000001", new byte[0]);
    storage.replace("thesis.tex", new byte[0]);
    assertThat(SweepLayout.isFree(storage)).isFalse();
  }

  @Test
  void saysWhatItLeavesOutOfAJournalThatPowerWasLostOn() throws IOException {
    try (SweepJournal first = SweepJournal.open(storage, HEADER, false)) {
      first.append(Events.suggested(Events.trial(0, 0))).join();
      assertThat(first.lost()).isEmpty();
    }
    Path journal = directory.resolve("run").resolve(SweepLayout.journal(1));
    Files.write(journal, new byte[100], StandardOpenOption.APPEND);

    try (SweepJournal second = SweepJournal.open(storage, HEADER, false)) {
      assertThat(second.lost())
          .contains(
              "the last 100 bytes of %s are left out: its driver ended before it acknowledged them"
                  .formatted(journal));
      assertThat(second.state().counts().total()).isEqualTo(1);
    }
    try (SweepJournal third = SweepJournal.open(storage, HEADER, false)) {
      assertThat(third.lost()).isEmpty();
    }
  }

  @Test
  void refusesASweepThatLacksTheEndOfAnEarlierJournal() throws IOException {
    long half;
    Path journal = directory.resolve("run").resolve(SweepLayout.journal(1));
    try (SweepJournal first = SweepJournal.open(storage, HEADER, false)) {
      half = Files.size(journal);
      first.append(Events.suggested(Events.trial(0, 0))).join();
    }
    SweepJournal.open(storage, HEADER, false).close();
    long whole = Files.size(journal);
    try (FileChannel file = FileChannel.open(journal, StandardOpenOption.WRITE)) {
      file.truncate(half);
    }

    String says = "it ends there, though epochs/000002 says that it had %d bytes".formatted(whole);
    assertThatThrownBy(() -> SweepJournal.open(storage, HEADER, false))
        .isInstanceOf(CorruptJournalException.class)
        .hasMessage(
            "%s is damaged at byte %d: %s; restore it from a copy, or run: attune repair %s",
            journal, half, says, storage.describe());
    assertThatThrownBy(() -> SweepJournal.read(storage))
        .isInstanceOf(CorruptJournalException.class);

    Files.delete(journal);
    assertThatThrownBy(() -> SweepJournal.open(storage, HEADER, false))
        .isInstanceOf(CorruptJournalException.class)
        .hasMessageContaining("%s is damaged at byte 0: %s", journal, says);
    assertThat(storage.list("epochs")).containsExactly("000001", "000002");
  }

  @Test
  void goesOnAfterADriverThatDiedWithinTheFirstBytesOfItsJournal() throws IOException {
    SweepJournal.open(storage, HEADER, false).close();
    byte[] whole = Files.readAllBytes(directory.resolve("run").resolve(SweepLayout.journal(1)));
    for (int bytes = 0; bytes <= Frames.MAGIC.length + 1; bytes++) {
      LocalStorage own = new LocalStorage(directory.resolve("died-" + bytes));
      own.createExclusively(
          "epochs/000001", "{\"epoch\":1,\"sealed\":{}}".getBytes(StandardCharsets.UTF_8));
      own.createExclusively(SweepLayout.journal(1), Arrays.copyOf(whole, bytes));

      SweepJournal.open(own, HEADER, false).close();
      try (SweepJournal third = SweepJournal.open(own, HEADER, false)) {
        assertThat(third.epoch()).isEqualTo(3);
      }
    }
  }

  @Test
  void startsAfreshWhereADriverDiedBeforeItsFirstEvent() throws IOException {
    storage.createExclusively(
        "epochs/000001", "{\"epoch\":1,\"sealed\":{}}".getBytes(StandardCharsets.UTF_8));

    try (SweepJournal journal = SweepJournal.open(storage, HEADER, false)) {
      assertThat(journal.epoch()).isEqualTo(2);
      assertThat(journal.state().counts().total()).isZero();
    }
  }

  @Test
  void readsTheManifestOfTheDriverBeforeUntilTheNewOneHasItsOwn() throws IOException {
    try (SweepJournal first = SweepJournal.open(storage, HEADER, false)) {
      assertThat(SweepJournal.tablesInForce(storage)).isEmpty();
      first.nameTables(tables("manifest-1.json"));
      try (SweepJournal second = SweepJournal.open(storage, HEADER, true)) {
        first.nameTables(tables("stale.json"));
        assertThat(SweepJournal.tablesInForce(storage)).contains(tables("manifest-1.json"));
        second.nameTables(tables("manifest-2.json"));
        assertThat(SweepJournal.tablesInForce(storage)).contains(tables("manifest-2.json"));
      }
    }
  }

  @Test
  void saysWhereThereIsNoSweep() {
    assertThatThrownBy(() -> SweepJournal.read(storage))
        .isInstanceOf(NoSweepException.class)
        .hasMessageStartingWith("There is no sweep in ");
    assertThat(Files.exists(directory.resolve("run"))).isFalse();
  }

  private static List<String> trialIds(SweepView sweep) {
    return sweep.trials().stream().map(TrialStatus::trial).map(Trial::id).toList();
  }
}
