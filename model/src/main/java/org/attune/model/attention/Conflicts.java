package org.attune.model.attention;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.attune.model.attention.gate.LearnedGate;
import org.attune.model.attention.message.Compressed;
import org.attune.model.attention.message.Shared;
import org.attune.model.attention.score.Convolution;
import org.attune.model.attention.score.Mixing;
import org.attune.model.attention.source.Split;
import org.attune.model.attention.weights.Strength;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter;
import org.attune.model.network.Decoder;
import org.attune.model.network.KvqNetwork;
import org.attune.model.network.Networks;
import org.attune.model.network.Signature;

/** Combinations of valid settings that make no sense, each with the reason a user will read. */
public final class Conflicts {

  /** Weights that solve for a map from keys to values, or are linear in keys: no logits. */
  private static final Set<String> REGRESSIONS =
      Set.of("linear", "ridge", "sigma-ridge", "sigma-ridge-2", "kernel-ridge", "nystroem");

  /** Weights for sets alone. */
  private static final Set<String> OF_SETS = Set.of("sigma-ridge-2", "kernel-ridge", "nystroem");

  /** Weights that need keys as wide as a head. */
  private static final Set<String> OF_HEADS = Set.of("blocks", "clusters", "swiglu-neurons");

  /** Weights that choose among earlier tokens. */
  private static final Set<String> OF_SEQUENCES =
      Set.of(
          "swiglu-neurons",
          "top-keys",
          "blocks",
          "clusters",
          "filtered",
          "write-gate",
          "most-written");

  /** Weights with a lambda. */
  private static final Set<String> LAMBDAS =
      Set.of("ridge", "sigma-ridge", "sigma-ridge-2", "kernel-ridge", "nystroem");

  private final Configuration settings;
  private final Signature signature;
  private final int heads;
  private final List<String> reasons = new ArrayList<>();

  private Conflicts(Configuration settings, Signature signature) {
    this.settings = settings;
    this.signature = signature;
    heads = settings.integer(Decoder.HEADS);
  }

  /** The reasons against a configuration; none when it is fine. */
  public static List<String> of(Configuration settings, Signature signature) {
    Conflicts conflicts = new Conflicts(settings, signature);
    conflicts.heads();
    conflicts.sources();
    conflicts.messages();
    conflicts.scores();
    conflicts.gates();
    conflicts.network();
    conflicts.sets();
    conflicts.lambda();
    return conflicts.reasons;
  }

  private void heads() {
    int width = settings.integer(Decoder.WIDTH);
    if (width % heads != 0) {
      reason("model.heads %d do not divide model.width %d", heads, width);
    } else if (chosen(Parts.POSITION, "rope") && width / heads % 2 != 0) {
      reason(
          "model.positions rope turns pairs of columns, and heads of width %d have an odd number",
          width / heads);
    }
  }

  private void sources() {
    split(Parts.QUERY, Split.QUERY_FRACTION, heads);
    split(Parts.KEY, Split.KEY_FRACTION, heads / headsPerKey());
  }

  private void split(Parameter axis, Parameter fraction, int of) {
    if (!chosen(axis, "split")) {
      return;
    }
    double share = settings.real(fraction);
    double exact = share * of;
    if (heads == 1) {
      reason("%s split needs more than one head", axis.key());
    } else if (Math.abs(exact - Math.round(exact)) > 1e-9) {
      reason(
          "%s %s of %d heads is no whole number: choose a multiple of 1/%d",
          fraction.key(), share, of, of);
    }
  }

  /** How many heads have a key, or a code, in common. */
  private int headsPerKey() {
    int group = settings.integer(Shared.SIZE);
    boolean divides = heads % group == 0;
    if (chosen(Parts.MESSAGE, "shared")) {
      return settings.choice(Shared.TIED).equals("values") || !divides ? 1 : group;
    }
    if (chosen(Parts.MESSAGE, "compressed")) {
      return switch (settings.choice(Compressed.SCOPE)) {
        case "layer" -> heads;
        case "group" -> divides ? group : 1;
        default -> 1;
      };
    }
    return 1;
  }

