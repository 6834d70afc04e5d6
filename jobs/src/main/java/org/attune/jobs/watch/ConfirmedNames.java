package org.attune.jobs.watch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.spec.axes.NamedCells;
import org.attune.sweeps.state.CellNames;

/**
 * Names for the cells of a confirming sweep: their names in the sweep that found them, or what they
 * differ in. Where these are not all short and clear, their ranks and what fits of this.
 */
record ConfirmedNames(ConfirmedCells cells) {

  private static final int MOST_CHARACTERS = 60;

  /** The cells by name, in their order. */
  Map<String, Configuration> named() {
    CellNames names = cells.names();
    return named(names::cell)
        .or(() -> named(names::of))
        .or(() -> named(this::differing))
        .orElseGet(() -> named(this::ranked).orElseThrow());
  }

  private Optional<Map<String, Configuration>> named(Function<Configuration, String> name) {
    List<Configuration> all = cells.all();
    Map<String, Configuration> named = new LinkedHashMap<>();
    all.forEach(cell -> named.putIfAbsent(name.apply(cell), cell));
    return Optional.of(named)
        .filter(cellsByName -> cellsByName.size() == all.size())
        .filter(cellsByName -> cellsByName.keySet().stream().allMatch(NamedCells::isName));
  }

  /** A cell by what the cells differ in. */
  private String differing(Configuration cell) {
    CellNames names = cells.names();
    Set<String> keys = CellNames.varied(cells.all());
    keys.retainAll(names.axes().keys());
    String values = names.values(keys, cell);
    return !names.named()
        ? values
        : values.isEmpty() ? names.cell(cell) : names.cell(cell) + ", " + values;
  }

  private String ranked(Configuration cell) {
    int place = cells.all().indexOf(cell) + 1;
    String rank = (cells.best().contains(cell) ? "rank " : "control ") + place;
    String values = cells.all().size() > 1 ? differing(cell) : cells.names().of(cell);
    String whole = values.isEmpty() ? rank : rank + ", " + values;
    String allowed = whole.replaceFirst("(?s)[/\\p{Cntrl}].*", "…");
    return allowed.codePointCount(0, allowed.length()) <= MOST_CHARACTERS
        ? allowed
        : allowed.substring(0, allowed.offsetByCodePoints(0, MOST_CHARACTERS - 1)) + "…";
  }
}
