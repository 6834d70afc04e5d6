package org.attune.model.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.attune.model.program.Observations;
import org.attune.model.program.ParameterSpec;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A network's parameters where a backend works on them: values, and gradients once they are asked
 * for, each in one row, parameter after parameter. DL4J's arrays are the parameters at rest; a
 * store adopts them and publishes what came of them.
 */
public final class ParameterStore<B extends Buffer> implements AutoCloseable {

  private record Place(long first, ParameterSpec spec) {}

  private final List<ParameterSpec> specs;
  private final ParameterArrays arrays;
  private final Memory<B> memory;
  private final Map<String, Place> places = new HashMap<>();
  private final long size;
  private final B values;
  private final Map<String, B> valueViews = new HashMap<>();
  private final Map<String, B> gradientViews = new HashMap<>();
  private final Slices<B> slices;
  private B gradients;
  private boolean ahead; // of the values at rest

  /** Of another store's values, with gradients of its own. */
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
   * The same values with gradients of its own, for a thread that works beside the one that works
   * with these.
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

  /** Sees a stretch of a row as a matrix. */
  @FunctionalInterface
  public interface Slices<B extends Buffer> {
    B matrix(B row, long first, int rows, int columns);
  }

  /**
   * Adopts a network's parameters.
   *
   * @param specs in the order in which they are laid side by side
   * @param arrays where they are at rest
   * @param memory of its own; closed with it
   */
  public ParameterStore(
      List<ParameterSpec> specs, ParameterArrays arrays, Memory<B> memory, Slices<B> slices) {
    this.specs = List.copyOf(specs);
    this.arrays = arrays;
    this.memory = memory;
    this.slices = slices;
    long first = 0;
    for (ParameterSpec spec : specs) {
      places.put(spec.name(), new Place(first, spec));
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

  /** How many numbers there are, state included. */
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
    Place place = places.get(name);
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
   * @param decays whether weight decay takes its share of it
   */
  public record Range(int from, int to, boolean decays) {}

  /** The parts of the row that gradients change: in order, as long as they can be. */
  public List<Range> trainable() {
    return trainable(spec -> true);
  }

  /**
   * Splits what gradients change where decay begins or ends.
   *
   * @param decays which parameters weight decay takes its share of
   */
  public List<Range> trainable(Predicate<ParameterSpec> decays) {
    List<Range> ranges = new ArrayList<>();
    for (ParameterSpec spec : specs) {
      if (!spec.isTrainable()) {
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

  /** Lets state follow what it has seen in a batch; takes the new values to rest as well. */
  public void move(Observations observations) {
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

  /** Says that an update rule has changed the values: those at rest are behind. */
  void advanced() {
    ahead = true;
  }

  /** Whether the values at rest are behind. */
  public boolean isAhead() {
    return ahead;
  }

  /** Takes over the values at rest. */
  public void adopt() {
    ahead = false;
    for (ParameterSpec spec : specs) {
      values(spec.name()).load(arrays.values(spec), 0);
    }
  }

  /** Puts the values to rest. */
  public void publish() {
    ahead = false;
    for (ParameterSpec spec : specs) {
      values(spec.name()).store(arrays.values(spec));
    }
  }

  /** Hands out the gradients; state has none. */
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
