package org.attune.sweeps.scheduler;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.reuse.Copies;
import org.attune.sweeps.reuse.EarlierSweep;
import org.attune.sweeps.reuse.EarlierSweeps;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.store.LocalStorage;

/** Simulated sweeps of which one adopts the other's trials. */
final class Adopting {

  /** What a slot knows of its machine; its trials' data is known as well. */
  static final Map<String, String> FACTS =
      Map.of(
          Provenance.CODE_VERSION,
          "0123abcd",
          Provenance.CPU,
          "a processor",
          Provenance.JVM,
          "a Java",
          Provenance.LIBRARY + "nd4j",
          "1",
          Provenance.DATA_HASH,
          "d");

  private Adopting() {}

  /** A sweep whose slots know their machine. */
  static SimulatedSweep sweep(int slots, SimulatedSweep.Script script) {
    SimulatedSweep sweep = new SimulatedSweep(slots, script);
    sweep.places = slot -> new SlotLocation("0." + slot, "host", "cpu", FACTS);
    return sweep;
  }

  /** What a sweep adopts of another one. */
  static Reuse of(SimulatedSweep other, SweepSpec spec, LocalStorage theirs, LocalStorage ours) {
    return of(other, spec, theirs, ours, Map.of());
  }

  /** The same for a sweep of which some facts are known. */
  static Reuse of(
      SimulatedSweep other,
      SweepSpec spec,
      LocalStorage theirs,
      LocalStorage ours,
      Map<String, String> provenance) {
    return new EarlierSweeps(
        List.of(new EarlierSweep("/runs/first", theirs, other.state().view())),
        SpecHeader.of(spec, 1, 1, provenance),
        new TreeSet<>(),
        new Copies(ours, 1));
  }
}
