package org.attune.model.contract;

import static org.attune.model.contract.Case.of;

import java.util.stream.Stream;
import org.attune.model.contract.Case.Derivative;

/** Every kind of decoder against the contract. */
class TestDecoders extends NetworkContract {

  // At width 8 with 2 heads, a vocabulary of 7, an MLP of 6, one layer of five tokens.
  private static final int EMBEDDING = 7 * 8;
  private static final int ATTENTION = 8 + 4 * 8 * 8 + 2 * 4; // norm, q k v o, gains of q and k
  private static final int SWIGLU = 8 + 3 * 8 * 6;
  private static final int PLAIN = EMBEDDING + ATTENTION + SWIGLU + 8;
  private static final String CANON =
      "x + learned(0, per: channel) * shift(x, 1) + learned(0, per: channel) * shift(x, 2)"
          + " + learned(0, per: channel) * shift(x, 3)";
  private static final int BITS = 2 * (4 * 8 + 2 * 6 + 8); // a scale and bias per column

  @Override
  boolean discrete() {
    return true;
  }

  @Override
  Stream<Case> cases() {
    return Stream.of(
        decoder("plain", PLAIN),
        decoder("two layers", PLAIN + ATTENTION + SWIGLU, "model.layers", "2"),
        decoder("GELU", PLAIN - 8 * 6, "model.mlp", "gelu"),
        decoder(
            "formula of an MLP",
            PLAIN + 6,
            "model.mlp",
            "formula",
            "model.mlp.formula",
            "silu(linear(x)) * linear(x) + learned(0.1, per: channel)"),
        decoder(
            "Canon-A and Canon-C",
            PLAIN + 2 * 3 * 8,
            "model.input",
            "formula",
            "model.input.formula",
            CANON),
        decoder(
            "Canon-A",
            PLAIN + 3 * 8,
            "model.input",
            "formula",
            "model.input.formula",
            CANON,
            "model.input.before",
            "attention"),
        decoder(
            "Canon-C, in two layers with a stream of one's own",
            PLAIN + ATTENTION + SWIGLU + 2 * 3 * 8 + 2 * 2 * 8,
            "model.layers",
            "2",
            "model.input",
            "formula",
            "model.input.formula",
            CANON,
            "model.input.before",
            "mlp",
            "model.stream",
            "formula",
            "model.stream.after",
            "part"),
        decoder(
            "formula of the stream, after parts",
            PLAIN + 2 * 8,
            "model.stream",
            "formula",
            "model.stream.after",
            "part"),
        decoder(
            "formula of the stream, in two layers",
            PLAIN + ATTENTION + SWIGLU + 2 * (8 * 8 + 1),
            "model.layers",
            "2",
            "model.stream",
            "formula",
            "model.stream.formula",
            "x + linear(shift(y, 1)) + learned(0.3) * x0"),
        decoder("free output", PLAIN + 8 * 7, "model.tied", "false"),
        decoder("no final norm", PLAIN - 8, "model.final-norm", "false"),
        decoder("Gaussian start", PLAIN, "model.init", "normal"),
        decoder("Gaussian start, cut", PLAIN, "model.init", "truncated-normal"),
        decoder("orthogonal embedding", PLAIN, "model.embedding", "orthogonal"),
        decoder("learned positions", PLAIN + 5 * 8, "model.positions", "learned"),
        decoder("two streams", PLAIN - 5, "model.streams", "two", "model.streams.read", "3"),
        decoder(
            "maximal updates",
            PLAIN,
            "model.parametrisation",
            "mup",
            "model.parametrisation.base-width",
            "2"),
        decoder(
            "maximal updates, free output",
            PLAIN + 8 * 7,
            "model.parametrisation",
            "mup",
            "model.parametrisation.base-width",
            "32",
            "model.tied",
            "false"),
        decoder(
            "two streams, free output",
            PLAIN - 5 + 3 * 7,
            "model.streams",
            "two",
            "model.streams.read",
            "3",
            "model.tied",
            "false"),
        decoder(
            "gate after the projection",
            PLAIN + 8 * 8,
            "attention.gate",
            "learned",
            "attention.gate.position",
            "projection"),
        decoder(
            "writing at a price",
            PLAIN + 8 * 2 + 2,
            "attention.weights",
            "write-gate",
            "attention.weights.penalty",
            "0.3"),
        decoder("norms of a large epsilon", PLAIN, "model.norm-epsilon", "0.1"),
        decoder("one bit", PLAIN + BITS + 1, "model.precision", "one-bit")
            .with(Derivative.OF_PARTS),
        decoder(
                "one bit, free output",
                PLAIN + BITS + 8 * 7,
                "model.precision",
                "one-bit",
                "model.tied",
                "false")
            .with(Derivative.OF_PARTS));
  }

  private static Case decoder(String name, long parameters, String... settings) {
    String[] small = {"model.feed-forward", "6"};
    String[] layers = {"model.layers", "1"};
    return of(
        name,
        parameters,
        Stream.of(small, layers, settings).flatMap(Stream::of).toArray(String[]::new));
  }
}
