package org.attune.model.cuda;

import java.util.ArrayList;
import java.util.List;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;

/**
 * The sums of all norms' gains' gradients, in as few launches as possible, after all adjoints. Each
 * norm's own adjoint leaves partial sums and says that they are due.
 */
final class GainSums implements Runnable {

  private static final int MOST = 64; // gains of a launch: the bits of a number
  private static final int FIELDS = 5; // of eight bytes: see the CUDA source
  private static final int COLUMNS = 32; // of a block, as in the CUDA source
  private static final int THREADS = 1024;

  private final Operands<DeviceBuffer> at;
  private final List<Group> groups = new ArrayList<>();

  /** The gains of one launch. */
  private final class Group {
    private final List<DeviceBuffer> partials = new ArrayList<>();
    private final List<Sink<DeviceBuffer>> sinks = new ArrayList<>();
    private final DeviceBuffer table = at.keep(2L * FIELDS * MOST);
    private Work launch = Work.NONE; // until all gains are known
    private long due;

    private long adding() {
      long adding = 0;
      for (int i = 0; i < sinks.size(); i++) {
        adding |= sinks.get(i).adds() ? 1L << i : 0;
      }
      return adding;
    }

    /** Made when all gains are known; the first pass is never captured. */
    private Work made() {
      long[] fields = new long[FIELDS * sinks.size()];
      int tiles = 0;
      for (int i = 0; i < sinks.size(); i++) {
        DeviceBuffer partial = partials.get(i);
        fields[FIELDS * i] = partial.address();
        fields[FIELDS * i + 1] = sinks.get(i).buffer().address();
        fields[FIELDS * i + 2] = partial.rows();
        fields[FIELDS * i + 3] = partial.stride();
        fields[FIELDS * i + 4] = partial.columns();
        tiles += (partial.columns() + COLUMNS - 1) / COLUMNS;
      }
      table.upload(fields);
      return Launch.of(table.lane(), Norms.FILE, "gain_sums")
          .address(table)
          .varying(() -> due)
          .varying(this::adding)
          .threads(tiles, THREADS);
    }

    private void run() {
      if (due == 0) {
        return;
      }
      if (launch == Work.NONE) {
        launch = made();
      }
      launch.enqueue();
      due = 0;
    }
  }

  /**
   * @param at of any kernel of the program, for memory
   */
  GainSums(Operands<DeviceBuffer> at) {
    this.at = at;
  }

  /**
   * Work that marks a gain's gradient as due.
   *
   * @param partial a row of each block's sums
   * @param to a gain that nothing else reads
   */
  Work of(DeviceBuffer partial, Sink<DeviceBuffer> to) {
    if (groups.isEmpty() || groups.get(groups.size() - 1).sinks.size() == MOST) {
      groups.add(new Group());
    }
    Group group = groups.get(groups.size() - 1);
    long bit = 1L << group.sinks.size();
    group.partials.add(partial);
    group.sinks.add(to);
    return () -> group.due |= bit;
  }

  @Override
  public void run() {
    groups.forEach(Group::run);
  }
}
