package org.attune.model.bench;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.attune.model.cuda.CountingCard;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.Natives;
import org.attune.model.fusion.Fusion;

/**
 * Counts the nodes of a small step on a GPU, and the bytes of their operands, without a GPU: with
 * all rules of the fusion pass, with each alone ({@code .RULE}), and with none ({@code .unfused}).
 */
public final class CudaNodes {

  private CudaNodes() {}

  /** What a step takes. */
  record Count(long nodes, long bytes) {}

  public static void main(String[] args) {
    Natives.selectFastest();
    Natives.useThreads(1);
    print("", count(Set.of()));
    for (String rule : Fusion.names()) {
      Set<String> others = new HashSet<>(Fusion.names());
      others.remove(rule);
      print("." + rule, count(others));
    }
    print(".unfused", count(Set.copyOf(Fusion.names())));
  }

  /**
   * @param off rules that are switched off
   */
  static Count count(Set<String> off) {
    try (DeviceSession<?> session = CountingCard.open(off);
        TimedStep step = new TimedStep(StepShape.standard(), session)) {
      step.loss();
      long before = session.bytes();
      step.loss(); // recorded
      return new Count(session.nodes(), session.bytes() - before);
    }
  }

  private static void print(String rules, Count count) {
    System.out.printf(Locale.ROOT, "cuda.nodes.small%s %d nodes%n", rules, count.nodes());
    Figure.print("cuda.bytes.small" + rules, count.bytes() / 1e6, "MB");
  }
}
