package org.attune.model.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.attune.model.program.BatchObservations;
import org.attune.model.program.ParameterSpec;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A network's parameters on a backend. Values, and gradients once requested, each form one row,
 * parameter after parameter. The caller's arrays are the network's own copy; a store adopts them
 * and publishes its results to them.
 */
public final class ParameterStore<B extends Buffer> implements AutoCloseable {

  private record Slice(long first, ParameterSpec spec) {}

  private final List<ParameterSpec> specs;
  private final ParameterArrays arrays;
  private final Memory<B> memory;
  private final Map<String, Slice> places = new HashMap<>();
  private final long size;
  private final B values;
  private final Map<String, B> valueViews = new HashMap<>();
  private final Map<String, B> gradientViews = new HashMap<>();
  private final Slices<B> slices;
  private @Nullable B gradients; // null until requested
  private boolean ahead; // of the network's own arrays

  /** A store over another's values, with its own gradients. */
  private ParameterStore(ParameterStore<B> other, Memory<B> memory) {
    specs = other.specs;
    arrays = other.arrays;
    this.memory = memory;
    slices = other.slices;
    places.putAll(other.places);
    size = other.size;
    values = other.values;
  }

  /**
   * A store with the same values and its own gradients, for a concurrent thread.
   *
   * @param memory of its gradients; closed with it
   */
  ParameterStore<B> beside(Memory<B> memory) {
    return new ParameterStore<>(this, memory);
  }

  /** Adds another store's gradients to these. */
  void addGradients(ParameterStore<B> other) {
    memory.add(gradients(), other.gradients());
  }

  /** Views a range of a row as a matrix. */
  @FunctionalInterface
  public interface Slices<B extends Buffer> {
    B matrix(B row, long first, int rows, int columns);
  }

  /**
   * Adopts a network's parameters.
   *
   * @param specs in storage order
   * @param arrays the network's own arrays
   * @param memory its own; closed with it
   */
  public ParameterStore(
      List<ParameterSpec> specs, ParameterArrays arrays, Memory<B> memory, Slices<B> slices) {
    this.specs = List.copyOf(specs);
    this.arrays = arrays;
    this.memory = memory;
    this.slices = slices;
    long first = 0;
    for (ParameterSpec spec : specs) {
      places.put(spec.name(), new Slice(first, spec));
      first += spec.size();
    }
    size = first;
    values = memory.block(Math.max(1, size));
    adopt();
  }

  /** All values in a row. */
  public B values() {
    return values;
  }

  /** All gradients in a row. */
  public B gradients() {
    if (gradients == null) {
      gradients = memory.block(Math.max(1, size));
    }
    return gradients;
  }

  /** The number of elements, state included. */
  public long size() {
    return size;
  }

  /** A parameter's values. */
  public B values(String name) {
    return valueViews.computeIfAbsent(name, n -> view(values, n));
  }

  /** A parameter's gradient. */
  public B gradient(String name) {
    return gradientViews.computeIfAbsent(name, n -> view(gradients(), n));
  }

  private B view(B row, String name) {
    Slice place = places.get(name);
    if (place == null) {
      throw new IllegalArgumentException(
          "No parameter '" + name + "'; there are " + places.keySet());
    }
    return slices.matrix(row, place.first(), place.spec().rows(), place.spec().columns());
  }

  /**
   * A part of the row that gradients change.
   *
   * @param from its first number
   * @param to the first number after it
   * @param decays whether weight decay applies to it
   */
  public record Range(int from, int to, boolean decays) {}

  /** The parts of the row that gradients change, in order and as long as possible. */
  public List<Range> trainable() {
    return trainable(spec -> true);
  }

  /**
   * The parts of the row that gradients change, split where weight decay begins or ends.
   *
   * @param decays which parameters weight decay applies to
   */
  public List<Range> trainable(Predicate<ParameterSpec> decays) {
    return trainable(spec -> true, decays);
  }

  /**
   * The parts of the row that gradients change, of some parameters.
   *
   * @param which the parameters
   * @param decays which parameters weight decay applies to
   */
  public List<Range> trainable(Predicate<ParameterSpec> which, Predicate<ParameterSpec> decays) {
    List<Range> ranges = new ArrayList<>();
    for (ParameterSpec spec : specs) {
      if (!spec.isTrainable() || !which.test(spec)) {
        continue;
      }
      int from = Math.toIntExact(places.get(spec.name()).first());
      int to = Math.toIntExact(from + spec.size());
      boolean share = decays.test(spec);
      int at = ranges.size() - 1;
      if (at >= 0 && ranges.get(at).to() == from && ranges.get(at).decays() == share) {
        ranges.set(at, new Range(ranges.get(at).from(), to, share));
      } else {
        ranges.add(new Range(from, to, share));
      }
    }
    return ranges;
  }

  /**
   * A block of columns of a parameter.
   *
   * @param first the place of its first number in the row
   * @param stride numbers from one of its rows to the next
   * @param decays whether weight decay applies to it
   */
  public record Matrix(int first, int rows, int columns, int stride, boolean decays) {}

  /**
   * The blocks of some parameters, in order.
   *
   * @param which the parameters
   * @param decays which parameters weight decay applies to
   */
  public List<Matrix> matrices(Predicate<ParameterSpec> which, Predicate<ParameterSpec> decays) {
    List<Matrix> all = new ArrayList<>();
    for (ParameterSpec spec : specs) {
      if (spec.isTrainable() && which.test(spec)) {
        int first = Math.toIntExact(places.get(spec.name()).first());
        for (ParameterSpec.Block block : spec.blocks()) {
          all.add(
              new Matrix(first, spec.rows(), block.columns(), spec.columns(), decays.test(spec)));
          first += block.columns();
        }
      }
    }
    return all;
  }

  /**
   * Moves state by its observations of a batch; also writes the new values to the network's arrays.
   */
  public void move(BatchObservations observations) {
    observations.forEach(
        (name, seen) -> {
          ParameterSpec spec = places.get(name).spec();
          INDArray atRest = arrays.values(spec);
          values(name).store(atRest);
          double[] before = atRest.dup('c').data().asDouble();
          double[] after = spec.movement().orElseThrow().next(before, seen);
          INDArray next = Nd4j.createFromArray(after).castTo(atRest.dataType());
          atRest.assign(next.reshape('c', atRest.shape()));
          values(name).load(next, 0);
        });
  }

  /** Records that an update rule has changed the values; the network's arrays are then stale. */
  void advanced() {
    ahead = true;
  }

  /** Whether the network's arrays are stale. */
  public boolean isAhead() {
    return ahead;
  }

  /** Loads the values from the network's arrays. */
  public void adopt() {
    ahead = false;
    for (ParameterSpec spec : specs) {
      values(spec.name()).load(arrays.values(spec), 0);
    }
  }

  /** Writes the values to the network's arrays. */
  public void publish() {
    ahead = false;
    for (ParameterSpec spec : specs) {
      values(spec.name()).store(arrays.values(spec));
    }
  }

  /** Writes the gradients to the network's arrays; state gets zeros. */
  public void publishGradients() {
    for (ParameterSpec spec : specs) {
      if (spec.isTrainable()) {
        gradient(spec.name()).store(arrays.gradient(spec));
      } else {
        arrays.gradient(spec).assign(0);
      }
    }
  }

  @Override
  public void close() {
    memory.close();
  }
}
