package org.attune.cluster.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestPageRefusal {

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "this machine", "everybody", "localhost"})
  void whoeverSetsNoKnownParameterClosesThePages(String openTo) {
    assertThat(PageRefusal.by(openTo).of("localhost:18080"))
        .contains("The pages of this daemon are off.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "localhost:18080", "127.0.0.1:18080", "[::1]:18080"})
  void pagesThatAreOpenToThisMachineAnswerIt(String host) {
    assertThat(PageRefusal.by("this-machine").of(host)).isEmpty();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example"})
  void pagesThatAreOpenToThisMachineRefuseOtherHosts(String host) {
    assertThat(PageRefusal.by("this-machine").of(host))
        .contains("These pages are for this machine only.");
  }
}
