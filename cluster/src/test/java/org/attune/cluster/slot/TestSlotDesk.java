package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.trial.TrialContext;
import org.attune.cluster.slot.SlotMessage.Station;
import org.attune.sweeps.scheduler.Slots;
import org.junit.jupiter.api.Test;

class TestSlotDesk {

  private static final Station STATION = new Station(0, "0", "host", "cpu", Map.of());
  private static final SlotReply.Assignment TRIAL =
      new SlotReply.Assignment(
          new TrialContext("a", 1, new TreeMap<>(), 7, 1), "envelopes/1/a.1.json", 0);

  private final List<String> heard = new ArrayList<>();
  private final List<Runnable> durable = new ArrayList<>();
  private final SlotDesk desk = new SlotDesk(slot -> slot != 13, new Recording());

  @Test
  void aSlotThatAsksInVainWaitsLongerEachTime() {
    assertThat(pull(1)).isEqualTo(new SlotReply.Wait(250));
    assertThat(pull(1)).isEqualTo(new SlotReply.Wait(500));
    for (int i = 0; i < 10; i++) {
      pull(1);
    }
    assertThat(pull(1)).isEqualTo(new SlotReply.Wait(64_000));
    assertThat(heard).isEmpty();
  }

  @Test
  void aSlotTellsWhereItIsOnce() {
    desk.receive(new SlotMessage.Arrive("run", 1, STATION));

    assertThat(heard).containsExactly("arrived 1");
  }

  @Test
  void anAssignmentIsHandedOutOnceAndToItsSlot() {
    desk.assign(1, TRIAL);

    assertThat(pull(2)).isInstanceOf(SlotReply.Wait.class);
    assertThat(pull(1)).isEqualTo(TRIAL);
    assertThat(pull(1)).isEqualTo(new SlotReply.Wait(250));
  }

  @Test
  void aTrialThatIsToStopHearsOfItAtItsReport() {
    SlotReply.Stop stop = new SlotReply.Stop("not worth it", Slots.Stop.Kind.RESULT);
    desk.assign(1, TRIAL);
    assertThat(report(1)).isInstanceOf(SlotReply.Continue.class);

    desk.stop(1, stop);
    desk.stop(1, new SlotReply.Stop("a later reason", Slots.Stop.Kind.TIMEOUT));

    assertThat(report(1)).isEqualTo(stop);
    desk.assign(1, TRIAL);
    assertThat(report(1)).isInstanceOf(SlotReply.Continue.class);
  }

  @Test
  void anAttemptThatIsNotTheSlotsIsSentHome() {
    assertThat(report(1)).isInstanceOf(SlotReply.Quit.class);
    assertThat(heard).isEmpty();
  }

  @Test
  void aTrialLearnsHowManyOfItsSamplesTheJournalHas() {
    desk.assign(1, TRIAL);

    assertThat(report(1, 3)).isEqualTo(new SlotReply.Continue(0));
    durable.forEach(Runnable::run);
    assertThat(report(1, 2)).isEqualTo(new SlotReply.Continue(3));
  }

  @Test
  void aTrialThatHasNothingToReportAsksOnly() {
    desk.assign(1, TRIAL);

    assertThat(report(1, 0)).isEqualTo(new SlotReply.Continue(0));

    assertThat(heard).isEmpty();
  }

  @Test
  void aSlotThatIsReleasedIsSentHome() {
    desk.dismiss(1);

    assertThat(pull(1)).isInstanceOf(SlotReply.Quit.class);
    assertThat(pull(2)).isInstanceOf(SlotReply.Wait.class);
  }

  @Test
  void aSlotThatWasGivenUpIsSentHomeAndIsNotHeardOf() {
    assertThat(pull(13)).isInstanceOf(SlotReply.Quit.class);
    assertThat(report(13)).isInstanceOf(SlotReply.Quit.class);
    assertThat(heard).isEmpty();
  }

  @Test
  void aClosedDeskSendsHomeWhoHasNoAssignment() {
    desk.assign(1, TRIAL);
    desk.close();

    assertThat(pull(1)).isEqualTo(TRIAL);
    assertThat(pull(1)).isInstanceOf(SlotReply.Quit.class);
  }

  private SlotReply pull(long slot) {
    return desk.receive(new SlotMessage.Pull("run", slot));
  }

  private SlotReply report(long slot) {
    return report(slot, 0);
  }

  private SlotReply report(long slot, int samples) {
    return desk.receive(
        new SlotMessage.Report(
            "run",
            slot,
            "a",
            1,
            Map.of(),
            Collections.nCopies(samples, new Sample(1, Map.of(), 1, 0)),
            List.of()));
  }

  private final class Recording implements SlotDesk.Visitor {
    @Override
    public void arrived(long slot, Station station) {
      heard.add("arrived " + slot);
    }

    @Override
    public void reported(SlotMessage.Report report, Runnable then) {
      heard.add("reported " + report.trial());
      durable.add(then);
    }

    @Override
    public void done(long slot, Envelope envelope) {
      heard.add("done " + slot);
    }
  }
}