  private void messages() {
    boolean grouped =
        chosen(Parts.MESSAGE, "shared")
            || chosen(Parts.MESSAGE, "compressed")
                && settings.choice(Compressed.SCOPE).equals("group");
    if (grouped && heads % settings.integer(Shared.SIZE) != 0) {
      reason(
          "attention.messages.group %d does not divide model.heads %d",
          settings.integer(Shared.SIZE), heads);
    }
    if (chosen(Parts.MESSAGE, "merged")) {
      require(
          chosen(Parts.QUERY, "current"),
          "attention.messages merged has no query of its own to take from elsewhere:"
              + " attention.query must be current");
      require(
          !settings.flag(Attention.QK_NORM),
          "attention.messages merged compares whole tokens: model.qk-norm must be false");
      require(
          !chosen(Parts.POSITION, "rope"),
          "attention.messages merged compares whole tokens, which rope does not turn:"
              + " choose other model.positions");
      require(
          chosen(Parts.GATE, "none") || chosen(Parts.GATE, "learned"),
          "attention.messages merged has no queries or keys of a head's width for this gate");
      require(
          !OF_HEADS.contains(settings.choice(Parts.WEIGHT))
              && !REGRESSIONS.contains(settings.choice(Parts.WEIGHT)),
          "attention.messages merged has no keys of a head's width, which attention.weights "
              + settings.choice(Parts.WEIGHT)
              + " needs");
    }
  }

  private void scores() {
    kernel(Parts.SCORE_CONVOLUTION, Convolution.QUERIES_BEFORE, Convolution.KEYS_BEFORE);
    kernel(Parts.WEIGHT_CONVOLUTION, Convolution.QUERIES_AFTER, Convolution.KEYS_AFTER);
    String weights = settings.choice(Parts.WEIGHT);
    if (settings.choice(Networks.KIND).equals("decoder") && OF_SETS.contains(weights)) {
      reason("attention.weights %s has no causal form: choose a model.kind of sets", weights);
    }
    if (chosen(Parts.POSITION, "alibi") && REGRESSIONS.contains(weights)) {
      reason("model.positions alibi lowers logits, and attention.weights %s has none", weights);
    }
    boolean paired = chosen(Parts.WEIGHT, "differential");
    if (paired && heads % 2 != 0) {
      reason("attention.weights differential pairs heads, and model.heads %d is odd", heads);
    }
    mixing(Parts.SCORE_MIXING, Mixing.GROUP_BEFORE, heads);
    mixing(Parts.WEIGHT_MIXING, Mixing.GROUP_AFTER, paired ? Math.max(1, heads / 2) : heads);
  }

  private void kernel(Parameter axis, Parameter queries, Parameter keys) {
    if (!chosen(axis, "convolution")) {
      return;
    }
    for (Parameter side : List.of(queries, keys)) {
      if (settings.integer(side) > signature.length()) {
        reason(
            "%s %d is wider than the context of %d tokens",
            side.key(), settings.integer(side), signature.length());
      }
    }
    if (settings.integer(keys) % 2 == 0) {
      reason("%s %d is even: no key is in the middle", keys.key(), settings.integer(keys));
    }
  }

  private void mixing(Parameter axis, Parameter group, int of) {
    int size = chosen(axis, "mixed") ? settings.integer(group) : 0;
    if (size > 0 && of % size != 0) {
      reason("%s %d does not divide the %d heads it mixes", group.key(), size, of);
    }
  }

  private void gates() {
    boolean plain =
        chosen(Parts.GATE, "none") || chosen(Parts.GATE, "learned") || chosen(Parts.GATE, "self");
    if (chosen(Parts.WEIGHT, "differential") && !plain) {
      require(
          chosen(Parts.GATE, "input-independent"),
          "attention.weights differential reads with half as many, wider heads:"
              + " attention.gate must not be made from queries and keys");
    }
  }

