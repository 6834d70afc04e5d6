package org.attune.cluster.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Tables' files have names that are read back, whatever digits people write. */
class TestTablePaths {

  @Test
  void namesAreTheSameInALanguageWithDigitsOfItsOwn() {
    Locale usual = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(TablePaths.manifest(3, 14)).isEqualTo("tables/manifests/3-14.json");
      assertThat(TablePaths.settled("trials", 3, 14)).isEqualTo("tables/trials/3-14.rows");
      assertThat(TablePaths.live("trials", 3, 14)).isEqualTo("tables/trials/3-14-live.rows");
      assertThat(TablePaths.merged("trials", 3, 14, 2))
          .isEqualTo("tables/trials/3-14-merged-2.rows");
      assertThat(TablePaths.epoch("3-14.json")).hasValue(3);
    } finally {
      Locale.setDefault(usual);
    }
  }
}
