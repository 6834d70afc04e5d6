package org.attune.model.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.model.engine.Backends;
import org.attune.model.engine.DeviceBackend;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.Natives;
import org.attune.model.engine.Precision;

/**
 * Benchmarks this machine's first GPU. It prints one line per figure, in this order:
 *
 * <ul>
 *   <li>the time until the first step
 *   <li>the losses' difference from the CPU's
 *   <li>whether a second run gives identical digits
 *   <li>milliseconds per step, also of mixers
 *   <li>steps per second of several concurrent trials
 * </ul>
 *
 * It names the GPU on standard error.
 *
 * <pre>CudaBench [--steps N] [--only first|agreement|steps|mixers|at-once] [--most TRIALS]</pre>
 */
public final class CudaBench {

  private static final Pattern FIRST = Pattern.compile("open=([0-9]+) first=([0-9.]+)");
  private static final int COMPARED = 50; // steps
  private static final int WARM_UP = 20; // steps, enough to record all work
  private static final int[] AT_ONCE = {1, 2, 4, 8, 16, 64};
  private static final int BESIDE = 8; // trials

  private CudaBench() {}

  /** Why there is nothing to measure here; empty if a GPU is available. */
  public static Optional<String> problem() {
    return gpus().problem();
  }

  private static DeviceBackend<?> gpus() {
    return (DeviceBackend<?>) Backends.named("cuda");
  }

  public static void main(String[] args) throws Exception {
    Options options = Options.of(args);
    int steps = options.number("--steps", 200);
    int most = options.number("--most", AT_ONCE[AT_ONCE.length - 1]);
    Natives.selectFastest();
    Natives.useThreads(1);
    try (DeviceSession<?> session = gpus().open(DeviceShare.whole(0), Precision.FLOAT32)) {
      System.err.println(session.description());
    }
    StepShape small = StepShape.SMALL;
    if (options.wants("first")) {
      firstSteps();
    }
    if (options.wants("agreement")) {
      agreement(small);
    }
    if (options.wants("steps")) {
      for (Map.Entry<String, StepShape> each : shapes().entrySet()) {
        String name = "cuda." + each.getKey();
        milliseconds(name, each.getValue(), Precision.FLOAT32, steps);
        milliseconds(name + ".tf32", each.getValue(), Precision.TF32, steps);
      }
    }
    if (options.wants("mixers")) {
      for (String mixer : MixersBench.NAMES) {
        StepShape shape = new StepShape("mixer:" + mixer, 128, 2, 1024, 4, 64);
        milliseconds("cuda.mixer." + mixer, shape, Precision.FLOAT32, steps / 4);
      }
    }
    if (options.wants("at-once")) {
      for (String name : List.of("small", "tiny")) {
        for (Precision precision : Precision.values()) {
          atOnce(name, shapes().get(name), precision, steps, most);
        }
      }
    }
  }

  static Map<String, StepShape> shapes() {
    Map<String, StepShape> all = new LinkedHashMap<>();
    all.put("tiny", new StepShape("block", 64, 2, 32, 16, 64));
    all.put("small", StepShape.SMALL);
    all.put("gate", StepShape.GATE);
    all.put("large", StepShape.LARGE);
    return all;
  }

  /**
   * Measures in new processes, first with an empty cache of compiled kernels and then with a full
   * one.
   */
  private static void firstSteps() throws IOException, InterruptedException {
    Path cache = Files.createTempDirectory("attune-cuda");
    for (String name : List.of("cold", "cached")) {
      ProcessBuilder builder = new ProcessBuilder(OwnJava.command(CudaFirstStep.class, List.of()));
      builder.environment().put("XDG_CACHE_HOME", cache.toString());
      builder.redirectErrorStream(true);
      Process process = builder.start();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Matcher found = FIRST.matcher(printed);
      if (process.waitFor() != 0 || !found.find()) {
        throw new IOException("The first step failed: " + printed);
      }
      Figure.print("%.4g", "cuda.open." + name, Double.parseDouble(found.group(1)), "ms");
      Figure.print("%.4g", "cuda.first-step." + name, Double.parseDouble(found.group(2)), "ms");
    }
  }

