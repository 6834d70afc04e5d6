package org.attune.model.network;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.pipeline.Parts;

/** All kinds of network; the first is the default. */
public final class Networks {

  /**
   * @param reads the parameters of decoders and attention that this kind reads, without sizes
   */
  private record Kind(
      Option option, Set<Parameter> reads, BiFunction<Configuration, Signature, Network> make) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              Option.of("decoder", "causal pre-norm decoder over tokens", "NeonBench neon005"),
              ofDecoders(),
              Decoder::new),
          new Kind(KvqNetwork.OPTION, Set.of(Parts.WEIGHT), KvqNetwork::new),
          new Kind(SetEncoder.OPTION, Set.of(Parts.WEIGHT), SetEncoder::new),
          new Kind(NeuralProcess.OPTION, Set.of(), NeuralProcess::new),
          new Kind(PerceptronNetwork.OPTION, Set.of(), PerceptronNetwork::new),
          new Kind(MamlNetwork.OPTION, Set.of(), MamlNetwork::new));

  /** The kind of network to train. */
  public static final Parameter KIND =
      Parameter.choice(
          "model.kind", "model", "kind of network", KINDS.stream().map(Kind::option).toList());

  private Networks() {}

  private static Set<Parameter> ofDecoders() {
    Set<Parameter> all = new HashSet<>(Decoder.parameters());
    all.addAll(Parts.axes());
    return all;
  }

  private static Kind kind(String name) {
    return KINDS.stream().filter(k -> k.option().name().equals(name)).findFirst().orElseThrow();
  }

  /** Returns the parameters of decoders and attention that a kind reads, without sizes. */
  static Set<Parameter> reads(String kind) {
    return kind(kind).reads();
  }

  /** Whether a configuration's network reads token by token, so that it could generate. */
  public static boolean generates(Configuration settings) {
    return settings.choice(KIND).equals(KINDS.get(0).option().name());
  }

  /** Returns the network that a configuration describes, for a task's shapes. */
  public static Network of(Configuration settings, Signature signature) {
    return kind(settings.choice(KIND)).make().apply(settings, signature);
  }
}
