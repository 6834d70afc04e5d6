package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.network.Networks;
import org.junit.jupiter.api.Test;

class TestPartCoverage {

  @Test
  void everyOptionOfEveryPartIsTriedAndHasItsKernels() {
    Set<String> told =
        PartCoverage.all().stream()
            .map(p -> p.key() + " " + p.option())
            .collect(Collectors.toSet());
    Set<String> wanted = new TreeSet<>();
    Parts.axes().forEach(part -> add(part, wanted));
    add(Networks.KIND, wanted);

    assertThat(told).containsExactlyInAnyOrderElementsOf(wanted);
    assertThat(PartCoverage.all())
        .filteredOn(p -> !p.option().equals("formula"))
        .allSatisfy(p -> assertThat(p.missing()).isEmpty());
    assertThat(PartCoverage.all()) // the host runs what a formula fuses
        .filteredOn(p -> p.option().equals("formula"))
        .allSatisfy(
            p -> assertThat(Set.of("Elementwise", "Along", "Recurrence")).containsAll(p.missing()));
  }

  private static void add(Parameter part, Set<String> to) {
    for (Option option : part.options()) {
      to.add(part.key() + " " + option.name());
      option.parameters().forEach(below -> add(below, to));
    }
  }
}
