package org.attune.model.engine;

import java.util.Locale;
import java.util.Optional;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** A program needs more numbers in one block of memory than any backend allows. */
public final class OversizeException extends NoRoomException {

  private static final long serialVersionUID = 1L;

  /** The most numbers in a block: the most elements of a Java array. */
  public static final long MOST = Integer.MAX_VALUE - 8;

  private OversizeException(long elements) {
    super(message(elements), MOST * Float.BYTES);
  }

  private static String message(long elements) {
    return String.format(
        Locale.ROOT,
        "A trial needs %,d numbers in one block of memory, and a block has at most %,d: make the"
            + " task's length, model.heads or the vocabulary smaller",
        elements,
        MOST);
  }

  /**
   * The size of a block, at least one.
   *
   * @throws OversizeException if it exceeds the maximum
   */
  public static int require(long elements) {
    if (elements > MOST) {
      throw new OversizeException(elements);
    }
    return (int) Math.max(1, elements);
  }

  /**
   * The error for a program whose parameters or largest value exceed a block, if any. It names no
   * number of parameters: so all cells of a sweep have the same error.
   */
  public static Optional<String> complaint(Program program) {
    long parameters = program.parameters().stream().mapToLong(s -> s.size()).sum();
    long values =
        program.nodes().stream().mapToLong(node -> elements(node.output())).max().orElse(0);
    if (parameters > MOST) { // they are stored consecutively
      return Optional.of(
          String.format(
              Locale.ROOT,
              "The network has more parameters than one block of memory holds, %,d: make"
                  + " model.width, model.layers or the vocabulary smaller",
              MOST));
    }
    return values > MOST ? Optional.of(message(values)) : Optional.empty();
  }

  private static long elements(Value value) {
    long elements = 1;
    for (int size : value.shape()) {
      elements *= size;
    }
    return elements;
  }
}
