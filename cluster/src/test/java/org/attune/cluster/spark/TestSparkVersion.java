package org.attune.cluster.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestSparkVersion {

  @ParameterizedTest
  @CsvSource({
    "3.5.5,false",
    "3.5.8,false",
    "3.5.9,true",
    "3.5.10,true",
    "4.0.0,false",
    "4.1.1,false",
    "4.2.0,true",
    "4.2.0-amzn-1,true",
    "4.10.0,true"
  })
  void aVersionHasAesGcmOnceItsMessagesArrive(String version, boolean arrive) {
    assertThat(new SparkVersion(version).hasGcm()).isEqualTo(arrive);
  }

  @Test
  void testsRunOnASparkWhoseMessagesArrive() {
    assertThat(SparkVersion.current().hasGcm()).as("%s", SparkVersion.current()).isTrue();
  }
}
