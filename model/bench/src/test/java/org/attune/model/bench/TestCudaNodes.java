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

    assertThat(none.nodes()).isEqualTo(77);
    assertThat(nodes)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("elementwise", 77L, "qk-norm", 65L, "gains", 69L));
    assertThat(all.nodes()).isEqualTo(57);
    assertThat(all.bytes()).isLessThan(none.bytes());
  }
}
