package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Decides which of the proposed cells to run on a further seed. Before and after a cell's record
 * changes, the search calls {@link #changes} and {@link #changed}.
 */
interface ReplicateRule {

  /**
   * The cell to run next on a further seed; empty if a new cell is due.
   *
   * @param complete whether no new cells will come
   */
  Optional<CellRecord> due(boolean complete);

  /** Whether a running trial's result may make a cell due. */
  boolean mayBecomeDue();

  /** Forgets a cell that is about to change. */
  void changes(CellRecord cell);

  /** Takes a cell in its present state. */
  void changed(CellRecord cell);

  /**
   * The rule with this name.
   *
   * @param cells the proposed cells in the order of proposal, now and later
   */
  static ReplicateRule of(String name, int most, List<CellRecord> cells) {
    return name.equals(SearchMethod.PROMISING) && most > 1
        ? new Promising(most)
        : new EveryCell(most, cells);
  }

  /**
   * All replicates of a cell, one after another, before the next cell. Only an extended sweep has
   * several cells that lack replicates.
   */
  final class EveryCell implements ReplicateRule {
    private final int most;
    private final List<CellRecord> cells;
    private int whole; // the number of first cells that lack none

    EveryCell(int most, List<CellRecord> cells) {
      this.most = most;
      this.cells = cells;
    }

    @Override
    public Optional<CellRecord> due(boolean complete) {
      while (whole < cells.size() && cells.get(whole).asked() >= most) {
        whole++;
      }
      return whole < cells.size() ? Optional.of(cells.get(whole)) : Optional.empty();
    }

    @Override
    public boolean mayBecomeDue() {
      return false;
    }

    @Override
    public void changes(CellRecord cell) {}

    @Override
    public void changed(CellRecord cell) {}
  }

  /**
   * The best third of the cells with n replicates get one more, as soon as they are known to be in
   * it (the promotion rule of ASHA, Li et al., "A System for Massively Parallel Hyperparameter
   * Tuning", 2020, algorithm 2, with seeds as the resource). Noise makes a bad cell look good once;
   * further seeds go where they help to decide.
   */
  final class Promising implements ReplicateRule {

    private static final int REDUCTION = 3;
    private static final Comparator<CellRecord> ORDER =
        Comparator.comparingDouble(CellRecord::finishedLoss).thenComparingInt(CellRecord::index);

    private final int most;
    private final List<Round> rounds = new ArrayList<>(); // by number of replicates, from 1
    private int unsettled;

    /** Cells with at least a round's number of replicates, and with exactly it; both best first. */
    private record Round(List<CellRecord> reached, List<CellRecord> atRound) {}

    Promising(int most) {
      this.most = most;
      for (int n = 1; n < most; n++) {
        rounds.add(new Round(new ArrayList<>(), new ArrayList<>()));
      }
    }

    @Override
    public Optional<CellRecord> due(boolean complete) {
      for (int n = most - 1; n >= 1; n--) {
        Round round = rounds.get(n - 1);
        int third = round.reached.size() / REDUCTION;
        int promoted = complete ? Math.max(1, third) : third;
        if (!round.atRound.isEmpty()) {
          CellRecord best = round.atRound.get(0);
          if (Collections.binarySearch(round.reached, best, ORDER) < promoted) {
            return Optional.of(best);
          }
        }
      }
      return Optional.empty();
    }

    @Override
    public boolean mayBecomeDue() {
      return unsettled > 0;
    }

    @Override
    public void changes(CellRecord cell) {
      unsettled -= cell.settled() ? 0 : 1;
      lists(cell).forEach(list -> list.remove(Collections.binarySearch(list, cell, ORDER)));
    }

    @Override
    public void changed(CellRecord cell) {
      unsettled += cell.settled() ? 0 : 1;
      lists(cell).forEach(list -> list.add(-1 - Collections.binarySearch(list, cell, ORDER), cell));
    }

    /** The sorted lists that a cell's present state puts it in. */
    private List<List<CellRecord>> lists(CellRecord cell) {
      List<List<CellRecord>> lists = new ArrayList<>();
      for (int n = 1; n < most && reached(cell, n); n++) {
        lists.add(rounds.get(n - 1).reached);
        if (cell.asked() == n) {
          lists.add(rounds.get(n - 1).atRound);
        }
      }
      return lists;
    }

    private static boolean reached(CellRecord cell, int n) {
      boolean enough = cell.asked() > n || cell.asked() == n && cell.settled();
      return enough && Double.isFinite(cell.finishedLoss());
    }
  }
}
