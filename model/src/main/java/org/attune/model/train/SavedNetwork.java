package org.attune.model.train;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.model.layer.NetworkLayer;
import org.attune.model.layer.Training;
import org.attune.model.program.ParameterSpec;
import org.deeplearning4j.nn.conf.ComputationGraphConfiguration;
import org.deeplearning4j.nn.conf.graph.GraphVertex;
import org.deeplearning4j.nn.conf.graph.LayerVertex;

/** What a checkpoint's configuration says about the network and the update rule that it holds. */
record SavedNetwork(NetworkLayer layer) {

  /** Reads DL4J's configuration; empty if this version of Attune cannot. */
  static Optional<SavedNetwork> of(byte[] json) {
    try {
      ComputationGraphConfiguration all =
          ComputationGraphConfiguration.fromJson(new String(json, StandardCharsets.UTF_8));
      for (GraphVertex vertex : all.getVertices().values()) {
        if (vertex instanceof LayerVertex one
            && one.getLayerConf().getLayer() instanceof NetworkLayer layer) {
          layer.parameters(); // fails here if a setting has gone
          return Optional.of(new SavedNetwork(layer));
        }
      }
    } catch (RuntimeException unknown) {
      // An earlier version's settings may have gone.
    }
    return Optional.empty();
  }

  /** Returns the name of its optimizer. */
  String rule() {
    return rule(layer);
  }

  /** Returns the name of a network's optimizer. */
  static String rule(NetworkLayer layer) {
    return layer.configuration().text(Training.OPTIMIZER.parameter());
  }

  /** Returns the number of steps done when the update rule's state was zero. */
  long stateBegan() {
    return layer.stateBegan();
  }

  /** Whether its update rule's state means the same to another network's rule. */
  boolean hasRuleOf(NetworkLayer other) {
    return layer.getIUpdater().getClass() == other.getIUpdater().getClass();
  }

  /** Returns the first parameter in which another network differs; empty if none does. */
  Optional<String> differenceFrom(NetworkLayer other) {
    List<String> names = names(layer);
    List<String> otherNames = names(other);
    for (int i = 0; i < Math.max(names.size(), otherNames.size()); i++) {
      String saved = i < names.size() ? names.get(i) : "nothing";
      String wanted = i < otherNames.size() ? otherNames.get(i) : "nothing";
      if (!saved.equals(wanted)) {
        return Optional.of("it has %s where this one has %s".formatted(saved, wanted));
      }
    }
    return Optional.empty();
  }

  private static List<String> names(NetworkLayer layer) {
    List<String> all = new ArrayList<>();
    for (ParameterSpec spec : layer.parameters()) {
      List<String> columns =
          spec.blocks().stream().map(block -> block.name() + " " + block.columns()).toList();
      all.add(
          "%s (%d x %d: %s)"
              .formatted(spec.name(), spec.rows(), spec.columns(), String.join(", ", columns)));
    }
    return all;
  }
}
