package org.attune.model.layer;

import java.util.List;
import org.attune.model.catalog.Configuration;
import org.attune.model.network.Decoder;
import org.attune.model.network.Network;
import org.attune.model.network.Networks;
import org.attune.model.network.Signature;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;

/** A network as it is asked for: by settings, for the shapes of a task. */
record NetworkSpec(Configuration settings, Signature signature) {

  private static final long WATCHED = 1 << 24; // attention weights of a layer that are shown

  Network network() {
    return Networks.of(settings, signature);
  }

  /** The parameters, in the order in which they lie in DL4J's flat view. */
  List<ParameterSpec> parameters() {
    Program one = new Program(1);
    network().describe(one);
    return one.parameters();
  }

  /**
   * Examples whose attention weights are few enough to be shown at once; 0 where those of a single
   * one are too many.
   */
  int watchedAtOnce() {
    long length = signature.length();
    return (int) (WATCHED / (length * length * settings.integer(Decoder.HEADS)));
  }
}
