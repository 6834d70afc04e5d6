package org.attune.cluster.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;

class TestScalaValues {

  @Test
  void valuesWithinValuesBecomeJavas() {
    Object inner = RowFactory.create("a", ScalaValues.scala(List.of(1, 2)));
    Object value = ScalaValues.scala(List.of(inner, "b"));

    assertThat(ScalaValues.toJava(value)).isEqualTo(List.of(List.of("a", List.of(1, 2)), "b"));
  }

  @Test
  void aMapBecomesJavas() {
    scala.collection.immutable.Map<String, Integer> map =
        new scala.collection.immutable.Map.Map1<>("key", 3);

    assertThat(ScalaValues.toJava(map)).isEqualTo(Map.of("key", 3));
  }
}
