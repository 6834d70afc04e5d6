package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.jobs.Printed;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report counts the slots' time while drivers ran, and no break between them. */
class TestSlotsInBrowser {

  private static final Objective LOSS = new Objective("loss", Objective.Goal.MINIMIZE);

  @TempDir Path folder;
  private Instant now = Instant.now();
  private int index;

  /** A driver dies, another goes on with other hosts, and is killed too. */
  @Test
  void deadDriversAndBreaksAndEarlierHostsCountForNothing() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    try (SweepJournal first = open()) {
      Trial cut = begins(first, "old.0", now);
      ends(first, begins(first, "old.1", now), now.plusSeconds(100));
      begins(first, "old.1", now.plusSeconds(100));
      first
          .append(
              new Event.Abandoned(
                  cut.id(), 1, Event.Abandoned.DRIVER_DIED, now.plus(Duration.ofDays(1))))
          .join();
    }
    Path html = folder.resolve("report.html");
    Printed.attune("report", folder, "--html", html);
    try (Browser browser =
        Browser.open(Browser.program().get(), folder.resolve("profile"), 1280, 900)) {
      browser.go(html.toUri().toString(), false);
      assertThat(
              browser
                  .evaluate("state.data.attempts.map(a => (a[4] - a[3]) / 1000).join(' ')")
                  .asText())
          .as("the first ends with its driver's last word")
          .startsWith("100 100 ");
      assertThat(browser.evaluate("state.data.now - state.data.attempts[0][3]").asLong())
          .as("without a driver, the last event is now")
          .isEqualTo(Duration.ofDays(1).toMillis());

      assertThat(
              browser
                  .evaluate(
                      """
                      state.data.now = 400000, state.data.sweep.ran_seconds = 200,
                      use([['a', 1, 'old 0', 0, 100000], ['b', 1, 'old 1', 0, 50000],
                           ['c', 1, 'new 0', 300000, null], ['d', 1, 'new 1', 300000, 350000]])""")
                  .asText())
          .isEqualTo(" On average 1.5 of 2 slots had a trial (75 %).");
      assertThat(
              browser
                  .evaluate("use(Array.from({length: 300000}, (_, i) => ['a', 1, '0', i, i + 1]))")
                  .asText())
          .endsWith("of 1 slot had a trial (100 %).");

      browser.resize(420, 900);
      for (String other : List.of("a-host-of-a-long-name.example.org", "b.example.org")) {
        browser.evaluate(
            """
            state.data.attempts = [['a', 1, 'a-host-of-a-long-name.example.org driver.0', 0, 123456789, 'finished'],
              ['b', 1, '%s driver.1', 0, 5000, 'failed']], timeline(), 0"""
                .formatted(other));
        assertThat(browser.evaluate(TestReportLayout.CUT_TEXTS).asText())
            .as("labels of slots and of the last second")
            .isEmpty();
      }
      browser.screenshot(Path.of("target/report/slots-420.png"), 420, 5200);
    }
  }

  private SweepJournal open() throws Exception {
    SweepHeader header =
        new SweepHeader(
            "slots-00000000", "slots", "sweep: slots\n", 0, 3, LOSS, 0, 1, new TreeMap<>());
    return SweepJournal.open(new LocalStorage(folder), header, false);
  }

  private Trial begins(SweepJournal journal, String slot, Instant at) {
    Trial trial = Trial.of(index++, new Configuration(Map.of("gate", "none")), index, 0);
    journal.append(new Event.Suggested(trial, 0, at));
    journal.append(new Event.Started(trial.id(), 1, slot, "host", "cpu", Map.of(), at));
    return trial;
  }

  private void ends(SweepJournal journal, Trial trial, Instant at) {
    journal.append(new Event.Finished(trial.id(), 1, Map.of("loss", 1.0), Map.of(), at));
  }
}
