package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.cluster.slot.SlotMessage.Place;
import org.attune.cluster.slot.SlotMessage.Sample;
import org.junit.jupiter.api.Test;

class TestSlotDesk {

  private static final Place PLACE = new Place("0", "host", "cpu", Map.of());
  private static final SlotReply.Assignment TRIAL =
      new SlotReply.Assignment("a", 1, new TreeMap<>(), 7, 1, "envelopes/1/a.1.json");

  private final List<String> heard = new ArrayList<>();
  private final SlotDesk desk = new SlotDesk(slot -> slot != 13, new Recording());

  @Test
  void aSlotThatAsksInVainWaitsLongerEachTimeAndIsAnnouncedOnce() {
    assertThat(pull(1)).isEqualTo(new SlotReply.Wait(1));
    assertThat(pull(1)).isEqualTo(new SlotReply.Wait(2));
    for (int i = 0; i < 10; i++) {
      pull(1);
    }
    assertThat(pull(1)).isEqualTo(new SlotReply.Wait(64));
    assertThat(heard).containsExactly("arrived 1");
  }

  @Test
  void anAssignmentIsHandedOutOnceAndToItsSlot() {
    desk.assign(1, TRIAL);

    assertThat(pull(2)).isInstanceOf(SlotReply.Wait.class);
    assertThat(pull(1)).isEqualTo(TRIAL);
    assertThat(pull(1)).isEqualTo(new SlotReply.Wait(1));
  }

  @Test
  void aTrialThatIsToStopHearsOfItAtItsReportUntilItHasEnded() {
    SlotReply.Stop stop = new SlotReply.Stop("not worth it", false);
    assertThat(report(1)).isInstanceOf(SlotReply.Continue.class);

    desk.stop("a", 1, stop);
    desk.stop("a", 1, new SlotReply.Stop("a later reason", true));

    assertThat(report(1)).isEqualTo(stop);
    assertThat(desk.stopOf("a", 1)).contains(stop);
    assertThat(desk.stopOf("a", 2)).isEmpty();
    desk.forget("a", 1);
    assertThat(report(1)).isInstanceOf(SlotReply.Continue.class);
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
    return desk.receive(new SlotMessage.Pull("run", slot, PLACE));
  }

  private SlotReply report(long slot) {
    return desk.receive(new SlotMessage.Report("run", slot, "a", 1, List.of()));
  }

  private final class Recording implements SlotDesk.Visitor {
    @Override
    public void arrived(long slot, Place place) {
      heard.add("arrived " + slot);
    }

    @Override
    public void reported(String trial, int attempt, Iterable<Sample> samples) {
      heard.add("reported " + trial);
    }

    @Override
    public void done(long slot, Envelope envelope) {
      heard.add("done " + slot);
    }
  }
}
