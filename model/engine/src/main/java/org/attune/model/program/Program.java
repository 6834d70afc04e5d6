package org.attune.model.program;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The description of a forward pass, to be compiled for a backend once and replayed.
 *
 * <pre>{@code
 * Program p = new Program(batch);
 * Value x = p.input("x", length, width, false);      // (B·T, C)
 * Value w = p.parameter("w", Init.fanIn(), width, width);
 * p.output("y", matmul(x, w));                       // (B·T, C)
 * }</pre>
 *
 * <p>A description that is not compiled costs no memory; it lists a network's parameters.
 */
public final class Program implements Value.Owner {

  /**
   * A primitive and its output.
   *
   * @param number its index in the program, from 0; noise depends on it
   * @param primitive the operation
   * @param output its result
   */
  public record Node(int number, Primitive primitive, Value output) {}

  /**
   * Consecutive nodes.
   *
   * @param from the first
   * @param to after the last
   */
  public record Span(int from, int to) {}

  private final int batch;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Value> inputs = new LinkedHashMap<>();
  private final Set<String> integerInputs = new HashSet<>();
  private final Map<String, ParameterSpec> specs = new LinkedHashMap<>();
  private final Map<String, Value> parameters = new LinkedHashMap<>();
  private final Map<String, Value> outputs = new LinkedHashMap<>();
  private final Map<Object, Object> shared = new HashMap<>();
  private final List<Span> spans = new ArrayList<>();
  private String scope = "";
  private boolean probing;
  private boolean evaluating;
  private final Set<Value> stored = new HashSet<>();
  private Init ordinary = Init.UNIFORM;

  /**
   * @param batch the number of sequences
   */
  public Program(int batch) {
    if (batch < 1) {
      throw new IllegalArgumentException("Invalid batch: " + batch + " (at least 1)");
    }
    this.batch = batch;
  }

  /** The program of a value; only programs make values. */
  public static Program of(Value value) {
    return (Program) value.owner();
  }

  /** The number of sequences. */
  @Override
  public int batch() {
    return batch;
  }

  /**
   * Whether the caller wants attention weights. Parts then expose them with {@link #probe}, even if
   * a fused kernel would not form them.
   */
  public boolean probing() {
    return probing;
  }

  public Program probing(boolean wanted) {
    probing = wanted;
    return this;
  }

  /**
   * Whether the program is for evaluation. Parts may then expose values that are cheap to compute,
   * such as gates.
   */
  public boolean evaluating() {
    return evaluating;
  }

  public Program evaluating(boolean wanted) {
    evaluating = wanted;
    return this;
  }

  /** Sets the initialisation of weights that ask for {@link Init#fanIn}. */
  public Program ordinary(Init init) {
    ordinary = init;
    return this;
  }

  private Init resolved(Init init) {
    return init == Init.ORDINARY ? ordinary : init;
  }

  // ---- inputs

  /**
   * A real input of {@code batch * length} rows.
   *
   * @param wantsGradient whether the caller wants the loss's derivative by it
   */
  public Value input(String name, int length, int columns, boolean wantsGradient) {
    return define(
        inputs, new Value(this, Value.Kind.INPUT, name, wantsGradient, batch * length, columns));
  }

  /** An integer input of {@code batch * length} rows and one column: tokens or labels. */
  public Value tokens(String name, int length) {
    integerInputs.add(name);
    return define(inputs, new Value(this, Value.Kind.INPUT, name, false, batch * length, 1));
  }

  /** A trainable matrix; a vector has one row. Its name is prefixed with the scope. */
  public Value parameter(String name, Init init, int rows, int columns) {
    return declared(name, init, rows, columns, Optional.empty());
  }

  /**
   * A matrix that follows the batches of a training and that no gradient changes. Its name is
   * prefixed with the scope.
   */
  public Value state(String name, Init init, int rows, int columns, Movement movement) {
    return declared(name, init, rows, columns, Optional.of(movement));
  }

  private Value declared(
      String name, Init init, int rows, int columns, Optional<Movement> movement) {
    String full = scope + name;
    Value value =
        define(
            parameters,
            new Value(this, Value.Kind.PARAMETER, full, movement.isEmpty(), rows, columns));
    List<ParameterSpec.Block> blocks =
        List.of(new ParameterSpec.Block(full, columns, resolved(init)));
    specs.put(full, new ParameterSpec(full, rows, blocks, movement));
    return value;
  }

  /** An existing parameter, by its full name. */
  public Value parameter(String fullName) {
    Value value = parameters.get(fullName);
    if (value == null) {
      throw new IllegalArgumentException(
          "No parameter '" + fullName + "'; there are " + parameters.keySet());
    }
    return value;
  }

