package org.attune.model.layer;

import java.util.List;
import java.util.Set;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Decoder;
import org.attune.model.network.HiddenMatrices;
import org.attune.model.network.Network;
import org.attune.model.network.Networks;
import org.attune.model.network.Signature;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;

/** The specification of a network: settings, and the shapes of a task. */
record NetworkSpec(Configuration settings, Signature signature) {

  private static final long WATCHED = 1 << 24; // attention weights shown per layer, at most

  Network network() {
    return Networks.of(settings, signature);
  }

  /** Returns the parameters in the order of DL4J's flat view. */
  List<ParameterSpec> parameters() {
    Program one = new Program(1);
    network().describe(one);
    return one.parameters();
  }

  /** Returns the names of the matrices that {@link Muon} orthogonalises. */
  Set<String> hiddenMatrices() {
    Program one = new Program(1);
    network().describe(one);
    return HiddenMatrices.of(one);
  }

  /**
   * Returns for how many examples at once attention weights can be shown; 0 if a single example has
   * too many.
   */
  int watchedAtOnce() {
    long length = signature.length();
    return (int) (WATCHED / (length * length * settings.integer(Decoder.HEADS)));
  }
}
