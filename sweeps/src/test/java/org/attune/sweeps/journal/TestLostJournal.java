package org.attune.sweeps.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.attune.api.search.Trial;
import org.attune.api.storage.DamagedFileException;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that lost what it had is refused, by every driver and every reader. */
class TestLostJournal {

  private static final SweepHeader HEADER = Events.header("sweep: sample\n");
  private static final int EVENTS = 10;

  @TempDir private Path directory;
  private LocalStorage storage;

  /** A driver runs three trials and publishes: opened, and three events for each trial. */
  @BeforeEach
  void run() throws IOException {
    storage = new LocalStorage(directory);
    try (SweepJournal journal = SweepJournal.open(storage, HEADER, false)) {
      for (int i = 0; i < 3; i++) {
        Trial trial = Events.trial(i, 0);
        journal.append(Events.suggested(trial)).join();
        journal.append(Events.started(trial, 1)).join();
        journal.append(Events.finished(trial, 1, i)).join();
      }
      assertThat(journal.state().view().events()).isEqualTo(EVENTS);
      journal.nameTables(new CurrentTables("tables/manifests/1-1.json", Optional.empty(), EVENTS));
    }
  }

  @Test
  void aJournalThatIsMissing() throws IOException {
    Files.delete(journal());
    assertRefused(
        "journal/000001.log is missing: it holds 0 events of 10 that the tables show; restore it"
            + " from a copy, or run: attune repair %s",
        directory);
  }

  /** A manifest says which epoch it is of, too; as a record it would leave all journals out. */
  @Test
  void anotherFileInPlaceOfTheRecordOfTheEpoch() throws IOException {
    Path record = directory.resolve(SweepLayout.epoch(1));
    Files.writeString(record, "{\"epoch\": 1, \"events\": 10, \"tables\": {}}");
    assertRefused(SweepLayout.epoch(1) + " is not the record of an epoch");
  }

  @Test
  void aJournalThatIsEmpty() throws IOException {
    Files.write(journal(), new byte[0]);
    assertRefused("journal/000001.log was cut short: it holds 0 events of 10");
  }

  @Test
  void aJournalThatWasCutAnywhere() throws IOException {
    long whole = Files.size(journal());
    byte[] content = Files.readAllBytes(journal());
    for (long length = 0; length < whole - Frames.HEADER_BYTES; length += 7) {
      cut(length);
      assertRefused("journal/000001.log was cut short: it holds");
      Files.write(journal(), content);
    }
    assertThat(SweepJournal.read(storage).events()).isEqualTo(EVENTS);
  }

  @Test
  void whatTablesDoNotShowYetMayBeMissing() throws IOException {
    long whole = Files.size(journal());
    try (SweepJournal second = SweepJournal.open(storage, HEADER, false)) {
      assertThat(second.lost()).isEmpty();
      second.append(Events.suggested(Events.trial(3, 0))).join();
    }
    // The tables show ten events, and the second driver published none: its last event may go.
    Path journal = directory.resolve(SweepLayout.journal(2));
    try (FileChannel file = FileChannel.open(journal, StandardOpenOption.WRITE)) {
      file.truncate(Files.size(journal) - Frames.HEADER_BYTES - 10);
    }
    try (SweepJournal third = SweepJournal.open(storage, HEADER, false)) {
      assertThat(third.state().view().events()).isEqualTo(EVENTS + 2);
      assertThat(third.lost()).get().asString().contains("journal/000002.log are left out");
    }
    assertThat(Files.size(journal())).isEqualTo(whole);
  }

  @Test
  void aResultThatTheJournalDoesNotKnow() throws IOException {
    assertUnknownResultIsRefused(
        SweepLayout.envelope(1, Events.trial(0, 0).id(), 1),
        SweepLayout.envelope(1, Events.trial(5, 0).id(), 1));
  }

  @Test
  void aResultOfAnEarlierVersionThatTheJournalDoesNotKnow() throws IOException {
    assertUnknownResultIsRefused(
        SweepLayout.earlierEnvelope(1, Events.trial(0, 0).id(), 1),
        SweepLayout.earlierEnvelope(1, Events.trial(5, 0).id(), 1));
  }

