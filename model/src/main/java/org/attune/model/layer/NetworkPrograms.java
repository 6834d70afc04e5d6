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
 * A network's programs, which share its parameters: one for each number of examples that is worked
 * on at a time. They are compiled when a size is first seen and kept.
 */
final class NetworkPrograms implements AutoCloseable {

  /**
   * What a program is made for.
   *
   * @param examples at a time
   * @param training whether they are trained on, rather than run forward over
   * @param probing whether everything that can be watched is formed
   */
  record Size(int examples, boolean training, boolean probing) {

    /** Half as many examples, at least one. */
    Size halved() {
      return new Size((examples + 1) / 2, training, probing);
    }
  }

  /** A program that can be run. */
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

    /** What it is fed and read by. */
    Execution<?> execution() {
      return execution;
    }

    /** Whether it wants {@link Network#ROWS}. */
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
   * A program of one of the threads that work side by side.
   *
   * @param thread from 0
   */
  private record Place(Size size, int thread) {}

  private final Map<Place, Compiled> programs = new LinkedHashMap<>();
  private final Map<Size, Integer> fitted = new HashMap<>(); // examples by those of a batch
  private final double budget; // bytes of a program; 0 for none
  private final int most; // examples at a time
  private final int watched; // the same, where what they do is watched

  /**
   * @param backend where they compute
   * @param arrays DL4J's of the parameters
   */
  NetworkPrograms(NetworkSpec spec, Backend<?> backend, DataType type, ParameterArrays arrays) {
    this.spec = spec;
    List<ParameterSpec> parameters = spec.parameters();
    compiler = Compiler.on(backend, type, parameters, arrays);
    most = partSize(backend, parameters, spec.signature().length(), type.width());
    watched = watchedSize(spec, most);
    budget = 1e6 * spec.settings().real(Training.MEMORY);
  }

  /**
   * The most examples at a time: few rows while the weights, too, stay in the second-level cache;
   * more where they do not, so that they are fetched less often.
   */
  static int partSize(
      Backend<?> backend, List<ParameterSpec> parameters, int length, int bytesOfNumber) {
    long largest = parameters.stream().mapToLong(ParameterSpec::size).max().orElse(0);
    int rows = largest * bytesOfNumber > CACHED_WEIGHTS ? ROWS_OF_LARGE : ROWS;
    return Math.max(1, backend.rowsAtOnce(rows) / length);
  }

  /** The most examples at a time where what they do is watched. */
  static int watchedSize(NetworkSpec spec, int most) {
    return Math.max(1, Math.min(most, spec.watchedAtOnce()));
  }

  /**
   * Examples of a batch that are worked on at a time: as many as the budget allows, if there is
   * one, and as blocks of memory can have.
   *
   * @param batch examples, and what is done with them
   * @throws NoRoomException if a single one does not fit the trial's share of a device
   */
  int part(Size batch) {
    int examples = Math.min(batch.probing() ? watched : most, batch.examples());
    return fitted.computeIfAbsent(batch, b -> fitting(examples, b));
  }

  /** The parameters as programs see them, and their gradients. */
  ParameterStore<?> parameters() {
    return compiler.store();
  }

  /**
   * An update rule over the parameters, where the backend has one.
   *
   * @param decays which parameters weight decay takes its share of
   */
  Optional<ParameterUpdate> update(UpdateRule rule, Predicate<ParameterSpec> decays) {
    return compiler.update(rule, decays);
  }

  /** Says that parameters have changed since the programs last ran. */
  void changed() {
    programs.values().forEach(c -> c.changed = true);
  }

  /**
   * The program of a size.
   *
   * @throws NoRoomException if it does not fit the trial's share of a device
   */
  Compiled of(Size size) {
    return of(size, 0);
  }

  /**
   * The same for one of several threads that work side by side.
   *
   * @param thread from 0
   */
  Compiled of(Size size, int thread) {
    return programs.computeIfAbsent(new Place(size, thread), this::compile);
  }

  /** Adds the gradients of so many threads to the first one's. */
  void collectGradients(int threads) {
    compiler.collectGradients(threads);
  }

  private Compiled compile(Place place) {
    Size size = place.size();
    Program p = new Program(size.examples()).probing(size.probing()).evaluating(!size.training());
    Value loss = spec.network().describe(p);
    Execution<?> execution =
        compiler.compile(
            p,
            size.training() ? Execution.Passes.FORWARD_AND_BACKWARD : Execution.Passes.FORWARD,
            place.thread());
    return new Compiled(execution, loss, p.inputs().containsKey(Network.ROWS));
  }

  private int fitting(int most, Size batch) {
    Size part = new Size(most, batch.training(), batch.probing());
    while (!fits(part)) {
      part = part.halved();
    }
    return part.examples();
  }

  /** Whether a program keeps to the budget and to the device; kept compiled if it does. */
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
    if (bytes > budget && size.examples() == 1 && !size.training()) {
      return true; // there is no smaller part, and a training is not lost for it
    }
    if (bytes > budget && size.examples() == 1) {
      throw new IllegalArgumentException(
          "Invalid %s: %s MB, and a single example takes %.1f MB; give that or more"
              .formatted(
                  Training.MEMORY.key(),
                  spec.settings().text(Training.MEMORY),
                  Math.ceil(bytes / 1e5) / 10));
    }
    if (bytes > budget) {
      programs.remove(new Place(size, 0)).execution.close();
    }
    return bytes <= budget;
  }

  /** The bytes of all programs, parameters not counted. */
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
