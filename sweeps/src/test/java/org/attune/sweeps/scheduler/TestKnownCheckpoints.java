package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.sweeps.scheduler.SimulatedSweep.TEN;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.util.List;
import org.attune.api.Start;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.spec.Checkpointing;
import org.attune.sweeps.spec.SweepSpec;
import org.junit.jupiter.api.Test;

class TestKnownCheckpoints {

  @Test
  void aDamagedFileIsForgottenAndTheNextOnesCount() throws Exception {
    SweepSpec sweep = spec(TEN, "");
    Search search = sweep.newSearch(SampleCatalog.CATALOG);
    Trial trial = ((Proposal.Run) search.ask()).trial();
    KnownCheckpoints known =
        new KnownCheckpoints(Checkpointing.Keep.NONE, sweep.objectives(), search);

    known.written(file(trial, 100, Event.Checkpointed.KIND, "at-100"));
    known.written(file(trial, 100, Event.Checkpointed.DAMAGED, "at-100"));
    assertThat(known.start(trial)).hasValue(Start.BEGINNING);
    assertThat(known.superseded()).containsExactly("at-100");

    known.written(file(trial, 10, Event.Checkpointed.KIND, "at-10"));
    assertThat(known.start(trial)).hasValue(new Start(10, "at-10", true));
    assertThat(known.superseded()).isEqualTo(List.of());
  }

  private static Event.Checkpointed file(Trial trial, long step, String kind, String path) {
    return new Event.Checkpointed(trial.id(), 1, step, kind, path, 1, SimulatedSweep.NOON);
  }
}
