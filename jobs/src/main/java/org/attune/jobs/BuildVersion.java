package org.attune.jobs;

import org.apache.hadoop.util.VersionInfo;
import org.attune.cluster.slot.Machine;
import org.attune.cluster.spark.SparkSupport;
import org.attune.cluster.spark.SparkVersion;
import picocli.CommandLine.IVersionProvider;

/** What {@code attune --version} prints: the version, and what it runs on here. */
final class BuildVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = BuildVersion.class.getPackage().getImplementationVersion();
    return new String[] {
      "attune "
          + (version == null ? "development" : version)
          + ", revision "
          + Machine.codeVersion(),
      "Spark %s (Scala %s), Hadoop %s, Java %s"
          .formatted(
              SparkVersion.current(),
              SparkVersion.scala(),
              VersionInfo.getVersion(),
              System.getProperty("java.version")),
      "runs on " + SparkSupport.SPARKS
    };
  }
}
