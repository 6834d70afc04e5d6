package org.attune.cluster.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.UnknownHostException;
import org.apache.hadoop.net.NetUtils;
import org.junit.jupiter.api.Test;

class TestHadoopFailure {

  private static final String PLACE = "hdfs://nobody.invalid:9000/runs";

  /** Hadoop wraps the failure in one of the same class, which begins "Invalid host name: ". */
  @Test
  void theHostIsNamedNotHadoopsWordsForIt() {
    IOException wrapped =
        NetUtils.wrapException(
            "nobody.invalid", 9000, "here", 0, new UnknownHostException("nobody.invalid"));

    assertThat(wrapped).hasMessageStartingWith("Invalid host name: ");
    assertThat(HadoopFailure.why(PLACE, wrapped))
        .isEqualTo("no host has the name nobody.invalid; check the address");
    assertThat(HadoopFailure.why(PLACE, new IOException("in the call", wrapped)))
        .isEqualTo("no host has the name nobody.invalid; check the address");
  }

  @Test
  void aHostThatTheUserDidNotNameComesFromTheSettings() {
    IOException wrapped =
        NetUtils.wrapException(
            "standby.invalid", 8020, "here", 0, new UnknownHostException("standby.invalid"));

    assertThat(HadoopFailure.why("hdfs://nobody.invalid/runs", wrapped))
        .isEqualTo(
            "no host has the name standby.invalid, and the address does not name it; check the"
                + " settings in HADOOP_CONF_DIR, and this machine's own name");
  }

  /** Without its settings Hadoop takes the name of a name service for that of a host. */
  @Test
  void aNameServiceWithoutItsSettingsIsNamed() {
    Exception unset = new IllegalArgumentException(new UnknownHostException("warehouse"));

    assertThat(HadoopFailure.why("hdfs://warehouse/runs", unset))
        .isEqualTo(
            "no host has the name warehouse; check the address, or, if it names an HDFS service,"
                + " the settings in HADOOP_CONF_DIR");
  }

  @Test
  void theDeepestCauseThatNamesAHostCounts() {
    Exception outer = new UnknownHostException("Invalid address");
    outer.initCause(new UnknownHostException("nobody.invalid: Name or service not known"));
    outer.getCause().initCause(new UnknownHostException());

    assertThat(HadoopFailure.why(PLACE, outer)).startsWith("no host has the name nobody.invalid;");
  }
}
