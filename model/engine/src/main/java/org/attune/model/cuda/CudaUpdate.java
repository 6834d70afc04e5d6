package org.attune.model.cuda;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.attune.model.engine.ParameterStore;
import org.attune.model.engine.ParameterUpdate;
import org.attune.model.engine.UpdateRule;
import org.attune.model.program.ParameterSpec;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Update rules on a GPU, as part of a step's graph or as a separate graph. One kernel computes the
 * gradient's norm; a second clips, applies the rule and decays. Both read the values that change
 * between steps from memory: {@code struct Step} of the CUDA source.
 */
final class CudaUpdate implements ParameterUpdate {

  private static final String FILE = "update";
  private static final int BLOCKS = 256; // of partial sums, as in the CUDA source
  private static final int THREADS = 256;
  private static final int STEP_BYTES = 16;
  private static final int LIMIT = 0;
  private static final int RATE = 8;
  private static final int DECAY = 12;

  private final Lane lane;
  private final DeviceStream stream;
  private final UpdateRule rule;
  private final Mirrored step;
  private final Arena arena;
  private final List<DeviceBuffer> kept = new ArrayList<>();
  private final List<Work> works = new ArrayList<>();

  /**
   * @param decays which parameters weight decay applies to
   * @param arena the update's own, closed with it
   */
  CudaUpdate(
      ParameterStore<DeviceBuffer> store,
      UpdateRule rule,
      Predicate<ParameterSpec> decays,
      Lane lane,
      Arena arena) {
    this.lane = lane;
    stream = lane.stream();
    this.rule = rule;
    this.arena = arena;
    step = arena.mirrored(STEP_BYTES);
    step.take(STEP_BYTES);
    lane.inbox().add(step);
    List<ParameterStore.Range> trainable = store.trainable(); // the norm covers their gradient
    List<ParameterStore.Range> updated = store.trainable(decays);
    DeviceBuffer sums = arena.block(2L * BLOCKS); // of eight bytes
    for (int i = 0; i < rule.kept(); i++) {
      kept.add(arena.block(store.size()));
    }
    DeviceBuffer g = store.gradients();
    works.add(
        Launch.of(lane, FILE, "squares")
            .addresses(g, places(trainable))
            .number(trainable.size())
            .address(sums)
            .blocks(BLOCKS, THREADS));
    works.add(rule(store.values(), g, places(updated), updated.size(), sums));
  }

  /** Ranges in the CUDA source's layout: three numbers each. */
  private DeviceBuffer places(List<ParameterStore.Range> ranges) {
    long[] numbers =
        ranges.stream()
            .flatMapToLong(r -> LongStream.of(r.from(), r.to(), r.decays() ? 1 : 0))
            .toArray();
    DeviceBuffer places = arena.block(Math.max(1, 2L * numbers.length)); // of eight bytes
    if (numbers.length > 0) {
      places.upload(numbers);
    }
    return places;
  }

  private Work rule(
      DeviceBuffer p, DeviceBuffer g, DeviceBuffer places, int count, DeviceBuffer sums) {
    Kernel kernel = Kernel.of(rule);
    Launch.Builder launch =
        Launch.of(lane, FILE, kernel.name())
            .address(step.device())
            .addresses(sums, places)
            .number(count);
    for (double number : kernel.numbers()) {
      launch.number((float) number);
    }
    launch.address(g);
    kept.forEach(launch::address);
    long blocks = Math.max(1, Math.min(BLOCKS * 4L, (p.elements() + THREADS - 1) / THREADS));
    return launch.address(p).blocks((int) blocks, THREADS);
  }

  /** A rule's kernel, and the numbers that it takes. */
  private record Kernel(String name, double... numbers) {

    static Kernel of(UpdateRule rule) {
      if (rule instanceof UpdateRule.Adam adam) {
        return new Kernel("adam", adam.beta1(), adam.beta2(), adam.epsilon());
      } else if (rule instanceof UpdateRule.Nesterov nesterov) {
        return new Kernel("nesterov", nesterov.momentum());
      } else if (rule instanceof UpdateRule.HeavyBallRule ball) {
        return new Kernel("heavy_ball", ball.momentum());
      } else if (rule instanceof UpdateRule.Descent) {
        return new Kernel("descend");
      }
      throw new IllegalArgumentException("No kernel for the rule " + rule);
    }
  }

  @Override
  public void adopt(List<INDArray> arrays) {
    for (int i = 0; i < kept.size(); i++) {
      kept.get(i).load(arrays.get(i), 0);
    }
  }

  @Override
  public void publish(List<INDArray> arrays) {
    for (int i = 0; i < kept.size(); i++) {
      kept.get(i).store(arrays.get(i));
    }
  }

  @Override
  public void prepare(Step s) {
    lane.inbox().settle();
    double rate =
        rule instanceof UpdateRule.Adam adam ? adam.corrected(s.rate(), s.done()) : s.rate();
    Pointer at = new Pointer(step.host());
    at.setDouble(LIMIT, s.limit());
    at.setFloat(RATE, (float) rate);
    at.setFloat(DECAY, (float) s.decay());
  }

  @Override
  public void take() {
    works.forEach(Work::enqueue);
  }

  @Override
  public void step(Step s) {
    prepare(s);
    arena.run(
        "update",
        () -> {
          step.send(stream);
          take();
        });
    stream.noteCopies();
  }

  @Override
  public void close() {
    lane.inbox().remove(step);
    arena.close();
  }
}
