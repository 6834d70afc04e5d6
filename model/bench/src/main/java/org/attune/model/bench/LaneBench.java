package org.attune.model.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.model.cuda.CountingCard;
import org.attune.model.cuda.device.Blas;
import org.attune.model.cuda.device.Blas.ProductForm;
import org.attune.model.cuda.device.Installation;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.Natives;
import org.attune.model.engine.Precision;

/**
 * Measures whether small trials should share their launches on a GPU. Such a trial would be a lane:
 * of each product one entry of a batch, of each other kernel some blocks of a launch for all lanes.
 * None of this is built. It prints what decides whether to build it:
 *
 * <ul>
 *   <li>a tiny step's launches without products, by lanes, as if each thread only read and wrote
 *       one number; also with half of the lanes returning at once
 *   <li>each product of a tiny and a small step, by lanes: one batched product beside as many
 *       single ones, and whether each entry keeps the bits that it has alone
 *   <li>what follows for tiny steps, and at last the decision
 * </ul>
 *
 * <pre>LaneBench [--steps N] [--most LANES]</pre>
 *
 * {@code --steps} are those of trials on streams of their own, and the most replays in a round.
 */
public final class LaneBench {

  static final int DECIDING = 16; // lanes
  private static final double WANTED = 30_000; // tiny steps a second of all lanes
  private static final double OVER_STREAMS = 4;
  private static final double ALONE = 1.2; // times of a step's time today
  private static final List<Integer> LANES = List.of(1, 2, 4, 8, 16, 32, 64);
  private static final int CALLS = 8; // in the graph of a product

  /** What a step gives a card: its products, and the grids of all else. */
  record Enqueued(List<ProductForm> products, List<LaneCard.Grid> others) {

    static Enqueued of(StepShape shape) {
      Enqueued step = new Enqueued(new ArrayList<>(), new ArrayList<>());
      try (DeviceSession<?> session = CountingCard.open(Set.of(), step::add);
          TimedStep timed = new TimedStep(shape, session)) {
        timed.loss();
        step.products.clear();
        step.others.clear();
        timed.loss(); // recorded
      }
      return step;
    }

    private void add(String call, Object[] given) {
      switch (call) {
        case "multiply" -> products.add((ProductForm) given[1]);
        case "multiplyEach" -> throw new IllegalStateException("The step has a batched product");
        case "launch" -> others.add(new LaneCard.Grid((int) given[1], (int) given[2]));
        case "copyOut" -> {} // of the loss, after the step's graph
        default -> others.add(new LaneCard.Grid(1, 32)); // a copy or fill
      }
    }
  }

  /** Whether all entries of batches have the bits of single products, and of batches of one. */
  record Bits(boolean asSingle, boolean asOne) {

    Bits and(Bits other) {
      return new Bits(asSingle && other.asSingle, asOne && other.asOne);
    }

    @Override
    public String toString() {
      return asSingle ? "yes" : asOne ? "only those of a batch of one" : "no";
    }
  }

  /** Trials on streams today, tiny steps a second: one, and {@value #DECIDING}. */
  record Streams(double one, double all) {
    static final Streams UNKNOWN = new Streams(Double.NaN, Double.NaN);
  }

  /** What is reckoned of tiny steps: microseconds with one lane, and with {@value #DECIDING}. */
  record Reckoned(Precision precision, double one, double all, Streams streams, Bits bits) {

    boolean isDecided() {
      return !Double.isNaN(one + all + streams.one + streams.all);
    }

    double rate() {
      return DECIDING * 1e6 / all;
    }

    boolean goesOn() {
      return rate() >= WANTED
          && rate() >= OVER_STREAMS * streams.all
          && one <= ALONE * 1e6 / streams.one;
    }

    @Override
    public String toString() {
      return format(
          "lanes.tiny.%s at most %.0f steps/s of %d lanes: wanted %.0f, and %.0f from %.0f times"
              + " streams; one lane at least %.1f us: wanted %.1f from %.1f times today's",
          name(precision),
          rate(),
          DECIDING,
          WANTED,
          OVER_STREAMS * streams.all,
          OVER_STREAMS,
          one,
          ALONE * 1e6 / streams.one,
          ALONE);
    }
  }

  private final LaneCard card;
  private final int calls;
  private final List<Integer> lanes;

  LaneBench(Installation installed, int steps, int most) {
    card = new LaneCard(installed, steps, most);
    calls = Math.min(CALLS, steps);
    lanes = LANES.stream().filter(count -> count <= most).toList();
  }

  public static void main(String[] args) throws Exception {
    Options options = Options.of(args);
    int steps = options.number("--steps", 200);
    int most = options.number("--most", LANES.get(LANES.size() - 1));
    CudaBench.problem()
        .ifPresent(
            problem -> {
              throw new IllegalStateException("Cannot measure a GPU: " + problem);
            });
    Natives.selectFastest();
    Natives.useThreads(1);
    StepShape tiny = CudaBench.shapes().get("tiny");
    Map<Precision, Streams> streams = new EnumMap<>(Precision.class);
    for (Precision precision : Precision.values()) {
      streams.put(
          precision,
          most < DECIDING
              ? Streams.UNKNOWN
              : new Streams(
                  CudaBench.atOnce(tiny, precision, 1, steps),
                  CudaBench.atOnce(tiny, precision, DECIDING, steps)));
    }
    new LaneBench(Installation.here(), steps, most).print(tiny, StepShape.SMALL, streams);
  }

