package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.Natives;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.network.Signature;
import org.attune.model.task.DataOpener;
import org.bytedeco.javacpp.Pointer;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Neither a long trial nor short ones one after the other grow the JVM. */
@EnabledOnOs(OS.LINUX)
class TestFlatMemory {

  private static final int COLLECTIONS = 3;
  private static final long PAGE = 4096;
  private static final long ROOM = 64L << 20; // what a collector leaves for later, in bytes

  private static final long LARGEST_GARBAGE = 4096; // bytes a step, of the Java heap
  private static final int SERIES = 100; // of steps, until one is good
  private static final int WARM_UP = 2_000; // steps: vectors are objects until they are compiled

  private static final Map<String, String> TINY =
      Map.of(
          "model.width", "16",
          "model.heads", "2",
          "model.layers", "1",
          "model.feed-forward", "24",
          "attention.gate", "learned",
          "task.length", "16",
          "task.corpus.size", "5000",
          "task.validation-examples", "8",
          "train.batch", "4");

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  private static long resident() {
    Pointer.deallocateReferences();
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc(); // ND4J frees an array's memory only after its handle is collected
    }
    return residentNow();
  }

  private static long residentNow() {
    try {
      String[] pages = Files.readString(Path.of("/proc/self/statm")).split(" ");
      return Long.parseLong(pages[1]) * PAGE;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Map<String, String> steps(int steps) {
    Map<String, String> settings = new java.util.HashMap<>(TINY);
    settings.put("train.steps", Integer.toString(steps));
    return settings;
  }

  @Test
  @Tag("soak")
  void tenThousandStepsStayFlat() throws Exception {
    List<Long> sizes = new ArrayList<>(); // every 500 steps
    TrialTrainer.train(
        steps(10_000), 1, DataOpener.NONE, (step, metrics) -> sizes.add(residentNow()));

    long settled = sizes.get(4); // after 2,000 steps
    assertThat(sizes).hasSize(21);
    assertThat(Collections.max(sizes.subList(4, 21))).isLessThan(settled + ROOM);
  }

  /** Prints how many bytes of garbage a step makes, and how many native handles all of them. */
  static final class Steps {
    public static void main(String[] args) {
      oneThread();
      ComputationGraph graph =
          NetworkGraph.of(new Configuration(TINY), Signature.tokens(16, 11), 1, DataType.FLOAT);
      GraphTrainer trainer = new GraphTrainer(graph);
      INDArray tokens = Nd4j.zeros(DataType.INT32, 64, 16); // four parts of 16 examples
      INDArray weights = Nd4j.ones(DataType.FLOAT, 64, 16);
      var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
      int measured = 200;
      for (int step = 0; step < WARM_UP; step++) {
        trainer.step(tokens, tokens, weights);
      }
      long handles = Nd4j.getDeallocatorService().nextValue(); // of native memory, made so far
      long least = Long.MAX_VALUE; // a compiler that is late boxes vectors for a while
      for (int series = 0; series < SERIES && least >= measured * LARGEST_GARBAGE; series++) {
        long allocated = thread.getCurrentThreadAllocatedBytes();
        for (int step = 0; step < measured; step++) {
          trainer.step(tokens, tokens, weights);
        }
        least = Math.min(least, thread.getCurrentThreadAllocatedBytes() - allocated);
      }
      long made = Nd4j.getDeallocatorService().nextValue() - handles - 1; // the last asks for one
      System.out.println("garbage " + least / measured + " handles " + made);
    }
  }

  @Test
  void aStepLeavesAlmostNothingToTheCollector() throws Exception {
    requireClean("1");
  }

  /** There tiles of matrices that also scaled what they summed left vectors as objects for ever. */
  @Test
  @Tag("soak")
  void aStepLeavesAlmostNothingWhereTheCompilerIsEarly() throws Exception {
    requireClean("0.05");
  }

  /**
   * A compiler makes some vectors objects by chance, on the same classes: in 2 of 83 processes with
   * an early one, products of causal attention's weights left 2,048 vectors a step. So one of two
   * processes must be clean.
   */
  private static void requireClean(String thresholds) throws Exception {
    long garbage = garbageOfAStep(thresholds);
    if (garbage >= LARGEST_GARBAGE) {
      garbage = garbageOfAStep(thresholds);
    }

    assertThat(garbage).as("bytes of a step").isLessThan(LARGEST_GARBAGE);
  }

  private static long garbageOfAStep(String thresholds) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (option.startsWith("--add-") || option.startsWith("-Ddev.ludovic")) {
        command.add(option);
      }
    }
    command.addAll(
        List.of(
            "-Xmx1g",
            "-XX:CompileThresholdScaling=" + thresholds,
            "-cp",
            System.getProperty("java.class.path"),
            Steps.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isZero();
    Matcher found = Pattern.compile("garbage (\\d+) handles (\\d+)").matcher(said);
    assertThat(found.find()).as(said).isTrue();
    assertThat(found.group(2)).as("native handles of all steps").isEqualTo("0");
    return Long.parseLong(found.group(1));
  }

  @Test
  @Tag("soak")
  void aThousandShortTrialsLeaveNothingBehind() throws Exception {
    long early = 0;
    for (int trial = 0; trial < 1_000; trial++) {
      if (trial == 200) {
        early = resident();
      }
      TrialTrainer.train(steps(2), trial, DataOpener.NONE, (step, metrics) -> true);
    }

    assertThat(resident()).isLessThan(early + ROOM);
  }
}
