package org.attune.sweeps.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestLedger {

  @TempDir private Path folder;

  private Ledger ledger;

  @BeforeEach
  void begin() throws IOException {
    ledger = new Ledger(new LocalStorage(folder));
    assertThat(ledger.exists()).isFalse();
    assertThat(ledger.begin(.05)).isTrue();
    assertThat(ledger.exists()).isTrue();
  }

  private Entry state(String sweep, String... claims) throws IOException {
    return ledger
        .add(
            before ->
                Optional.of(
                    Entry.stated(sweep, "runs/" + sweep, 7, List.of(claims), before.wealth())))
        .orElseThrow();
  }

  private void judge(int of, String claim, boolean shown) throws IOException {
    ledger.add(
        before ->
            Optional.of(
                Entry.verdict(of, List.of(new Entry.Judged(claim, "shown", shown, .001, 8)))));
  }

  private Path file(int number) {
    return folder.resolve(".attune-lab/%06d.json".formatted(number));
  }

  private void edit(int number, String from, String to) throws IOException {
    String text = Files.readString(file(number));
    assertThat(text).contains(from);
    Files.writeString(file(number), text.replace(from, to));
  }

  @Test
  void aLabBeginsOnce() throws IOException {
    assertThat(ledger.begin(.1)).isFalse();
    assertThat(ledger.read().wealth().rate()).isEqualTo(.05);
  }

  @Test
  void keepsWhatWasStatedAndWhatCameOfIt() throws IOException {
    Entry first = state("gates", "a above b", "c above b");
    judge(first.number(), "a above b", true);
    judge(first.number(), "a above b", true); // as another report shows it

    Entries entries = ledger.read();

    assertThat(entries.stated().get(0).claims()).containsExactly("a above b", "c above b");
    assertThat(first.level()).isEqualTo(new Wealth(.05, 0, 0).level(2));
    assertThat(first.cost()).isEqualTo(new Wealth(.05, 0, 0).share(2));
    assertThat(entries.wealth()).isEqualTo(new Wealth(.05, 2, 1));
    assertThat(entries.verdict(2).orElseThrow().judged().get(0).seeds()).isEqualTo(8);
    assertThat(problems(ledger)).isEmpty();
  }

  @Test
  void aDiscoveryIsNotLostWhenALaterReportSaysOtherwise() throws IOException {
    int of = state("gates", "a above b").number();
    judge(of, "a above b", true);
    judge(of, "a above b", false);

    assertThat(ledger.read().wealth().discoveries()).isEqualTo(1);
  }

  @Test
  void driversThatAddAtOnceLoseNothingAndPayForEachOther() throws Exception {
    ExecutorService drivers = Executors.newFixedThreadPool(4);
    List<Future<Entry>> added = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      String claim = "claim " + i;
      added.add(drivers.submit(() -> state("sweep", claim)));
    }
    List<Entry> all = new ArrayList<>();
    for (Future<Entry> entry : added) {
      all.add(entry.get());
    }
    drivers.shutdown();

    assertThat(all.stream().map(Entry::number).sorted().toList())
        .isEqualTo(IntStream.rangeClosed(2, 25).boxed().toList());
    assertThat(ledger.read().stated()).hasSize(24);
    assertThat(problems(ledger)).isEmpty(); // each level is that of its place
  }

  @Test
  void findsAndNamesAnEntryThatWasChanged() throws IOException {
    state("gates", "a above b");
    state("mixers", "c above d");
    edit(2, "a above b", "a above c");

    assertThat(problems(ledger))
        .containsExactly("entry 2 (stated gates) was changed, or the entry before it was removed");
  }

  /** The content of both is equal; a hash of the content alone would not see it. */
  @Test
  void findsAnEntryWhoseTextSaysTheSameInOtherDigits() throws IOException {
    state("gates", "a above b");
    edit(1, "\"rate\":0.05", "\"rate\":5.0E-2");
    edit(2, "\"seed\":7", "\"seed\": 7");

    assertThat(problems(ledger))
        .containsExactly(
            "entry 1 (lab) was changed, or the entry before it was removed",
            "entry 2 (stated gates) was changed, or the entry before it was removed");
  }

  @Test
  void aLedgerWithoutARateCannotBeRead() throws IOException {
    edit(1, "rate", "rote");

    assertThat(problems(ledger))
        .containsExactly(
            "entry 1 of the ledger cannot be read: it must be that of a lab, with its rate");
  }

  @Test
  void aCopyInOneFileHasTheSameEntries() throws IOException {
    Path file = copy();

    Entries entries = new LedgerCopy(file).read();

    assertThat(entries).isEqualTo(ledger.read());
    assertThat(problems(new LedgerCopy(file))).isEmpty();
    assertThat(Files.readString(file))
        .isEqualTo(
            Files.readString(file(1)) + Files.readString(file(2)) + Files.readString(file(3)));
  }

  /** Each byte of three lines but the last line's end, with the line in which it stands. */
  @Test
  void eachChangedByteOfACopyIsFoundInItsEntry() throws IOException {
    Path file = copy();
    byte[] bytes = Files.readAllBytes(file);
    int entry = 1;
    for (int i = 0; i < bytes.length - 1; i++) {
      byte was = bytes[i];
      bytes[i] ^= 1;
      Files.write(file, bytes);
      bytes[i] = was;

      assertThat(problems(new LedgerCopy(file)).get(0))
          .as("byte %d, was %c", i, was)
          .startsWith("entry " + entry + " ");
      entry += was == '\n' ? 1 : 0;
    }
  }

  @Test
  void aLineThatIsMissingInACopyIsFound() throws IOException {
    Path file = copy();
    List<String> lines = Files.readAllLines(file);
    Files.write(file, List.of(lines.get(0), lines.get(2)));

    assertThat(problems(new LedgerCopy(file)))
        .containsExactly("entry 2 (verdict) was changed, or the entry before it was removed");
    Files.write(file, lines.subList(1, 3));
    assertThat(problems(new LedgerCopy(file)))
        .containsExactly(
            "entry 1 of the ledger cannot be read: it must be that of a lab, with its rate");
    Files.writeString(file, "\n");
    assertThat(problems(new LedgerCopy(file)))
        .containsExactly("There is no ledger in %s: it is empty".formatted(file));
  }

  private Path copy() throws IOException {
    judge(state("gates", "a above b").number(), "a above b", true);
    return Files.writeString(folder.resolve("night.jsonl"), LedgerCopy.text(ledger.read()));
  }

  /** Order and levels come from the chain: a clock that is put back gains no wealth. */
  @Test
  void aClockThatIsPutBackChangesNoLevelAndNoOrder() throws IOException {
    Map<String, Object> early =
        new LinkedHashMap<>(
            Entry.stated("early", "runs/early", 7, List.of("a"), ledger.read().wealth()));
    early.put("at", "1970-01-01T00:00:00Z");
    Files.writeString(
        file(2), ChainedLine.after(ledger.read().last().line().sha256(), early).text() + "\n");

    Entry next = state("next", "b");

    assertThat(next.number()).isEqualTo(3);
    assertThat(next.level()).isEqualTo(new Wealth(.05, 1, 0).level(1));
    assertThat(problems(ledger)).isEmpty();
    edit(3, next.at(), "1969-01-01T00:00:00Z");
    assertThat(problems(ledger))
        .containsExactly("entry 3 (stated next) was changed, or the entry before it was removed");
  }

  @Test
  void findsAndNamesAnEntryThatWasRemoved() throws IOException {
    state("gates", "a above b");
    state("mixers", "c above d");
    Files.delete(file(2));

    assertThat(problems(ledger)).containsExactly("entry 2 of the ledger is missing: " + file(2));
  }

  @Test
  void findsAnEntryThatWasRemovedAndTheRestNumberedAnew() throws IOException {
    state("gates", "a above b");
    state("mixers", "c above d");
    Files.move(file(3), file(2), StandardCopyOption.REPLACE_EXISTING);

    assertThat(problems(ledger).get(0))
        .isEqualTo("entry 2 (stated mixers) was changed, or the entry before it was removed");
  }

  @Test
  void findsALevelThatTheEntriesBeforeDoNotGive() throws IOException {
    ledger.add(
        before ->
            Optional.of(
                Entry.stated("gates", "runs/gates", 7, List.of("a"), new Wealth(.05, 0, 9))));

    assertThat(problems(ledger))
        .containsExactly(
            "entry 2 (stated gates) has the level 0.05; the entries before it give "
                + new Wealth(.05, 0, 0).level(1));
  }

  @Test
  void namesAnEntryThatIsNoJson() throws IOException {
    state("gates", "a above b");
    Files.writeString(file(2), "nothing");

    assertThat(problems(ledger))
        .containsExactly(
            "entry 2 of the ledger cannot be read: %s: not a line of a record: nothing"
                .formatted(file(2)));
  }

  @Test
  void sealedNumbersOpenWithTheVerdictOrByTheDoorThatIsRecorded() throws IOException {
    int judged = state("gates", "a above b").number();
    int opened = state("mixers", "c above d").number();
    int closed = state("heads", "e above f").number();
    judge(judged, "a above b", false);
    ledger.add(before -> Optional.of(Entry.opened(opened, "a plot")));

    Entries entries = ledger.read();

    assertThat(entries.isOpen(judged)).isTrue();
    assertThat(entries.isOpen(opened)).isTrue();
    assertThat(entries.isOpen(closed)).isFalse();
    assertThat(entries.openings(opened)).hasSize(1);
  }

  @Test
  void aSweepHasItsEntryOnlyWhileTheHashAgrees() throws IOException {
    Entry entry = state("gates", "a above b");
    Standing standing =
        new Standing(
            ledger.read().lab(), entry.number(), entry.line().sha256(), entry.level(), "labs/one");

    assertThat(Standing.of(standing.provenance())).contains(standing);
    assertThat(ledger.read().of(standing).map(Entry::number)).contains(2);
    edit(2, entry.line().sha256(), "0".repeat(64));
    assertThat(ledger.read().of(standing)).isEmpty();
  }

  /** What is wrong with a ledger: an entry that cannot be read, or what its entries say. */
  private static List<String> problems(LedgerReader ledger) {
    try {
      return ledger.read().problems();
    } catch (IOException broken) {
      return List.of(broken.getMessage());
    }
  }
}