  private void network() {
    if (settings.choice(Decoder.STREAMS).equals("two")
        && settings.integer(Decoder.READ) >= settings.integer(Decoder.WIDTH)) {
      reason(
          "model.streams.read %d leaves nothing of model.width %d for a second stream",
          settings.integer(Decoder.READ), settings.integer(Decoder.WIDTH));
    }
    if (settings.choice(Decoder.PRECISION).equals("one-bit") && chosen(Parts.WEIGHT, "filtered")) {
      reason("attention.weights filtered weighs messages of floats: no model.precision one-bit");
    }
    int width = settings.integer(Decoder.WIDTH);
    if (settings.choice(Decoder.PRECISION).equals("one-bit")
        && settings.choice(Decoder.EMBEDDING).equals("orthogonal")
        && (Integer.bitCount(width) != 1 || signature.inputs() > width)) {
      reason(
          "model.embedding orthogonal of one bit needs a model.width that is a power of two and no"
              + " less than the vocabulary of %d",
          signature.inputs());
    }
    boolean projectionGate =
        chosen(Parts.GATE, "learned") && settings.choice(LearnedGate.POSITION).equals("projection");
    if (settings.choice(Decoder.PRECISION).equals("one-bit") && projectionGate) {
      reason("model.precision one-bit adds to the stream at once: no gate after the projection");
    }
  }

  private void sets() {
    String kind = settings.choice(Networks.KIND);
    if (kind.equals("decoder")) {
      return;
    }
    for (Parameter axis : Parts.axes()) {
      boolean read =
          axis == Parts.POSITION
              || axis == Parts.WEIGHT && (kind.equals("kvq") || kind.equals("set-encoder"));
      String chosen = settings.choice(axis);
      if (!read && !chosen.equals(axis.standard())) {
        reason("model.kind %s has no %s: it would not read '%s'", kind, axis.key(), chosen);
      }
    }
    String weights = settings.choice(Parts.WEIGHT);
    if (OF_SEQUENCES.contains(weights)) {
      reason("attention.weights %s is for sequences, and model.kind %s reads sets", weights, kind);
    }
    if (kind.equals("kvq")
        && !settings.choice(KvqNetwork.HEAD).equals("weights")
        && !chosen(Parts.WEIGHT, Parts.WEIGHT.standard())) {
      reason(
          "model.kind.head %s reads in place of attention.weights: leave those at %s",
          settings.choice(KvqNetwork.HEAD), Parts.WEIGHT.standard());
    }
    if (kind.equals("kvq")
        && settings.choice(KvqNetwork.EMBEDDING_ACTIVATION).equals("leaky-relu")
        && settings.integer(KvqNetwork.EMBEDDING_LAYERS) == 1) {
      reason("model.kind.embedding-activation stands between layers, and there is one layer");
    }
  }

  private void lambda() {
    if (!LAMBDAS.contains(settings.choice(Parts.WEIGHT))) {
      return;
    }
    boolean sequences = settings.choice(Networks.KIND).equals("decoder");
    boolean zero = settings.real(Strength.LAMBDA) == 0;
    String source = settings.choice(Strength.SOURCE);
    if (zero && !source.equals("fixed")) {
      reason(
          "attention.weights.lambda 0 cannot be where a lambda learned per %s starts from: give a"
              + " positive number",
          source);
    }
    if (zero && sequences) {
      reason(
          "attention.weights.lambda 0 is for sets: the first keys of a sequence determine nothing;"
              + " give a positive number");
    }
    if (source.equals("context") && sequences) {
      reason(
          "attention.weights.lambda-source context looks at the whole of a set, and a sequence's"
              + " first tokens must not: choose layer or head");
    }
  }

  private boolean chosen(Parameter axis, String option) {
    return settings.choice(axis).equals(option);
  }

  private void require(boolean holds, String reason) {
    if (!holds) {
      reasons.add(reason);
    }
  }

  private void reason(String format, Object... values) {
    reasons.add(format.formatted(values));
  }
}
