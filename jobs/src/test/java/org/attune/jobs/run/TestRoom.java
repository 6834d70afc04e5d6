package org.attune.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.attune.jobs.ValidSweep;
import org.junit.jupiter.api.Test;

class TestRoom {

  private static final String CLUSTER = "spark://host:7077";

  private static Room room(String execution, String master) throws Exception {
    return new Room(ValidSweep.read(ValidSweep.YAML + execution), master);
  }

  private static String averaging(int workers, String more) {
    return "execution: {mode: {parameter-averaging: {workers: " + workers + "}}" + more + "}\n";
  }

  @Test
  void tooFewCoresAreToldAlsoWhenThereAreEnoughSlots() throws Exception {
    String advice =
        "execution.mode.workers: 4 workers take as many cores at once, and local[2] has 2; use at"
            + " most 2 workers, or spark-submit with the --master of a cluster";

    for (String slots : new String[] {"", ", slots: 2", ", slots: 4"}) {
      Room room = room(averaging(4, slots), "local[2]");
      assertThatThrownBy(() -> room.slots(8)).hasMessageStartingWith(advice);
    }
    assertThat(room(averaging(2, ""), "local[2]").slots(8)).isEqualTo(2);
    assertThat(room(averaging(4, ""), CLUSTER).slots(8)).isEqualTo(32);
  }

  @Test
  void tooFewSlotsAreToldWhereTheCoresSuffice() throws Exception {
    for (String master : new String[] {"local[4]", CLUSTER}) {
      Room room = room(averaging(4, ", slots: 2"), master);
      assertThatThrownBy(() -> room.slots(8))
          .hasMessageEndingWith("raise execution.slots to 4 or more, or use at most 2 workers");
      assertThat(room(averaging(4, ", slots: 4"), master).slots(8)).isEqualTo(4);
    }
  }

  /** A cluster's cores are unknown before its executors start. */
  @Test
  void onlyWhatIsKnownIsSaidOfTrialsAtATime() throws Exception {
    assertThat(room("", CLUSTER).words(16)).isEqualTo("each on a core of its own");
    assertThat(room("execution: {slots: 4}\n", CLUSTER).words(4))
        .isEqualTo("each on a core of its own, at most 4 at a time");
    assertThat(room(averaging(4, ""), CLUSTER).words(8)).isEqualTo("up to 4 cores a trial");
    assertThat(room("", "local[2]").words(16)).startsWith("2 at a time on ");
    assertThat(room(averaging(2, ""), "local[2]").words(2))
        .startsWith("up to 2 cores a trial, on ");
  }
}
