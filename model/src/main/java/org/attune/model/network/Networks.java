package org.attune.model.network;

import java.util.List;
import java.util.function.BiFunction;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Option;
import org.attune.model.catalog.Parameter;

/** Every kind of network, one line each; the first is the default. */
public final class Networks {

  private record Kind(Option option, BiFunction<Configuration, Signature, Network> make) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              Option.of("decoder", "causal pre-norm decoder over tokens", "NeonBench neon005"),
              Decoder::new),
          new Kind(KvqNetwork.OPTION, KvqNetwork::new),
          new Kind(SetEncoder.OPTION, SetEncoder::new),
          new Kind(NeuralProcess.OPTION, NeuralProcess::new),
          new Kind(PerceptronNetwork.OPTION, PerceptronNetwork::new),
          new Kind(MamlNetwork.OPTION, MamlNetwork::new));

  /** Which kind of network is trained. */
  public static final Parameter KIND =
      Parameter.choice(
          "model.kind", "model", "kind of network", KINDS.stream().map(Kind::option).toList());

  private Networks() {}

  /** The network that a configuration describes, for a task's shapes. */
  public static Network of(Configuration settings, Signature signature) {
    String name = settings.choice(KIND);
    return KINDS.stream()
        .filter(k -> k.option().name().equals(name))
        .findFirst()
        .orElseThrow()
        .make()
        .apply(settings, signature);
  }
}
