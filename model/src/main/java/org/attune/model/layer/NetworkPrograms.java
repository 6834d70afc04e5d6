package org.attune.model.layer;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Compiler;
import org.attune.model.engine.Execution;
import org.attune.model.engine.NoRoomException;
import org.attune.model.engine.OversizeException;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.ParameterStore;
import org.attune.model.engine.ParameterUpdate;
import org.attune.model.engine.UpdateRule;
import org.attune.model.network.Network;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * A network's programs, which share its parameters: one for each number of examples per run. Each
 * is compiled when first needed, and kept.
 */
final class NetworkPrograms implements AutoCloseable {

  /**
   * The size and purpose of a program.
   *
   * @param examples examples per run
   * @param training whether it is for training; if not, for forward passes
   * @param probing whether it computes all probes
   */
  record Size(int examples, boolean training, boolean probing) {

    /** Returns a size with half as many examples, at least one. */
    Size halved() {
      return new Size((examples + 1) / 2, training, probing);
    }
  }

  /** A compiled program. */
  static final class Compiled {
    private final Execution<?> execution;
    private final Value loss;
    private final boolean asksForRows;
    private boolean changed = true; // whether parameters may have changed since its last pass

    private Compiled(Execution<?> execution, Value loss, boolean asksForRows) {
      this.execution = execution;
      this.loss = loss;
      this.asksForRows = asksForRows;
    }

    /** Returns the execution, to feed and read. */
    Execution<?> execution() {
      return execution;
    }

    /** Whether it has the input {@link Network#ROWS}. */
    boolean asksForRows() {
      return asksForRows;
    }

    void forward(Pass pass) {
      execution.forward(changed ? pass : pass.unchanged());
      changed = false;
    }

    void both(Pass pass, boolean accumulate, Optional<ParameterUpdate> then) {
      execution.both(changed ? pass : pass.unchanged(), loss, accumulate, then);
      changed = false;
    }
  }

  private static final int ROWS = 256;
  private static final int ROWS_OF_LARGE = 1024;
  private static final int CACHED_WEIGHTS = 1 << 19; // bytes of the largest matrix

  private final NetworkSpec spec;
  private final Compiler<?> compiler;

  /**
   * A program of one of several parallel threads.
   *
   * @param thread number of the thread, from 0
   */
  private record ProgramKey(Size size, int thread) {}

  private final Map<ProgramKey, Compiled> programs = new LinkedHashMap<>();
  private final Map<Size, Integer> fitted = new HashMap<>(); // examples per part, by batch size
  private final double budget; // bytes of all threads' programs; 0 for no budget
  private final int threads; // that run training programs side by side
  private final int most; // examples per part
  private final int watched; // examples per part when probing

  /**
   * @param backend where the programs run
   * @param arrays DL4J's arrays of the parameters
   * @param threads the most threads that run training programs side by side
   */
  NetworkPrograms(
      NetworkSpec spec, Backend<?> backend, DataType type, ParameterArrays arrays, int threads) {
    this.threads = threads;
    this.spec = spec;
    List<ParameterSpec> parameters = spec.parameters();
    compiler = Compiler.on(backend, type, parameters, arrays);
    most = partSize(backend, parameters, spec.signature().length(), type.width());
    watched = watchedSize(spec, most);
    budget = 1e6 * spec.settings().real(Training.MEMORY);
  }

  /**
   * Returns the maximum number of examples per part. Parts have few rows if the weights, too, fit
   * the second-level cache, and more if they do not, so that weights are loaded less often.
   */
  static int partSize(
      Backend<?> backend, List<ParameterSpec> parameters, int length, int bytesOfNumber) {
    long largest = parameters.stream().mapToLong(ParameterSpec::size).max().orElse(0);
    int rows = largest * bytesOfNumber > CACHED_WEIGHTS ? ROWS_OF_LARGE : ROWS;
    return Math.max(1, backend.rowsAtOnce(rows) / length);
  }

  /** Returns the maximum number of examples per part when probing. */
  static int watchedSize(NetworkSpec spec, int most) {
    return Math.max(1, Math.min(most, spec.watchedAtOnce()));
  }

