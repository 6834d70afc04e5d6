package org.attune.model.program;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The numbers that generation keeps of one sequence at a program's length: the rows that primitives
 * remember, each value once, and their running states.
 */
public final class GenerationState {

  private final Map<Value, Primitive> makers = new HashMap<>();
  private final Program program;

  private GenerationState(Program program) {
    this.program = program;
    program.nodes().forEach(node -> makers.put(node.output(), node.primitive()));
  }

  /** The bytes that generation keeps of one sequence, four a number. */
  public static long bytes(Program program) {
    return Float.BYTES * new GenerationState(program).numbers();
  }

  private long numbers() {
    Map<Value, Long> rows = new HashMap<>();
    long numbers = 0;
    for (Primitive primitive : makers.values()) {
      numbers += primitive.state();
      List<Value> inputs = primitive.inputs();
      for (int a = 0; a < inputs.size(); a++) {
        if (primitive.remembers(a) > 0 && !inputs.get(a).isParameter()) {
          rows.merge(origin(inputs.get(a)), (long) primitive.remembers(a), Math::max);
        }
      }
    }
    for (Map.Entry<Value, Long> entry : rows.entrySet()) {
      numbers += entry.getValue() * entry.getKey().columns();
    }
    return numbers;
  }

  /** The earliest stored value that a value comes from token by token, or the value itself. */
  private Value origin(Value value) {
    Value origin = value;
    Value at = value;
    while (true) {
      if (program.isStored(at)) {
        origin = at;
      }
      Primitive maker = makers.get(at.root());
      if (maker == null || maker.state() > 0 || remembersAny(maker)) {
        return origin;
      }
      List<Value> read = maker.inputs().stream().filter(v -> !v.isParameter()).toList();
      if (read.size() != 1) {
        return origin;
      }
      at = read.get(0);
    }
  }

  private static boolean remembersAny(Primitive primitive) {
    return IntStream.range(0, primitive.inputs().size()).anyMatch(a -> primitive.remembers(a) > 0);
  }
}