  private static void agreement(StepShape shape) throws Exception {
    double[] processor;
    try (TimedStep step = new TimedStep(shape)) {
      processor = losses(step);
    }
    double[] alone = losses(shape, Precision.FLOAT32);
    Figure.print("%.4g", "cuda.float32.difference", difference(processor, alone), "share");
    Figure.print(
        "%.4g",
        "cuda.tf32.difference", difference(processor, losses(shape, Precision.TF32)), "share");
    boolean again = Arrays.equals(alone, losses(shape, Precision.FLOAT32));
    Figure.print("%.4g", "cuda.again", again ? 1 : 0, "same");
    List<double[]> beside = together(BESIDE, () -> losses(shape, Precision.FLOAT32));
    boolean same = beside.stream().allMatch(b -> Arrays.equals(b, alone));
    Figure.print("%.4g", "cuda.beside", same ? 1 : 0, "same");
  }

  private static double[] losses(StepShape shape, Precision precision) {
    try (DeviceSession<?> session = gpus().open(DeviceShare.whole(0), precision);
        TimedStep step = new TimedStep(shape, session)) {
      return losses(step);
    }
  }

  private static double[] losses(TimedStep step) {
    double[] losses = new double[COMPARED];
    Arrays.setAll(losses, i -> step.loss());
    return losses;
  }

  /** The largest difference, relative to the first array. */
  private static double difference(double[] a, double[] b) {
    double largest = 0;
    for (int i = 0; i < a.length; i++) {
      largest = Math.max(largest, Math.abs(a[i] - b[i]) / a[i]);
    }
    return largest;
  }

  /**
   * Measures a shape in three ways. In the first two the host waits for each step: enqueued one
   * operation at a time, then recorded. In the third it takes recorded steps as training does; the
   * host's time is the thread's CPU time of these.
   */
  private static void milliseconds(String name, StepShape shape, Precision precision, int steps) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (boolean recorded : new boolean[] {false, true}) {
      try (DeviceSession<?> session = gpus().open(DeviceShare.whole(0), precision, recorded);
          TimedStep step = new TimedStep(shape, session)) {
        step.run(WARM_UP);
        double[] millis = new double[steps];
        Arrays.setAll(millis, i -> step.millis());
        Arrays.sort(millis);
        Figure.print("%.4g", name + (recorded ? ".graph" : ".eager"), millis[steps / 2], "ms");
        if (recorded) {
          step.runAhead(WARM_UP);
          long before = threads.getCurrentThreadCpuTime();
          long start = System.nanoTime();
          step.runAhead(steps);
          Figure.print("%.4g", name + ".ahead", (System.nanoTime() - start) / 1e6 / steps, "ms");
          double host = (threads.getCurrentThreadCpuTime() - before) / 1e3 / steps;
          Figure.print("%.4g", name + ".host", host, "us");
          Figure.print("%.4g", name + ".nodes", session.nodes(), "nodes");
        }
      }
    }
  }

  private static void atOnce(String name, StepShape shape, Precision precision, int steps, int most)
      throws Exception {
    String figure = "cuda.at-once." + name + (precision == Precision.TF32 ? ".tf32." : ".");
    for (int trials : Arrays.stream(AT_ONCE).filter(trials -> trials <= most).toArray()) {
      Figure.print("%.4g", figure + trials, atOnce(shape, precision, trials, steps), "steps/s");
    }
  }

  /** The sum of all trials' steps per second, each as training takes them. */
  static double atOnce(StepShape shape, Precision precision, int trials, int steps)
      throws Exception {
    CyclicBarrier started = new CyclicBarrier(trials);
    List<Double> rates =
        together(
            trials,
            () -> {
              try (DeviceSession<?> session = gpus().open(DeviceShare.whole(0), precision);
                  TimedStep step = new TimedStep(shape, session)) {
                step.run(Math.min(steps, WARM_UP));
                step.runAhead(Math.min(steps, WARM_UP));
                started.await();
                long start = System.nanoTime();
                step.runAhead(steps);
                return steps / ((System.nanoTime() - start) / 1e9);
              } catch (RuntimeException failed) {
                started.reset(); // else the others would wait for this one
                throw failed;
              }
            });
    return rates.stream().mapToDouble(Double::doubleValue).sum();
  }

  private static <T> List<T> together(int count, Callable<T> work)
      throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<T> all = new ArrayList<>();
      for (Future<T> each : threads.invokeAll(Collections.nCopies(count, work))) {
        all.add(each.get());
      }
      return all;
    } finally {
      threads.shutdown();
    }
  }
}
