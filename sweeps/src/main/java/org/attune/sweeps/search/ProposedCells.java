package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.attune.api.search.Objective;
import org.attune.api.search.Observation;
import org.jspecify.annotations.Nullable;

/**
 * The cells that a search proposed, and their order by loss.
 *
 * <p>Each observation moves one cell, so that an update costs no more in a long sweep. The order by
 * loss is kept from its first use on. Losses follow the rules of {@link History}.
 */
final class ProposedCells {

  private static final Comparator<CellRecord> BY_LOSS =
      (a, b) -> {
        int order = Double.compare(a.ranked(), b.ranked()); // NaN last
        return order != 0 ? order : Integer.compare(a.index(), b.index());
      };

  private final List<CellRecord> cells = new ArrayList<>();
  private final Set<CellRecord> pending = new LinkedHashSet<>();
  private final List<CellRecord> ranked = new ArrayList<>();

  /** Cells with a stopped replicate, whose loss depends on the floor; the lowest first. */
  private final TreeSet<CellRecord> stopped =
      new TreeSet<>(
          Comparator.comparingDouble(CellRecord::lowestStopped)
              .thenComparingInt(CellRecord::index));

  private double floor = Double.NEGATIVE_INFINITY; // the best finished loss
  private @Nullable CellRecord holder; // of the floor
  private boolean ranks;

  /** Adds a proposed cell, whose index must be {@link #size}. */
  void add(CellRecord cell) {
    cells.add(cell);
    pending.add(cell);
  }

  /** Records a replicate's end. */
  void tell(CellRecord cell, Observation end, List<Objective> objectives) {
    remove(cell);
    stopped.remove(cell);
    cell.tell(end, objectives);
    pending.remove(cell);
    if (Double.isFinite(cell.lowestStopped())) {
      stopped.add(cell);
    }
    moveFloor(cell);
    cell.rank(floor);
    insert(cell);
  }

  private void moveFloor(CellRecord cell) {
    double before = floor;
    double loss = cell.finishedLoss();
    if (holder == cell && !(loss <= floor)) {
      holder = null;
      floor = Double.NEGATIVE_INFINITY;
      cells.forEach(this::lower);
    } else {
      lower(cell);
    }
    if (floor == before) {
      return;
    }
    for (CellRecord other : stopped) {
      if (other.lowestStopped() >= Math.max(before, floor)) {
        break;
      }
      if (other == cell) {
        continue;
      }
      remove(other);
      other.rank(floor);
      insert(other);
    }
  }

  private void lower(CellRecord cell) {
    double loss = cell.finishedLoss();
    if (Double.isFinite(loss) && (holder == null || loss < floor)) {
      floor = loss;
      holder = cell;
    } else if (cell == holder) {
      floor = loss;
    }
  }

  private void remove(CellRecord cell) {
    if (ranks && cell.told()) {
      ranked.remove(Collections.binarySearch(ranked, cell, BY_LOSS));
    }
  }

  private void insert(CellRecord cell) {
    if (ranks) {
      ranked.add(-1 - Collections.binarySearch(ranked, cell, BY_LOSS), cell);
    }
  }

  /** The number of proposed cells. */
  int size() {
    return cells.size();
  }

  /** The number of cells with an observation. */
  int told() {
    return cells.size() - pending.size();
  }

  /** All proposed cells, in the order of proposal. */
  List<CellRecord> all() {
    return cells;
  }

  /** Cells proposed but not yet observed, in the order of proposal. */
  Collection<CellRecord> pending() {
    return pending;
  }

  /** The observed cells: the best first, those without a loss last. */
  List<CellRecord> ranked() {
    if (!ranks) {
      ranks = true;
      cells.stream().filter(CellRecord::told).sorted(BY_LOSS).forEach(ranked::add);
    }
    return ranked;
  }
}
