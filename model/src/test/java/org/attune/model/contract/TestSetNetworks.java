package org.attune.model.contract;

import static org.attune.model.contract.Case.of;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.attune.model.contract.Case.Derivative;
import org.attune.model.network.Signature;

/** Every network of sets, with every way to read values, against the contract. */
class TestSetNetworks extends NetworkContract {

  // At width 8 with 2 heads, five pairs of x (3 columns) and y: (a + 1) b an affine layer.
  private static final int POINT = (3 + 1) * 8 + (8 + 1) * 8; // MLP of keys, or of queries
  private static final int VALUE = (1 + 1) * 8 + (8 + 1) * 8;
  private static final int DECODER = (8 + 1) * 8 + (8 + 1);
  private static final int KVQ = 2 * POINT + VALUE + DECODER;
  private static final int BLOCK = 4 * 8 * 8 + (8 + 1) * 6 + (6 + 1) * 8;
  private static final int ENCODER = (5 + 1) * 8 + BLOCK + (8 + 1);

  private static final List<String> WITHOUT_PARAMETERS =
      List.of("softmax", "uniform", "linear", "ridge", "sigma-ridge", "sigma-ridge-2");

  private static final Shape MORE = new Shape(1, 7, 1);

  @Override
  boolean discrete() {
    return false;
  }

  @Override
  boolean takesPairsInAnyOrder(Case c) {
    return !c.settings().get("model.kind").equals("perceptron");
  }

  @Override
  Stream<Case> cases() {
    return Stream.of(weights(), embeddings(), heads(), others()).flatMap(s -> s);
  }

  private static Stream<Case> weights() {
    Stream<Case> plain =
        WITHOUT_PARAMETERS.stream()
            .flatMap(
                w ->
                    Stream.of(
                        kvq("kvq of " + w, KVQ, "attention.weights", w),
                        encoder("encoder of " + w, ENCODER, "attention.weights", w)));
    return Stream.concat(
        plain,
        Stream.of(
            kvq("kvq of kernel ridge", KVQ, "attention.weights", "kernel-ridge"),
            kvq(
                "kvq of a narrow kernel",
                KVQ,
                "attention.weights",
                "kernel-ridge",
                "attention.weights.gamma",
                "0.7",
                "attention.weights.lambda",
                "0.3"),
            kvq(
                "kvq of landmarks",
                KVQ + 2 * 8,
                "attention.weights",
                "nystroem",
                "attention.weights.landmarks",
                "2"),
            kvq("lambda per layer", KVQ + 1, ridge("layer")),
            kvq("lambda per head", KVQ + 2, ridge("head")),
            kvq("lambda of the context", KVQ + (16 + 1) * 16 + 16 * 2 + 2, ridge("context"))));
  }

  private static String[] ridge(String source) {
    return new String[] {"attention.weights", "ridge", "attention.weights.lambda-source", source};
  }

  private static Stream<Case> embeddings() {
    return Stream.of(
        one("one embedding", POINT + 1 * 8 + 8 + 9, "model.kind.embedding", "shared"),
        one("none", (1 + 1) * 8 + (8 + 1), "model.kind.embedding", "none"),
        kvq("deeper embeddings", KVQ + 3 * 9 * 8, "model.kind.embedding-layers", "3"),
        kvq("leaky embeddings", KVQ, "model.kind.embedding-activation", "leaky-relu"),
        kvq("projected heads", KVQ + 4 * 9 * 8, "model.kind.projection", "heads"),
        kvq("a narrow last layer", KVQ - 9 * 8 - 9 + 9 * 5 + 6, "model.kind.last", "5"),
        kvq("an affine decoder", KVQ - 9 * 8, "model.kind.decoder-layers", "1"),
        one(
            "the bare operator",
            1,
            "model.kind.embedding",
            "none",
            "model.kind.decoder-layers",
            "0",
            "attention.weights",
            "ridge",
            "attention.weights.lambda-source",
            "layer"));
  }

