package org.attune.sweeps.search;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Decides which of the proposed cells to run on a further seed. */
interface Replicates {

  /**
   * The cell to run next on a further seed; empty if a new cell is due.
   *
   * @param complete whether no new cells will come
   */
  Optional<CellRecord> due(List<CellRecord> cells, boolean complete);

  /** Whether a running trial's result may make a cell due. */
  boolean mayBecomeDue(List<CellRecord> cells);

  /** The rule with this name. */
  static Replicates of(String name, int most) {
    return name.equals("promising") && most > 1 ? new Promising(most) : new EveryCell(most);
  }

  /** All replicates of a cell, one after another, before the next cell. */
  record EveryCell(int most) implements Replicates {

    @Override
    public Optional<CellRecord> due(List<CellRecord> cells, boolean complete) {
      return cells.isEmpty()
          ? Optional.empty()
          : Optional.of(cells.get(cells.size() - 1)).filter(cell -> cell.asked() < most);
    }

    @Override
    public boolean mayBecomeDue(List<CellRecord> cells) {
      return false;
    }
  }

  /**
   * The best third of the cells with n replicates get one more, as soon as they are known to be in
   * it (the promotion rule of ASHA, Li et al., "A System for Massively Parallel Hyperparameter
   * Tuning", 2020, algorithm 2, with seeds as the resource). Noise makes a bad cell look good once;
   * further seeds go where they help to decide.
   */
  record Promising(int most) implements Replicates {

    private static final int REDUCTION = 3;

    @Override
    public Optional<CellRecord> due(List<CellRecord> cells, boolean complete) {
      for (int n = most - 1; n >= 1; n--) {
        int round = n;
        List<CellRecord> reached =
            cells.stream()
                .filter(c -> c.asked() > round || c.asked() == round && c.settled())
                .filter(c -> Double.isFinite(c.finishedLoss()))
                .sorted(Comparator.comparingDouble(CellRecord::finishedLoss))
                .toList();
        Optional<CellRecord> best =
            reached.stream()
                .limit(
                    complete ? Math.max(1, reached.size() / REDUCTION) : reached.size() / REDUCTION)
                .filter(c -> c.asked() == round)
                .findFirst();
        if (best.isPresent()) {
          return best;
        }
      }
      return Optional.empty();
    }

    @Override
    public boolean mayBecomeDue(List<CellRecord> cells) {
      return cells.stream().anyMatch(c -> !c.settled());
    }
  }
}
