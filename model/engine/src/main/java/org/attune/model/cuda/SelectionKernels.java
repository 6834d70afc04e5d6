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
    if (rule instanceof PastBlocks blocks) {
      return pastBlocks(blocks, at);
    } else if (rule instanceof NearClusters clusters) {
      return nearClusters(clusters, at);
    }
    DeviceBuffer y = at.out();
    Launch.Builder launch;
    if (rule instanceof LargestScores largest) {
      launch = launch(y, "select_largest").number(largest.count()).matrices(at.in(0), y);
    } else if (rule instanceof MostWritten written) {
      launch = launch(y, "select_written").number(written.share()).matrices(at.in(0), y);
      launch.number(rule.heads());
    } else if (rule instanceof MarkedTokens) {
      launch = launch(y, "select_marked").matrices(at.in(0), y).number(rule.heads());
    } else {
      throw new IllegalArgumentException("No kernel for the rule " + rule);
    }
    return new Launches().forward(launch.number(y.columns()).blocks(y.rows(), y.columns()));
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
              .numbers(heads, length, rule.size(), blocks)
              .over(matrices * blocks, width));
    }
    return k.forward(
        launch(y, "select_blocks")
            .number(rule.count())
            .matrix(at.in(0))
            .addresses(means, work)
            .matrix(y)
            .numbers(heads, length, width, rule.size(), blocks)
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
              .matrices(at.in(side), centroids)
              .addresses(homes[side], lengths[side])
              .numbers(clusters, width)
              .over(tokens, heads));
    }
    k.forward(
        launch(y, "select_clusters")
            .number(rule.count())
            .matrices(at.in(0), centroids)
            .addresses(homes[1], Divisions.doubles(at, (long) y.rows() * clusters))
            .matrix(y)
            .numbers(heads, rule.length(), width, clusters)
            .blocks(y.rows(), rule.length()));
    DeviceBuffer seen = Divisions.doubles(at, (long) centroids.rows() * (width + 1));
    k.forward(
        launch(y, "members")
            .matrices(at.in(0), at.in(1))
            .addresses(homes[0], homes[1], lengths[0], lengths[1], seen)
            .numbers(heads, clusters, tokens)
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
                .matrices(at.in(0), w, at.in(2), y)
                .address(seen)
                .numbers(heads, y.rows(), w.rows() / heads, w.columns())
                .blocks(y.rows() * heads, w.columns()))
        .observing(pass -> pass.observations().add(p.median(), seen.floats()));
  }
}