  /**
   * Widens a parameter, and a value computed from it, by a block of columns. Primitives use it to
   * merge several requests into one product.
   */
  public void widen(Value parameter, Value result, String name, Init init, int columns) {
    specs.computeIfPresent(
        parameter.name(),
        (k, spec) -> spec.with(new ParameterSpec.Block(scope + name, columns, resolved(init))));
    parameter.widen(columns);
    result.widen(columns);
  }

  /** Runs a part of the description with its parameters' names prefixed by {@code name + "/"}. */
  public <T> T within(String name, Supplier<T> part) {
    String outer = scope;
    scope = outer + name + "/";
    try {
      return part.get();
    } finally {
      scope = outer;
    }
  }

  /**
   * Runs a part of the description whose kernels may run again in the backward pass, so that what
   * they compute need not be kept until then: Chen et al. 2016, arXiv 1604.06174, section 3.
   */
  public <T> T recomputed(Supplier<T> part) {
    int from = nodes.size();
    T made = part.get();
    spans.add(new Span(from, nodes.size()));
    return made;
  }

  /** The parts that may run again, in order. */
  public List<Span> recomputed() {
    return Collections.unmodifiableList(spans);
  }

  /** The current prefix of parameters and probes. */
  public String scope() {
    return scope;
  }

  /** The result computed earlier for a key, or now on first use. Parts share values through it. */
  @SuppressWarnings("unchecked")
  public <T> T shared(Object key, Supplier<T> first) {
    Object found = shared.get(key);
    if (found == null) {
      found = first.get();
      shared.put(key, found);
    }
    return (T) found;
  }

  // ---- computation

  /** Adds a primitive. Its output wants a gradient if one flows back to an input that wants one. */
  public Value add(Primitive primitive) {
    Value output = result(primitive, primitive.getClass().getSimpleName() + nodes.size());
    nodes.add(new Node(nodes.size(), primitive, output));
    return output;
  }

  /**
   * The output of a primitive that is none of this program's nodes. Lists of nodes that compute
   * this program in another way have such outputs.
   *
   * @param name unique among these outputs
   */
  public Value result(Primitive primitive, String name) {
    boolean wanted = false;
    List<Value> inputs = primitive.inputs();
    for (int a = 0; a < inputs.size(); a++) {
      if (inputs.get(a).owner() != this) {
        throw new IllegalArgumentException(inputs.get(a) + " belongs to another program");
      }
      wanted |= inputs.get(a).wantsGradient() && primitive.passesBack(a);
    }
    return new Value(this, Value.Kind.RESULT, name, wanted, primitive.shape());
  }

  /** Names a value that callers can read after a forward pass. */
  public Value output(String name, Value value) {
    return define(outputs, name, value);
  }

  /**
   * Exposes an intermediate value under a name, prefixed with the scope, such as a gate for its
   * mean.
   */
  public Value probe(String name, Value value) {
    return define(outputs, scope + name, value);
  }

  /**
   * Declares that generation keeps this value of earlier tokens where a primitive remembers what
   * comes from it token by token. Latent keys keep their code, grouped heads what they share.
   */
  public Value stored(Value value) {
    stored.add(value);
    return value;
  }

  private static Value define(Map<String, Value> all, Value value) {
    return define(all, value.name(), value);
  }

  private static Value define(Map<String, Value> all, String name, Value value) {
    if (all.putIfAbsent(name, value) != null) {
      throw new IllegalArgumentException("Cannot define '" + name + "' twice in one program");
    }
    return value;
  }

  // ---- results

  /** The parameters so far, in order. */
  public List<ParameterSpec> parameters() {
    return List.copyOf(specs.values());
  }

  public Map<String, Value> outputs() {
    return Collections.unmodifiableMap(outputs);
  }

  /** Floating point operations of one forward pass over this batch, a multiply-add as two. */
  public double forwardFlops() {
    return nodes.stream().mapToDouble(n -> n.primitive().flops()).sum();
  }

  /** Whether generation keeps a value: see {@link #stored}. */
  boolean isStored(Value value) {
    return stored.contains(value);
  }

  /** The primitives, in execution order. */
  public List<Node> nodes() {
    return Collections.unmodifiableList(nodes);
  }

  /** The inputs, by name. */
  public Map<String, Value> inputs() {
    return Collections.unmodifiableMap(inputs);
  }

  /** The values of parameters and state, by full name. */
  public Map<String, Value> parameterValues() {
    return Collections.unmodifiableMap(parameters);
  }

  /** Whether an input holds integers, such as tokens. */
  public boolean isInteger(Value input) {
    return integerInputs.contains(input.name());
  }
}
