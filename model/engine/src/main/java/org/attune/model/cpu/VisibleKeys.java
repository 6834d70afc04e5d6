package org.attune.model.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.model.primitive.KeyMask;

/**
 * The keys that each block of queries works on: those that one of its queries may see, in runs.
 *
 * <p>Without a mask these are all keys up to the block's last query. With one, there is at most one
 * run for each partial sum of a product over keys: from its first tile of keys that a query sees to
 * its last. Each sum then has the digits that it would have with all keys, for the weights of those
 * left out are 0.
 */
final class VisibleKeys {

  /**
   * Neighbouring keys.
   *
   * @param from the first key
   * @param count their number
   * @param at the row of the first one's scores in its block
   * @param whole whether every query of the block sees all of them, unless they are later
   */
  record Run(int from, int count, int at, boolean whole) {}

  private static final int PARTIAL_SUM = 128; // keys; as products over rows have it

  private final List<Run[]> runs = new ArrayList<>(); // of each block, in arrays: no iterators
  private final List<Integer> starts = new ArrayList<>(); // of each block's rows in a sequence
  private final List<int[]> hidden =
      new ArrayList<>(); // of each block, queries of each row as bits
  private int rows;
  private int most;

  private VisibleKeys() {}

  /**
   * The keys of a sequence's blocks.
   *
   * @param block queries of a block, at most 32, and keys of a tile
   * @param skips whether tiles that no query sees are left out
   */
  static VisibleKeys of(Optional<KeyMask> mask, int length, int block, boolean skips) {
    VisibleKeys all = new VisibleKeys();
    for (int first = 0; first < length; first += block) {
      int end = Math.min(length, first + block);
      List<Run> runs =
          mask.isEmpty()
              ? List.of(new Run(0, end, 0, true))
              : runs(mask.get(), first, end, block, skips);
      Run last = runs.get(runs.size() - 1);
      int count = last.at() + last.count();
      all.runs.add(runs.toArray(Run[]::new));
      all.starts.add(all.rows);
      all.hidden.add(hidden(mask, runs, first, end));
      all.rows += count;
      all.most = Math.max(all.most, count);
    }
    return all;
  }

  private static List<Run> runs(KeyMask mask, int first, int end, int tile, boolean skips) {
    List<Run> runs = new ArrayList<>();
    for (int from = 0; from < end; from += tile) {
      int to = Math.min(end, from + tile);
      if (skips && !mask.showsAny(first, end, from, to)) {
        continue;
      }
      boolean whole = whole(mask, first, end, from, to);
      Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
      if (last != null && last.from() / PARTIAL_SUM == from / PARTIAL_SUM) {
        boolean gap = last.from() + last.count() < from;
        Run both = new Run(last.from(), to - last.from(), last.at(), last.whole() && whole && !gap);
        runs.set(runs.size() - 1, both);
      } else {
        int at = last == null ? 0 : last.at() + last.count();
        runs.add(new Run(from, to - from, at, whole));
      }
    }
    return runs;
  }

  /** For each key of a block the queries that do not see it, one bit each. */
  private static int[] hidden(Optional<KeyMask> mask, List<Run> runs, int first, int end) {
    Run last = runs.get(runs.size() - 1);
    int[] hidden = new int[last.at() + last.count()];
    for (Run run : runs) {
      for (int j = 0; j < run.count(); j++) {
        int key = run.from() + j;
        for (int i = first; i < end; i++) {
          if (key > i || (!run.whole() && !mask.orElseThrow().shows(i, key))) {
            hidden[run.at() + j] |= 1 << (i - first);
          }
        }
      }
    }
    return hidden;
  }

  private static boolean whole(KeyMask mask, int first, int end, int from, int to) {
    for (int i = first; i < end; i++) {
      for (int j = from; j < Math.min(to, i + 1); j++) {
        if (!mask.shows(i, j)) {
          return false;
        }
      }
    }
    return true;
  }

  /** For each row of a block's scores, a key, the queries that do not see it, one bit each. */
  int[] hidden(int block) {
    return hidden.get(block);
  }

  /** Blocks of a sequence. */
  int blocks() {
    return runs.size();
  }

  /** The runs of a block, the first keys first. */
  Run[] runs(int block) {
    return runs.get(block);
  }

  /** Rows of scores of the blocks before a block, in a sequence. */
  int start(int block) {
    return starts.get(block);
  }

  /** Rows of scores of a block: its keys. */
  int rows(int block) {
    Run[] all = runs.get(block);
    Run last = all[all.length - 1];
    return last.at() + last.count();
  }

  /** Rows of scores of all blocks of a sequence. */
  int rows() {
    return rows;
  }

  /** The most rows of a block. */
  int most() {
    return most;
  }
}
