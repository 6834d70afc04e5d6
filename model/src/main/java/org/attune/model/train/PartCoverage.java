package org.attune.model.train;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.network.Networks;
import org.attune.model.network.Signature;

/**
 * Whether an option of a network part has all its kernels on a GPU. A small network with that
 * option is described to find out.
 *
 * @param key the part's key: {@code attention.weights}
 * @param option the option's name
 * @param missing primitives without a kernel; empty if all have one
 */
public record PartCoverage(String key, String option, Set<String> missing) {

  private static final Map<String, String> SMALL =
      Map.of("model.width", "8", "model.heads", "2", "model.feed-forward", "8");

  private static final int PIXELS = 16 * 16; // conv-4 can halve such an image four times

  /** Task shapes; every option suits at least one of them. */
  private static final List<Signature> SIGNATURES =
      List.of(
          Signature.tokens(6, 5),
          Signature.set(5, 2, PIXELS, 2),
          Signature.set(5, 2, PIXELS, 2).ofClasses(),
          Signature.whole(6, 3, 2, 4));

  /**
   * Settings to try around an option that does not fit the default network: sets, and parts on a
   * shared axis.
   */
  private static final List<Map<String, String>> BESIDE =
      List.of(
          Map.of(),
          Map.of("model.kind", "kvq"),
          Map.of("model.kind", "kvq", "model.heads", "1", "model.kind.embedding", "shared"),
          Map.of("model.positions", "none"));

  /** Returns the coverage of all options of attention's parts and of the network kinds. */
  public static List<PartCoverage> all() {
    List<PartCoverage> found = new ArrayList<>();
    List<Parameter> parts = new ArrayList<>(Parts.axes());
    parts.add(Networks.KIND);
    parts.forEach(part -> add(part, Map.of(), found));
    return found;
  }

  private static void add(Parameter part, Map<String, String> above, List<PartCoverage> to) {
    for (Option option : part.options()) {
      Map<String, String> chosen = new LinkedHashMap<>(above);
      chosen.put(part.key(), option.name());
      missing(chosen)
          .ifPresent(lacks -> to.add(new PartCoverage(part.key(), option.name(), lacks)));
      option.parameters().forEach(below -> add(below, chosen, to));
    }
  }

  /** Returns what is missing in the first network that the option fits. */
  private static Optional<Set<String>> missing(Map<String, String> chosen) {
    for (Map<String, String> beside : BESIDE) {
      Map<String, String> settings = new LinkedHashMap<>(SMALL);
      settings.putAll(beside);
      settings.putAll(chosen);
      for (Signature signature : SIGNATURES) {
        try {
          return Optional.of(Placement.without(new Configuration(settings), signature));
        } catch (IllegalArgumentException notForIt) {
          // the option fits another network
        }
      }
    }
    return Optional.empty();
  }
}
