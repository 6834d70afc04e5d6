package org.attune.model.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.attune.model.bench.CudaNodes.Count;
import org.attune.model.fusion.Fusion;
import org.junit.jupiter.api.Test;

/** What a small step takes on a card: each rule of the fusion pass by itself, all, and none. */
class TestCudaNodes {

  @Test
  void eachRuleSavesNodesAndBytes() {
    Map<String, Long> nodes = new LinkedHashMap<>();
    Count none = CudaNodes.count(Set.copyOf(Fusion.names()));
    for (String rule : Fusion.names()) {
      Set<String> others = new HashSet<>(Fusion.names());
      others.remove(rule);
      Count alone = CudaNodes.count(others);
      nodes.put(rule, alone.nodes());
      assertThat(alone.bytes()).as(rule).isLessThanOrEqualTo(none.bytes());
    }
    Count all = CudaNodes.count(Set.of());

    assertThat(none.nodes()).isEqualTo(68);
    assertThat(nodes)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "elementwise", 68L,
                "qk-norm", 56L,
                "norm-product", 63L,
                "gate-product", 64L,
                "gains", 60L));
    assertThat(all.nodes()).isEqualTo(39);
    assertThat(all.bytes()).isLessThan(none.bytes());
  }
}
