package org.attune.model.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.model.program.Program.Node;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Gives every value of a program its place. Arrays and gradients whose lifetimes do not meet share
 * memory, so that what is worked on stays in cache. Time runs from 0 over the kernels in order and
 * back over the adjoints: node {@code i} of {@code n} runs at {@code i} and at {@code 2n - 1 - i}.
 */
final class MemoryPlan implements AutoCloseable {

  private static final int ALIGNMENT = 64; // bytes: a cache line, and the widest vector register

  private static final class Need {
    final int first;
    int last;
    final Value value;
    final boolean gradient;

    Need(Value value, boolean gradient, int first, int last) {
      this.value = value;
      this.gradient = gradient;
      this.first = first;
      this.last = last;
    }
  }

  private static final class Place {
    final INDArray memory;
    final long first; // the element at which it starts, aligned
    final long elements;
    int freeAfter;

    Place(INDArray memory, long first, long elements) {
      this.memory = memory;
      this.first = first;
      this.elements = elements;
    }
  }

  private final Backend backend;
  private final DataType type;
  private final List<Place> places = new ArrayList<>();
  private final List<INDArray> integers = new ArrayList<>();

  MemoryPlan(Program program, Backend backend, DataType type, boolean withGradients) {
    this.backend = backend;
    this.type = type;
    List<Node> nodes = program.nodes();
    int end = 2 * nodes.size();
    Set<Value> shown = new HashSet<>();
    program.outputs().values().forEach(v -> shown.add(v.root()));
    takePlaces(nodes, shown, withGradients);

    Map<Value, Need> arrays = new HashMap<>();
    Map<Value, Need> gradients = new HashMap<>();
    for (Value input : program.inputs().values()) {
      if (program.isInteger(input)) {
        INDArray array = Nd4j.createUninitializedDetached(DataType.INT32, shape(input));
        array.assign(0);
        integers.add(array);
        input.bind(array, null);
      } else {
        arrays.put(input, new Need(input, false, -1, end));
        if (withGradients && input.wantsGradient()) {
          gradients.put(input, new Need(input, true, -1, end));
        }
      }
    }
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      int back = end - 1 - i;
      for (Value input : node.primitive().inputs()) {
        touch(arrays, input, i);
        if (withGradients && node.output().wantsGradient() && node.primitive().keeps(input)) {
          touch(arrays, input, back);
        }
      }
      Value output = node.output();
      if (output.host() == output) {
        arrays.put(output, new Need(output, false, i, i));
      } else {
        touch(arrays, output, i);
      }
      if (withGradients && output.wantsGradient() && node.primitive().keepsOutput()) {
        touch(arrays, output, back);
      }
      if (shown.contains(output)) {
        touch(arrays, output, end);
      }
    }
    if (withGradients) {
      gradients(nodes, shown, end, gradients);
    }
    List<Need> needs = new ArrayList<>(arrays.values());
    needs.addAll(gradients.values());
    place(needs);
    for (Node node : nodes) {
      Value output = node.output();
      if (output.host() != output) {
        output.bind(output.host().array(), output.host().gradient());
      }
    }
  }

  /** Lets an output take its input's place where nothing reads the input's array afterwards. */
  private static void takePlaces(List<Node> nodes, Set<Value> shown, boolean withGradients) {
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      Optional<Value> candidate = node.primitive().overwrites();
      if (candidate.isEmpty()) {
        continue;
      }
      Value input = candidate.get();
      boolean free =
          !input.isRange()
              && input.kind() == Value.Kind.RESULT
              && !input.hasRanges()
              && !node.output().hasRanges()
              && !shown.contains(input)
              && input.wantsGradient() == node.output().wantsGradient();
      for (int j = 0; free && j < nodes.size(); j++) {
        Primitive other = nodes.get(j).primitive();
        if (other.inputs().stream().anyMatch(v -> v.root() == input)) {
          boolean keptBehind =
              withGradients && nodes.get(j).output().wantsGradient() && other.keeps(input);
          free = j <= i && !keptBehind;
        } else if (nodes.get(j).output() == input) {
          free = !(withGradients && other.keepsOutput());
        }
      }
      if (free) {
        node.output().liveIn(input);
      }
    }
  }

  /** A gradient lives from the adjoint of its last reader to the adjoint of its maker. */
  private static void gradients(
      List<Node> nodes, Set<Value> shown, int end, Map<Value, Need> gradients) {
    Map<Value, Integer> lastReader = new HashMap<>();
    Map<Value, Integer> maker = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      for (Value input : nodes.get(i).primitive().inputs()) {
        lastReader.put(input.host(), i);
      }
      maker.putIfAbsent(nodes.get(i).output().host(), i);
    }
    for (Node node : nodes) {
      Value output = node.output();
      if (!output.wantsGradient() || output.host() != output) {
        continue;
      }
      boolean seeded =
          nodes.stream().anyMatch(n -> n.output().host() == output && shown.contains(n.output()));
      int made = end - 1 - maker.get(output);
      int first =
          seeded ? nodes.size() - 1 : end - 1 - lastReader.getOrDefault(output, nodes.size());
      gradients.put(output, new Need(output, true, Math.min(first, made), made));
    }
  }

  private static void touch(Map<Value, Need> needs, Value value, int time) {
    Need need = needs.get(value.host());
    if (need != null) {
      need.last = Math.max(need.last, time);
    }
  }

  private void place(List<Need> needs) {
    needs.sort(
        Comparator.<Need>comparingInt(n -> n.first)
            .thenComparing(n -> n.value.name())
            .thenComparing(n -> n.gradient));
    Map<Value, INDArray> arrays = new HashMap<>();
    Map<Value, INDArray> gradients = new HashMap<>();
    for (Need need : needs) {
      long elements = elements(need.value);
      Place best = null;
      for (Place place : places) {
        boolean fits = place.freeAfter < need.first && place.elements >= elements;
        if (fits && (best == null || place.elements < best.elements)) {
          best = place;
        }
      }
      if (best == null || best.elements > 2 * elements) {
        best = newPlace(elements);
        places.add(best);
      }
      best.freeAfter = need.last;
      (need.gradient ? gradients : arrays).put(need.value, view(best, need.value));
    }
    arrays.forEach((value, array) -> value.bind(array, gradients.get(value)));
  }

  private long elements(Value value) {
    int[] shape = value.shape();
    long rows = 1;
    for (int i = 0; i < shape.length - 1; i++) {
      rows *= shape[i];
    }
    return rows * rowStride(shape);
  }

  /** Only matrices are padded. */
  private int rowStride(int[] shape) {
    int columns = shape[shape.length - 1];
    return shape.length == 2 ? backend.rowStride(columns) : columns;
  }

  private Place newPlace(long elements) {
    int width = type.width();
    INDArray memory = Nd4j.createUninitializedDetached(type, elements + ALIGNMENT / width);
    memory.assign(0); // padding is read by kernels that run over whole blocks
    long misaligned = memory.data().address() % ALIGNMENT;
    return new Place(memory, misaligned == 0 ? 0 : (ALIGNMENT - misaligned) / width, elements);
  }

  private INDArray view(Place place, Value value) {
    int[] shape = value.shape();
    if (shape.length == 2) {
      return Views.matrix(place.memory, place.first, shape[0], shape[1], rowStride(shape));
    }
    return Views.dense(place.memory, place.first, shape(value));
  }

  private static long[] shape(Value value) {
    return Arrays.stream(value.shape()).asLongStream().toArray();
  }

  long bytes() {
    return places.stream().mapToLong(p -> p.memory.length() * type.width()).sum();
  }

  @Override
  public void close() {
    places.forEach(p -> p.memory.close());
    integers.forEach(INDArray::close);
  }
}
