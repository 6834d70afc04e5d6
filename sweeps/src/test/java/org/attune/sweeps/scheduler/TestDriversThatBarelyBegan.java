package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Optional;
import java.util.Random;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.CurrentTables;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.journal.SweepJournal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drivers that end at any point while they begin leave a sweep that the next driver resumes. */
class TestDriversThatBarelyBegan {

  private static final SweepHeader HEADER = Events.header("sweep: sample\n");
  private static final CurrentTables TABLES =
      new CurrentTables("tables/manifests/1-1.json", Optional.empty(), 1);

  @ParameterizedTest(name = "seal creates a missing file: {0}")
  @ValueSource(booleans = {false, true})
  void theFirstDriver(boolean sealCreates) throws IOException {
    assertThat(endTwoDrivers(new CrashingStorage(sealCreates), Optional.empty()))
        .isGreaterThan(100);
  }

  @ParameterizedTest(name = "seal creates a missing file: {0}")
  @ValueSource(booleans = {false, true})
  void aLaterDriverAfterOneThatPublished(boolean sealCreates) throws IOException {
    CrashingStorage disk = new CrashingStorage(sealCreates);
    try (SweepJournal first = SweepJournal.open(disk, HEADER, false)) {
      first.nameTables(TABLES);
    }
    assertThat(endTwoDrivers(disk, Optional.of(TABLES))).isGreaterThan(100);
  }

  /**
   * Ends a driver at each point of its beginning, and the next one at each point of its own.
   *
   * @param tables what the third driver finds in force
   * @return the number of pairs of drivers that ended
   */
  private static int endTwoDrivers(CrashingStorage start, Optional<CurrentTables> tables)
      throws IOException {
    Random random = new Random(7);
    int pairs = 0;
    int points = Integer.MAX_VALUE;
    for (int point = 1; point <= points; point++) {
      int morePoints = Integer.MAX_VALUE;
      for (int more = 1; more <= morePoints; more++) {
        CrashingStorage first = start.next(random, false);
        first.crashAt(point);
        if (begins(first)) {
          points = point;
          break;
        }
        CrashingStorage second = first.next(random, false);
        second.crashAt(more);
        if (begins(second)) {
          morePoints = more;
        } else {
          pairs++;
        }
        CrashingStorage third = second.next(random, false);
        assertThat(SweepJournal.tablesInForce(third)).isEqualTo(tables);
        try (SweepJournal resumed = SweepJournal.open(third, HEADER, false)) {
          assertThat(resumed.inheritedTables()).isEqualTo(tables);
        }
        assertThat(SweepJournal.read(third).trials()).isEmpty();
      }
    }
    return pairs;
  }

  /** Whether a driver begins before the machine stops. */
  private static boolean begins(CrashingStorage disk) throws IOException {
    try (SweepJournal journal = SweepJournal.open(disk, HEADER, false)) {
      return true;
    } catch (IOException | IllegalStateException stopped) {
      if (disk.crashed()) {
        return false;
      }
      throw stopped;
    }
  }
}
