package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.KeySelection;
import org.attune.model.primitive.StrongMessages;
import org.attune.model.primitive.selection.LargestScores;
import org.attune.model.primitive.selection.MarkedTokens;
import org.attune.model.primitive.selection.MostWritten;
import org.attune.model.primitive.selection.NearClusters;
import org.attune.model.primitive.selection.PastBlocks;
import org.attune.model.primitive.selection.SelectionRule;

/** Selections: the keys that a query sees, and the messages that count. No gradient flows back. */
final class SelectionKernels {

  private static final String FILE = "selection";

  private SelectionKernels() {}

  private static Launch.Builder launch(DeviceBuffer on, String name) {
    return Launch.of(on.lane(), FILE, name);
  }

  static Kernel keySelection(KeySelection p, Operands<DeviceBuffer> at) {
    SelectionRule rule = p.rule();
    if (rule instanceof LargestScores largest) {
      return new Launches()
          .forward(
              chosen(
                  launch(at.out(), "select_largest")
                      .number(largest.count())
                      .matrix(at.in(0))
                      .matrix(at.out()),
                  at.out()));
    } else if (rule instanceof PastBlocks blocks) {
      return pastBlocks(blocks, at);
    } else if (rule instanceof NearClusters clusters) {
      return nearClusters(clusters, at);
    } else if (rule instanceof MostWritten written) {
      return new Launches()
          .forward(
              chosen(
                  launch(at.out(), "select_written")
                      .number(written.share())
                      .matrix(at.in(0))
                      .matrix(at.out())
                      .number(rule.heads()),
                  at.out()));
    } else if (rule instanceof MarkedTokens) {
      return new Launches()
          .forward(
              chosen(
                  launch(at.out(), "select_marked")
                      .matrix(at.in(0))
                      .matrix(at.out())
                      .number(rule.heads()),
                  at.out()));
    }
    throw new IllegalArgumentException("No kernel for the rule " + rule);
  }

  /** Runs one block per query; appends the length as the last argument. */
  private static Launch chosen(Launch.Builder launch, DeviceBuffer y) {
    return launch.number(y.columns()).blocks(y.rows(), y.columns());
  }

  private static Kernel pastBlocks(PastBlocks rule, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    int heads = rule.heads();
    int length = rule.length();
    int width = at.in(0).columns() / heads;
    int blocks = length / rule.size(); // complete blocks
    int matrices = at.batch() * heads;
    DeviceBuffer means = Divisions.doubles(at, Math.max(1, (long) matrices * blocks * width));
    DeviceBuffer work = Divisions.doubles(at, Math.max(1, (long) y.rows() * blocks));
    Launches k = new Launches();
    if (blocks > 0) {
      k.forward(
          launch(y, "block_means")
              .matrix(at.in(1))
              .address(means)
              .number(heads)
              .number(length)
              .number(rule.size())
              .number(blocks)
              .over(matrices * blocks, width));
    }
    return k.forward(
        launch(y, "select_blocks")
            .number(rule.count())
            .matrix(at.in(0))
            .address(means)
            .address(work)
            .matrix(y)
            .number(heads)
            .number(length)
            .number(width)
            .number(rule.size())
            .number(blocks)
            .blocks(y.rows(), length));
  }

  private static Kernel nearClusters(NearClusters rule, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    DeviceBuffer centroids = at.in(2);
    int heads = rule.heads();
    int width = centroids.columns();
    int clusters = centroids.rows() / heads;
    int tokens = at.in(0).rows();
    Launches k = new Launches();
    DeviceBuffer[] homes = new DeviceBuffer[2]; // of queries and keys
    DeviceBuffer[] lengths = new DeviceBuffer[2];
    for (int side = 0; side < 2; side++) {
      homes[side] = at.keep((long) tokens * heads);
      lengths[side] = Divisions.doubles(at, (long) tokens * heads);
      k.forward(
          launch(y, "homes")
              .matrix(at.in(side))
              .matrix(centroids)
              .address(homes[side])
              .address(lengths[side])
              .number(clusters)
              .number(width)
              .over(tokens, heads));
    }
    k.forward(
        launch(y, "select_clusters")
            .number(rule.count())
            .matrix(at.in(0))
            .matrix(centroids)
            .address(homes[1])
            .address(Divisions.doubles(at, (long) y.rows() * clusters))
            .matrix(y)
            .number(heads)
            .number(rule.length())
            .number(width)
            .number(clusters)
            .blocks(y.rows(), rule.length()));
    DeviceBuffer seen = Divisions.doubles(at, (long) centroids.rows() * (width + 1));
    k.forward(
        launch(y, "members")
            .matrix(at.in(0))
            .matrix(at.in(1))
            .address(homes[0])
            .address(homes[1])
            .address(lengths[0])
            .address(lengths[1])
            .address(seen)
            .number(heads)
            .number(clusters)
            .number(tokens)
            .over(centroids.rows(), width + 1));
    return k.observing(pass -> pass.observations().add(rule.centroids(), seen.doubles()));
  }

  static Kernel strongMessages(StrongMessages p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    DeviceBuffer w = at.in(1);
    int heads = y.columns();
    DeviceBuffer seen = at.keep(y.elements());
    return new Launches()
        .forward(
            launch(y, "strong_messages")
                .number(p.threshold())
                .matrix(at.in(0))
                .matrix(w)
                .matrix(at.in(2))
                .matrix(y)
                .address(seen)
                .number(heads)
                .number(y.rows())
                .number(w.rows() / heads)
                .number(w.columns())
                .blocks(y.rows() * heads, w.columns()))
        .observing(pass -> pass.observations().add(p.median(), seen.floats()));
  }
}
