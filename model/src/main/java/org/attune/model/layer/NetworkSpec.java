package org.attune.model.layer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
   * Returns the names of the parameters with as many rows at twice the width and hidden units: a
   * formula's {@code linear(x, 4)} has four outputs at any width, and the next matrix four inputs.
   */
  Set<String> withFixedInputs() {
    Configuration twice =
        settings
            .with(Decoder.WIDTH.key(), 2 * settings.integer(Decoder.WIDTH))
            .with(Decoder.FEED_FORWARD.key(), 2 * settings.integer(Decoder.FEED_FORWARD));
    Map<String, Integer> rows = new HashMap<>();
    parameters().forEach(spec -> rows.put(spec.name(), spec.rows()));
    try {
      return new NetworkSpec(twice, signature)
          .parameters().stream()
              .filter(spec -> rows.getOrDefault(spec.name(), 0) == spec.rows())
              .map(ParameterSpec::name)
              .collect(Collectors.toSet());
    } catch (IllegalArgumentException tooWide) {
      return Set.of(); // all inputs then count as growing with the width
    }
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