  /**
   * Returns how many examples of a batch run at a time. The budget, if there is one, and the limit
   * on memory blocks bound this number.
   *
   * @param batch the batch's size and purpose
   * @throws NoRoomException if a single example does not fit the trial's share of a device
   */
  int part(Size batch) {
    int examples = Math.min(batch.probing() ? watched : most, batch.examples());
    return fitted.computeIfAbsent(batch, b -> fitting(examples, b));
  }

  /**
   * Returns how many threads may each run a training program of {@code examples} examples at the
   * same time: at least one, and no more than the budget holds.
   */
  int sideBySide(int examples) {
    if (budget == 0) {
      return threads;
    }
    long bytes = of(new Size(examples, true, false)).execution.bytes();
    return Math.max(1, (int) Math.min(threads, budget / Math.max(1, bytes)));
  }

  /** Returns the parameters as programs see them, with their gradients. */
  ParameterStore<?> parameters() {
    return compiler.store();
  }

  /**
   * Returns an update rule over the parameters, if the backend has one.
   *
   * @param decays selects the parameters with weight decay
   */
  Optional<ParameterUpdate> update(UpdateRule rule, Predicate<ParameterSpec> decays) {
    return compiler.update(rule, decays);
  }

  /** Marks the parameters as changed since the programs last ran. */
  void changed() {
    programs.values().forEach(c -> c.changed = true);
  }

  /**
   * Returns the program of a size, compiling it if needed.
   *
   * @throws NoRoomException if it does not fit the trial's share of a device
   */
  Compiled of(Size size) {
    return of(size, 0);
  }

  /**
   * Returns the program of a size for one of several parallel threads.
   *
   * @param thread number of the thread, from 0
   */
  Compiled of(Size size, int thread) {
    return programs.computeIfAbsent(new ProgramKey(size, thread), this::compile);
  }

  /** Adds the gradients of {@code threads} threads to the first one's. */
  void collectGradients(int threads) {
    compiler.collectGradients(threads);
  }

  private Compiled compile(ProgramKey key) {
    Size size = key.size();
    Program p = new Program(size.examples()).probing(size.probing()).evaluating(!size.training());
    Value loss = spec.network().describe(p);
    Execution<?> execution =
        compiler.compile(
            p,
            size.training() ? Execution.Passes.FORWARD_AND_BACKWARD : Execution.Passes.FORWARD,
            key.thread());
    return new Compiled(execution, loss, p.inputs().containsKey(Network.ROWS));
  }

  private int fitting(int most, Size batch) {
    Size part = new Size(most, batch.training(), batch.probing());
    while (!fits(part)) {
      part = part.halved();
    }
    return part.examples();
  }

  /** Whether a program fits the budget and the device. A program that fits stays compiled. */
  private boolean fits(Size size) {
    long bytes;
    try {
      bytes = of(size).execution.bytes();
    } catch (NoRoomException e) {
      boolean mayBeCut = budget > 0 || e instanceof OversizeException;
      if (size.examples() == 1 || !mayBeCut) {
        throw e;
      }
      return false;
    }
    if (budget == 0) {
      return true;
    }
    boolean sideBySide = size.training() && size.examples() > 1;
    double share = sideBySide ? budget / threads : budget;
    if (bytes > share && size.examples() == 1 && !size.training()) {
      return true; // a part cannot be smaller, and a forward pass must not end a training
    }
    if (bytes > share && size.examples() == 1) {
      throw new IllegalArgumentException(
          "Invalid %s: %s MB, and a single example takes %.1f MB; give that or more"
              .formatted(
                  Training.MEMORY.key(),
                  spec.settings().text(Training.MEMORY),
                  Math.ceil(bytes / 1e5) / 10));
    }
    if (bytes > share) {
      programs.remove(new ProgramKey(size, 0)).execution.close();
    }
    return bytes <= share;
  }

  /** Returns the bytes of all programs, without parameters. */
  long bytes() {
    return programs.values().stream().mapToLong(c -> c.execution.bytes()).sum();
  }

  /** Frees the programs' memory. */
  @Override
  public void close() {
    programs.values().forEach(c -> c.execution.close());
    programs.clear();
    compiler.close();
  }
}
