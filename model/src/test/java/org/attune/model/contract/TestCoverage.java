package org.attune.model.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Coverage;
import org.attune.model.program.Program;
import org.junit.jupiter.api.Test;

/** The processor computes every network by kernels of its own: no formula stands in for one. */
class TestCoverage {

  private static final int NETWORKS = 600; // every kind, weight and head several times

  @Test
  void noPrimitiveOfARandomNetworkIsBridged() {
    Map<String, String> bridged = new TreeMap<>();
    for (long seed = 0; seed < NETWORKS; seed++) {
      RandomConfiguration c = RandomConfiguration.of(seed);
      Program program = new Program(c.batch());
      c.network().describe(program);
      Coverage.bridged(program, Backends.cpu()).forEach((name, n) -> bridged.put(name, c + ""));
    }

    assertThat(bridged).isEmpty();
  }
}
