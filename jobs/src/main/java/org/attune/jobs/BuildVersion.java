package org.attune.jobs;

import org.attune.cluster.slot.Machine;
import picocli.CommandLine.IVersionProvider;

/** The version that {@code attune --version} prints. */
final class BuildVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = BuildVersion.class.getPackage().getImplementationVersion();
    return new String[] {
      "attune "
          + (version == null ? "development" : version)
          + ", revision "
          + Machine.codeVersion()
    };
  }
}
