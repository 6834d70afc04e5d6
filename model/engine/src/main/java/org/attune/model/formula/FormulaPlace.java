package org.attune.model.formula;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The table of formula places: where a formula may stand, what it may read there, and what it must
 * return.
 */
public enum FormulaPlace {
  QUERY(
      "attention.query",
      "query",
      "linear(x) + shift(linear(x), 1)",
      "each head's query",
      Shapes.HEADS,
      Name.X),
  KEY(
      "attention.key",
      "key",
      "linear(x) + shift(linear(x), 1)",
      "each head's key",
      Shapes.HEADS,
      Name.X),
  VALUES(
      "attention.values",
      "value-map",
      "sigmoid(v)",
      "each head's value",
      Shapes.HEADS,
      Name.OWN_VALUE,
      Name.X,
      Name.FIRST_VALUE),
  SCORES(
      "attention.scores",
      "scores",
      "30 * tanh(s / 30)",
      "each query's scores",
      Shapes.SCORES,
      Name.SCORE,
      Name.X,
      Name.Q,
      Name.K,
      Name.V),
  WEIGHTS(
      "attention.weights",
      "weights",
      "softmax(s)",
      "each query's weights; keys it does not see get 0",
      Shapes.SCORES,
      Name.SCORE,
      Name.X,
      Name.Q,
      Name.K,
      Name.V),
  GATE(
      "attention.gate",
      "gate",
      "y * sigmoid(linear(x))",
      "what the heads read, gated",
      Shapes.HEADS,
      Name.Y,
      Name.X,
      Name.Q,
      Name.K,
      Name.V),
  MLP(
      "model.mlp",
      "up",
      "relu(linear(x)) ** 2",
      "the hidden layer of each block's MLP",
      TermAxes.of(TermAxis.TOKEN, TermAxis.CHANNEL),
      Name.WIDE_X),
  INPUT(
      "model.input",
      "input",
      "x + learned(0, per: channel) * shift(x, 1)",
      "what attention and MLP read",
      TermAxes.of(TermAxis.TOKEN, TermAxis.CHANNEL),
      Name.NORMED),
  STREAM(
      "model.stream",
      "stream",
      "x + rms(y) * learned(1, per: channel)",
      "the stream after each block or part",
      TermAxes.of(TermAxis.TOKEN, TermAxis.CHANNEL),
      Name.STREAM,
      Name.ADDED,
      Name.EMBEDDED);

  private static final class Shapes {
    static final TermAxes HEADS = TermAxes.of(TermAxis.TOKEN, TermAxis.HEAD, TermAxis.CHANNEL);
    static final TermAxes SCORES = TermAxes.of(TermAxis.TOKEN, TermAxis.HEAD, TermAxis.KEY);
  }

  /** A name that a formula may read. */
  public enum Name {
    X("x", Shapes.HEADS), // the layer's normalised input
    WIDE_X("x", TermAxes.of(TermAxis.TOKEN, TermAxis.WIDTH)), // the block's normalised stream
    NORMED("x", TermAxes.of(TermAxis.TOKEN, TermAxis.CHANNEL)), // the normalised stream
    STREAM(
        "x", TermAxes.of(TermAxis.TOKEN, TermAxis.CHANNEL)), // the stream before the block or part
    ADDED("y", TermAxes.of(TermAxis.TOKEN, TermAxis.CHANNEL)), // what the block or part gives
    EMBEDDED(
        "x0", TermAxes.of(TermAxis.TOKEN, TermAxis.CHANNEL)), // the stream before the first block
    Y("y", Shapes.HEADS), // what the heads read
    Q("q", Shapes.HEADS), // queries, after norm and positions
    K("k", Shapes.HEADS), // keys, after norm and positions
    V("v", Shapes.HEADS), // values
    OWN_VALUE("v", Shapes.HEADS), // values as projected
    FIRST_VALUE("v0", Shapes.HEADS), // the first layer's values as projected
    SCORE("s", Shapes.SCORES), // scores: scaled products of queries and keys
    I("i", TermAxes.of(TermAxis.TOKEN)), // the token's place, from 0; of scores, the query's
    J("j", TermAxes.of(TermAxis.KEY)), // the key's place, from 0
    N("n", TermAxes.NONE), // how many tokens a sequence has
    HEAD("h", TermAxes.of(TermAxis.HEAD)), // the head's number, from 0
    HEADS("heads", TermAxes.NONE), // how many heads there are
    PI("pi", TermAxes.NONE), // 3.14159...
    INF("inf", TermAxes.NONE); // infinity, for masks: -inf

    private final String text;
    private final TermAxes axes;

    Name(String text, TermAxes axes) {
      this.text = text;
      this.axes = axes;
    }

    public String text() {
      return text;
    }

    public TermAxes axes() {
      return axes;
    }

    /** Whether the name is data; if not, it is an index or a count. */
    public boolean isData() {
      return compareTo(I) < 0;
    }
  }

  private final String key;
  private final String base;
  private final String standard;
  private final String gives;
  private final TermAxes result;
  private final List<Name> data;

  FormulaPlace(
      String key, String base, String standard, String gives, TermAxes result, Name... data) {
    this.key = key;
    this.base = base;
    this.standard = standard;
    this.gives = gives;
    this.result = result;
    this.data = List.of(data);
  }

  /** Returns the key of its axis in a sweep file: {@code attention.gate}. */
  public String key() {
    return key;
  }

  /** Returns the parameter name of the first matrix learned here. */
  public String base() {
    return base;
  }

  /** Returns the default formula. */
  public String standard() {
    return standard;
  }

  /** Returns a description of the formula's result. */
  public String gives() {
    return gives;
  }

  /** Returns the axes that the formula's result may have. */
  public TermAxes result() {
    return result;
  }

  /** Returns the names that a formula may read here. */
  public List<Name> names() {
    boolean keys = result.has(TermAxis.KEY);
    return Arrays.stream(Name.values())
        .filter(n -> n.isData() ? data.contains(n) : keys || n != Name.J)
        .filter(n -> n.isData() || heads() || (n != Name.HEAD && n != Name.HEADS))
        .toList();
  }

  /** Whether there are heads. */
  public boolean heads() {
    return result.has(TermAxis.HEAD);
  }

  Optional<Name> name(String text) {
    return names().stream().filter(n -> n.text().equals(text)).findFirst();
  }

  /** Returns the place for an axis's key. */
  public static FormulaPlace of(String key) {
    return Arrays.stream(values()).filter(p -> p.key.equals(key)).findFirst().orElseThrow();
  }
}
