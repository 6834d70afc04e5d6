package org.attune.model.contract;

import static org.attune.model.contract.Case.of;
import static org.attune.model.contract.Case.ofOneShape;
import static org.attune.model.contract.Case.ofPairs;
import static org.attune.model.contract.Case.under;
import static org.attune.model.contract.Counted.GAINS;
import static org.attune.model.contract.Counted.GATE;
import static org.attune.model.contract.Counted.PLAIN;

import java.util.List;
import java.util.stream.Stream;

/** Gates, of what heads read and of their queries, keys and values, against the contract. */
class TestGateParts extends LayerContract {

  private static final List<String> FORMULAS =
      List.of(
          "sigmoid(q*k)",
          "sigmoid(k*v)",
          "sigmoid(q*k*v)",
          "tanh(q+k-v)",
          "ln(q+v)",
          "rms(q+k+v)",
          "rms(q*v)",
          "sigmoid(q)*tanh(v)",
          "q+sigmoid(k*v)");
  private static final List<String> SOURCES =
      List.of("q+k+v", "q", "q*v", "q*k", "k*v", "q*k*v", "q+v", "q+k-v");

  @Override
  Stream<Case> cases() {
    Stream<Case> learned =
        Stream.of("output", "value", "key", "query", "projection")
            .flatMap(
                position ->
                    Stream.of(
                        ofOneShape("gate at " + position, PLAIN + GATE, gate("position", position)),
                        headwise(position)));
    Stream<Case> forms =
        Stream.of(
            pairs(
                "gate on shared keys",
                PLAIN - 2 * 8 * 4 + 8 * 4,
                gate("position", "key"),
                "attention.messages",
                "shared"),
            pairs(
                "headwise gate on shared values",
                PLAIN - 8 * 4 + 8,
                gate("position", "value", "grain", "headwise"),
                "attention.messages",
                "shared",
                "attention.messages.tied",
                "values"),
            of("shared gate", PLAIN + GATE, gate("heads", "shared")),
            of("shared headwise gate", PLAIN + 8 * 2, gate("heads", "shared", "grain", "headwise")),
            of("added SiLU", PLAIN + GATE, gate("form", "add", "function", "silu")),
            of("added headwise", PLAIN + 8 * 2, gate("form", "add", "grain", "headwise")),
            ofOneShape("tanh gate", PLAIN + GATE, gate("function", "tanh")),
            ofOneShape("SiLU gate", PLAIN + GATE, gate("function", "silu")),
            ofOneShape("half-sigmoid gate", PLAIN + GATE, gate("function", "half-sigmoid")),
            ofOneShape("gate without squashing", PLAIN + GATE, gate("function", "identity")));
    Stream<Case> others =
        Stream.of(
            of("gate from query", PLAIN + 4 * 4 + 4, "attention.gate", "from-query"),
            of("gate computed", PLAIN, "attention.gate", "computed"),
            of("gate of three maps", PLAIN + 3 * 4 * 4 + 4, "attention.gate", "three-maps"),
            of("gate of scalars", PLAIN + 4, "attention.gate", "scalars"),
            of("gate of its own", PLAIN + 8, "attention.gate", "input-independent"),
            of("gate of what is read", PLAIN, "attention.gate", "self"));
    Stream<Case> formulas =
        FORMULAS.stream()
            .map(
                f ->
                    ofOneShape(
                        "gate " + f,
                        PLAIN,
                        "attention.gate",
                        "computed",
                        "attention.gate.formula",
                        f));
    Stream<Case> sources =
        SOURCES.stream()
            .map(
                s ->
                    ofOneShape(
                        "map of " + s,
                        PLAIN + 4 * 4 + 4,
                        "attention.gate",
                        "mapped",
                        "attention.gate.source",
                        s));
    Stream<Case> squashes =
        Stream.of("silu", "tanh", "identity")
            .map(
                f ->
                    ofOneShape(
                        "mapped and " + f,
                        PLAIN + 4 * 4 + 4,
                        under("attention.gate", "mapped", "squash", f)));
    return Stream.of(learned, forms, others, formulas, sources, squashes).flatMap(s -> s);
  }

  /** A norm of queries and keys would undo a number for each head of them. */
  private static Case headwise(String position) {
    boolean normed = !position.equals("query") && !position.equals("key");
    String[] gate = gate("position", position, "grain", "headwise");
    return ofOneShape(
        "headwise gate at " + position,
        PLAIN + 8 * 2 - (normed ? 0 : GAINS),
        normed
            ? gate
            : Stream.concat(Stream.of(gate), Stream.of("model.qk-norm", "false"))
                .toArray(String[]::new));
  }

  private static String[] gate(String... settings) {
    return under("attention.gate", "learned", settings);
  }

  private static Case pairs(String name, long parameters, String[] settings, String... more) {
    return ofPairs(
        name, parameters, Stream.of(settings, more).flatMap(Stream::of).toArray(String[]::new));
  }
}