  private void assertUnknownResultIsRefused(String known, String unknown) throws IOException {
    storage.replace(known, "{}".getBytes(UTF_8));
    assertThat(SweepJournal.read(storage).events()).isEqualTo(EVENTS);
    storage.replace(unknown, "{}".getBytes(UTF_8));
    assertRefused(
        "journal/000001.log was cut short: it lacks 1 existing results, such as " + unknown);
  }

  @Test
  void theJournalOfAnotherSweep() throws IOException {
    LocalStorage other = new LocalStorage(directory.resolve("other"));
    SweepHeader stranger = HEADER.resumedWith(HEADER);
    SweepJournal.open(other, stranger, false).close();
    SweepJournal.open(storage, HEADER, false).close();
    Files.copy(
        directory.resolve("other/journal/000001.log"),
        directory.resolve(SweepLayout.journal(2)),
        StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> SweepJournal.read(storage))
        .isInstanceOf(CorruptJournalException.class)
        .hasMessageContaining("journal/000002.log is damaged at byte 0: it is the journal of");
  }

  @Test
  void theRecordOfAnEpochThatIsMissingOrChanged() throws IOException {
    Path record = directory.resolve(SweepLayout.epoch(1));
    byte[] content = Files.readAllBytes(record);
    for (int at = 0; at < content.length; at++) {
      byte[] damaged = content.clone();
      damaged[at] ^= 4;
      Files.write(record, damaged);
      assertRefused("epochs/000001 is");
    }
    Files.delete(record);
    assertRefused("epochs/000001 is missing, though the journal of its driver is there");
  }

  @Test
  void theNameOfTheTablesThatIsMissingOrChanged() throws IOException {
    Path name = directory.resolve(SweepLayout.current(1));
    byte[] content = Files.readAllBytes(name);
    for (int at = 0; at < content.length; at++) {
      byte[] damaged = content.clone();
      damaged[at] ^= 4;
      Files.write(name, damaged);
      assertRefused("current/000001 is damaged");
    }
    Files.delete(name);
    assertRefused("current/000001 is missing");
  }

  @Test
  void aSweepOfAnEarlierVersionIsReadAndItsLostJournalRefused() throws IOException {
    // As 0.1.0 wrote them: no digests, and the manifest alone knows how many events it shows.
    storage.replace(SweepLayout.epoch(1), "{\"epoch\":1,\"sealed\":{}}".getBytes(UTF_8));
    storage.replace(SweepLayout.current(1), "tables/manifests/1-1.json\n".getBytes(UTF_8));
    storage.replace("tables/manifests/1-1.json", "{\"format\": 1, \"events\": 10}".getBytes(UTF_8));
    assertThat(SweepJournal.read(storage).events()).isEqualTo(EVENTS);
    byte[] content = Files.readAllBytes(journal());
    cut(Files.size(journal()) / 2);
    assertRefused("journal/000001.log was cut short: it holds");
    Files.write(journal(), content);
    try (SweepJournal resumed = SweepJournal.open(storage, HEADER, false)) {
      assertThat(resumed.epoch()).isEqualTo(2);
      assertThat(resumed.inheritedTables().orElseThrow().events()).isEqualTo(EVENTS);
    }
  }

  private Path journal() {
    return directory.resolve(SweepLayout.journal(1));
  }

  private void cut(long length) throws IOException {
    try (FileChannel file = FileChannel.open(journal(), StandardOpenOption.WRITE)) {
      file.truncate(length);
    }
  }

  /** Readers and drivers say the same, and nothing is begun. */
  private void assertRefused(String message, Object... values) throws IOException {
    assertThatThrownBy(() -> SweepJournal.read(storage))
        .isInstanceOf(DamagedFileException.class)
        .hasMessageStartingWith(directory + "/" + message.formatted(values));
    assertThatThrownBy(() -> SweepJournal.open(storage, HEADER, true))
        .isInstanceOf(DamagedFileException.class)
        .hasMessageStartingWith(directory + "/" + message.formatted(values));
    assertThat(storage.list("epochs")).doesNotContain("000002");
  }
}