  /** Measures and prints all; returns what is reckoned of tiny steps. */
  List<Reckoned> print(StepShape tiny, StepShape small, Map<Precision, Streams> streams) {
    Enqueued step = Enqueued.of(tiny);
    List<ProductForm> others = Enqueued.of(small).products();
    Map<Integer, Double> launches = launches(step.others());
    List<Reckoned> all = new ArrayList<>();
    for (Precision precision : Precision.values()) {
      Map<Integer, Double> micros = new LinkedHashMap<>(launches);
      Bits bits = products("small", others, precision, new LinkedHashMap<>());
      bits = bits.and(products("tiny", step.products(), precision, micros));
      double deciding = micros.getOrDefault(DECIDING, Double.NaN);
      all.add(new Reckoned(precision, micros.get(1), deciding, streams.get(precision), bits));
    }
    all.stream().filter(Reckoned::isDecided).forEach(System.out::println);
    System.out.println(decision(all));
    return all;
  }

  /** The last line. */
  static String decision(List<Reckoned> all) {
    String bits =
        all.stream()
            .map(each -> name(each.precision) + " " + each.bits)
            .collect(Collectors.joining(", "));
    boolean kept = all.stream().allMatch(each -> each.bits.asSingle);
    String after = "; keeps its bits: " + bits + (kept ? "" : "; only products of our own would");
    if (!all.stream().allMatch(Reckoned::isDecided)) {
      return "lanes: not decided, measure %d lanes and run `streams`".formatted(DECIDING) + after;
    }
    String on =
        all.stream()
            .filter(Reckoned::goesOn)
            .map(each -> name(each.precision))
            .collect(Collectors.joining(" and "));
    return (on.isEmpty() ? "lanes: leave it" : "lanes: go on with " + on) + after;
  }

  private Map<Integer, Double> launches(List<LaneCard.Grid> grids) {
    Map<Integer, Double> all = new LinkedHashMap<>();
    for (int count : lanes) {
      double full = card.launches(grids, count, 1);
      double half = card.launches(grids, count, 2);
      all.put(count, full);
      System.out.println(
          format(
              "lanes.launches.%d %.2f us for %d nodes, %.2f a lane; %.2f with half of them at work",
              count, full, grids.size(), full / count, half));
    }
    return all;
  }

  /** Measures the products of a step, and adds the microseconds of batched ones to some. */
  private Bits products(
      String name, List<ProductForm> step, Precision precision, Map<Integer, Double> micros) {
    Map<ProductForm, Integer> times = new LinkedHashMap<>();
    step.forEach(form -> times.merge(in(precision, form), 1, Integer::sum));
    Map<Integer, double[]> sums = new LinkedHashMap<>();
    Bits all = new Bits(true, true);
    String figure = "lanes." + name + "." + name(precision);
    for (Map.Entry<ProductForm, Integer> each : times.entrySet()) {
      Bits bits = new Bits(true, true);
      StringBuilder columns = new StringBuilder();
      try (LaneCard.Entries entries = card.new Entries(each.getKey())) {
        for (int count : lanes) {
          bits = bits.and(new Bits(entries.asSingle(count), entries.asOne(count)));
          double batched = card.micros(calls, () -> entries.batched(count));
          double single = card.micros(calls, () -> entries.singles(count));
          columns.append(format(" %d: %.2f/%.2f", count, batched, single));
          double[] sum = sums.computeIfAbsent(count, c -> new double[2]);
          sum[0] += each.getValue() * batched;
          sum[1] += each.getValue() * single;
        }
      }
      System.out.println(
          "%s.product %s, %d a step: us batched/single%s, keeps its bits: %s"
              .formatted(figure, form(each.getKey()), each.getValue(), columns, bits));
      all = all.and(bits);
    }
    sums.forEach(
        (count, sum) -> {
          micros.merge(count, sum[0], Double::sum);
          System.out.println(
              format("%s.products.%d %.2f us batched, %.2f single", figure, count, sum[0], sum[1]));
        });
    return all;
  }

  private static String form(ProductForm f) {
    String factors = (f.transposedA() ? "t" : "n") + (f.transposedB() ? "t" : "n");
    return "%dx%dx%d %s%s".formatted(f.m(), f.n(), f.k(), factors, f.beta() == 0 ? "" : " added");
  }

  /** The form in a precision; as in a trial, only matrices that lie on 16 bytes are reduced. */
  private static ProductForm in(Precision precision, ProductForm f) {
    boolean lies = Float.BYTES * (f.lda() | f.ldb() | f.ldc()) % Blas.REDUCED_ALIGNMENT == 0;
    return new ProductForm(
        f.transposedA(),
        f.transposedB(),
        f.m(),
        f.n(),
        f.k(),
        f.alpha(),
        f.lda(),
        f.ldb(),
        f.beta(),
        f.ldc(),
        lies && precision == Precision.TF32);
  }

  private static String name(Precision precision) {
    return precision.name().toLowerCase(Locale.ROOT);
  }

  private static String format(String text, Object... values) {
    return String.format(Locale.ROOT, text, values);
  }
}
