package org.attune.model.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Pointer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.attune.model.bench.LaneBench.Bits;
import org.attune.model.bench.LaneBench.Enqueued;
import org.attune.model.bench.LaneBench.Reckoned;
import org.attune.model.bench.LaneBench.Streams;
import org.attune.model.cuda.device.Blas;
import org.attune.model.cuda.device.Blas.ProductForm;
import org.attune.model.cuda.device.Installation;
import org.attune.model.engine.Natives;
import org.attune.model.engine.Precision;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bench of shared launches on a card that is this processor; its times mean nothing there. */
class TestLanesOnAHostCard {

  private static final StepShape SHAPE = new StepShape("block", 16, 1, 8, 2, 16);
  private static final Streams SLOW = new Streams(1, 1);
  private static final Bits KEPT = new Bits(true, true);

  @TempDir private static Path folder;

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @Test
  void aTinyStepHasItsNodes() {
    Enqueued step = Enqueued.of(CudaBench.shapes().get("tiny"));

    assertThat(step.products()).hasSize(27);
    assertThat(step.others()).hasSize(53 - 27); // as docs/gpus.md counts them
  }

  @Test
  void entriesAreEqualToSinglesAndAWrongOneIsCaught() throws Exception {
    Installation card = card();

    String printed = printed(card);
    String wrong =
        printed(
            new Installation(
                card.driver(),
                card.compiler(),
                card.blas().map(TestLanesOnAHostCard::withAWrongEntry),
                card.cards(),
                card.facts(),
                card.problems()));

    assertThat(printed)
        .contains("lanes.launches.16 ", "lanes.small.tf32.products.16 ", "lanes.tiny.tf32 at most ")
        .doesNotContain("NaN", "Infinity", "bits: no");
    assertThat(last(printed)).endsWith("; keeps its bits: float32 yes, tf32 yes");
    assertThat(last(wrong))
        .endsWith("; keeps its bits: float32 no, tf32 no; only products of our own would");
  }

  @Test
  void theLastLineDecidesByItsRule() {
    assertThat(line(reckoned(500, 530, 2_000, 7_000, KEPT)))
        .startsWith("lanes: go on with float32");
    assertThat(line(reckoned(500, 540, 2_000, 7_000, KEPT))) // 29,630 a second
        .startsWith("lanes: leave it");
    assertThat(line(reckoned(500, 530, 2_000, 7_600, KEPT))) // 4 times 7,600 are 30,400
        .startsWith("lanes: leave it");
    assertThat(line(reckoned(601, 530, 2_000, 7_000, KEPT))) // today's are 500 us
        .startsWith("lanes: leave it");
    assertThat(line(reckoned(500, 530, 2_000, Double.NaN, KEPT)))
        .startsWith("lanes: not decided, measure 16 lanes and run `streams`");
    assertThat(line(reckoned(500, 530, 2_000, 7_000, new Bits(false, true))))
        .startsWith("lanes: go on with float32")
        .contains("only those of a batch of one; only products of our own would");
  }

  private static String line(Reckoned reckoned) {
    return LaneBench.decision(List.of(reckoned));
  }

  private static Reckoned reckoned(
      double one, double all, double today, double streams, Bits bits) {
    return new Reckoned(Precision.FLOAT32, one, all, new Streams(today, streams), bits);
  }

  private static String printed(Installation card) {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      new LaneBench(card, 1, LaneBench.DECIDING)
          .print(SHAPE, SHAPE, Map.of(Precision.FLOAT32, SLOW, Precision.TF32, SLOW));
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static String last(String printed) {
    return printed.lines().reduce((one, next) -> next).orElseThrow();
  }

  /** Products of which the last of a batch of more than one is a little too large. */
  private static Blas withAWrongEntry(Blas right) {
    return (Blas)
        Proxy.newProxyInstance(
            Blas.class.getClassLoader(),
            new Class<?>[] {Blas.class},
            (proxy, call, given) -> {
              Object result = call.invoke(right, given);
              if (call.getName().equals("multiplyEach") && (int) given[5] > 1) {
                int last = (int) given[5] - 1;
                right.multiply(
                    (long) given[0],
                    tooLarge((ProductForm) given[1]),
                    address((long) given[2], last),
                    address((long) given[3], last),
                    address((long) given[4], last));
              }
              return result;
            });
  }

  private static ProductForm tooLarge(ProductForm f) {
    return new ProductForm(
        f.transposedA(),
        f.transposedB(),
        f.m(),
        f.n(),
        f.k(),
        1.001f * f.alpha(),
        f.lda(),
        f.ldb(),
        f.beta(),
        f.ldc(),
        f.reduced());
  }

  private static long address(long array, int i) {
    return new Pointer(array).getLong((long) Long.BYTES * i);
  }

  /** The card, found like one of NVIDIA's. */
  private static Installation card() throws IOException, InterruptedException {
    String command = Path.of("../../cluster/bin/host-card").toString();
    boolean made =
        System.getProperty("os.arch").equals("amd64")
            && new ProcessBuilder(command, folder.toString()).inheritIO().start().waitFor() == 0;
    Assumptions.assumeTrue(made, "no g++ for this processor");
    System.setProperty("attune.cuda.path", folder.toString());
    assertThat(Installation.here().problems()).isEmpty();
    return Installation.here();
  }
}
