package org.attune.sweeps.spec;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.attune.sweeps.identity.CanonicalAxes;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Filled;
import org.attune.sweeps.space.Values;

/** Finds the keys that a spec varies, as the header of its journal has them. */
final class HeaderAxes {

  private HeaderAxes() {}

  static CanonicalAxes of(SweepSpec spec) {
    SortedSet<String> keys = new TreeSet<>();
    SortedSet<String> cellKeys = new TreeSet<>();
    Map<String, Boolean> intervals = new HashMap<>();
    for (Axis axis : spec.axes()) {
      boolean named = axis.key().equals(Axis.CELLS);
      axis.settings()
          .forEach(
              setting -> {
                if (named) {
                  cellKeys.add(setting.getKey());
                } else if (!setting.getKey().equals(axis.key())) {
                  keys.add(setting.getKey());
                }
                if (!named && setting.getValue() instanceof Values.Interval interval) {
                  intervals.put(setting.getKey(), interval.logarithmic());
                }
              });
      List<Values> settings = axis.settings(axis.key()).distinct().toList();
      if (settings.size() > 1 || settings.stream().anyMatch(HeaderAxes::several)) {
        keys.add(axis.key());
      }
    }
    Map<String, String> base = new HashMap<>(spec.base().values());
    spec.fixed().forEach(base::putIfAbsent);
    base.putIfAbsent(CanonicalText.MODE, CanonicalText.USUAL_MODE);
    return new CanonicalAxes(keys, cellKeys, intervals, base);
  }

  private static boolean several(Values values) {
    return values instanceof Values.Listed listed
        ? listed.values().size() > 1
        : !(values instanceof Filled filled) || !filled.finite() || filled.formulas().size() > 1;
  }
}