  private static Stream<Case> heads() {
    return Stream.of(
        one("weighted ridge", KVQ + 8, head("weighted-ridge", "lambda", "0.5")),
        one("ls-svm", (1 + 1) * 8 + (8 + 1), with(head("ls-svm"), "model.kind.embedding", "none")),
        of("lda", 2 * 8 + 9, bare("lda")).at(Shape.STATED, MORE),
        of("qda", 2 * 8 + 9, bare("qda")).at(Shape.STATED, MORE),
        one("equalities", KVQ + 2 * (8 + 8), head("equality-ridge", "constraints", "2")),
        one("inequalities", KVQ + 8 + 8, head("inequality-ridge")));
  }

  /** Heads that tell classes apart are for tasks of classes; the formula is the same. */
  @Override
  Signature served(Case c, Shape shape) {
    boolean classifies =
        Set.of("lda", "qda", "ls-svm")
                .contains(c.settings(shape).getOrDefault("model.kind.head", ""))
            || c.settings(shape).containsKey("model.kind.averages");
    return classifies ? signature(shape).ofIndicators() : signature(shape);
  }

  /** A head that classifies, on classes and points as they are. */
  private static String[] bare(String name) {
    String[] whole = {"model.kind", "kvq", "model.heads", "1", "model.kind.embedding", "none"};
    return with(head(name), whole);
  }

  private static String[] head(String name, String... settings) {
    String[] all = new String[settings.length + 2];
    all[0] = "model.kind.head";
    all[1] = name;
    for (int i = 0; i < settings.length; i += 2) {
      all[i + 2] = "model.kind.head." + settings[i];
      all[i + 3] = settings[i + 1];
    }
    return all;
  }

  private static Stream<Case> others() {
    return Stream.of(
        encoder("two blocks", ENCODER + BLOCK, "model.layers", "2"),
        network("neural-process", "neural process", (4 + 1) * 8 + 9 * 16 + (19 + 1) * 8 + 9),
        network(
            "neural-process",
            "by class",
            (4 + 1) * 8 + 9 * 16 + (19 + 1) * 8 + 9,
            "model.kind.averages",
            "classes"),
        network(
            "neural-process",
            "a short summary",
            (4 + 1) * 8 + 9 * 8 + 9 * 3 + (6 + 1) * 8 + 9 * 8 + 9,
            "model.kind.summary",
            "3",
            "model.kind.encoder-layers",
            "3",
            "model.kind.decoder-layers",
            "3"),
        network(
                "maml-first-order",
                "MAML, first order",
                (3 + 1) * 8 + 9,
                "model.kind.inner-steps",
                "2",
                "model.kind.inner-rate",
                "0.05")
            .with(Derivative.OF_PARTS), // TestMamlAgreement
        network("perceptron", "perceptron", (3 + 5 * 4 + 1) * 8 + 9, "model.layers", "2"),
        network(
            "perceptron",
            "all answers together",
            (2 * 3 + 5 * 4 + 1) * 8 + 2 * 9,
            "model.layers",
            "2",
            "model.kind.answers",
            "together"));
  }

  /** With one head. */
  private static Case one(String name, long parameters, String... settings) {
    return of(name, parameters, with(settings, "model.kind", "kvq", "model.heads", "1"));
  }

  private static Case kvq(String name, long parameters, String... settings) {
    return network("kvq", name, parameters, settings);
  }

  private static Case encoder(String name, long parameters, String... settings) {
    String[] small = with(settings, "model.layers", "1", "model.feed-forward", "6");
    return network("set-encoder", name, parameters, small);
  }

  private static Case network(String kind, String name, long parameters, String... settings) {
    return of(name, parameters, with(settings, "model.kind", kind));
  }

  /** Settings and, before them, others. */
  private static String[] with(String[] settings, String... others) {
    return Stream.concat(Stream.of(others), Stream.of(settings)).toArray(String[]::new);
  }
}
