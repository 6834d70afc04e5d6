package org.attune.sweeps.spec.claims;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Spelling;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;

/** Reads the authors' settings of a table: one row each, with ours as a key or in words. */
record SettingsReader(CellWords words) {

  private static final Key<String> SETTING = new Key<>("setting", Form.TEXT, "its name");
  private static final Key<String> AUTHORS =
      new Key<>("authors", Form.SCALAR, "the authors' value");
  private static final Key<String> INFERRED =
      new Key<>("inferred", Form.TEXT, "from what, if the source does not state it");
  private static final Key<String> KEY = new Key<>("key", Form.TEXT, "the key of our setting");
  private static final Key<String> CELL =
      new Key<>("cell", Form.TEXT, "the cell whose key is read; default: all cells");
  private static final Key<String> OURS =
      new Key<>("ours", Form.SCALAR, "our value, where no key says it; or: the same");

  static final Form<Fields> ROW = Key.section(SETTING, AUTHORS, INFERRED, KEY, CELL, OURS);

  List<Layout.LayoutSetting> read(List<Given> rows) {
    List<Layout.LayoutSetting> settings = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      ROW.in(rows.get(i).numbered(i)).flatMap(this::setting).ifPresent(settings::add);
    }
    return settings;
  }

  private Optional<Layout.LayoutSetting> setting(Fields fields) {
    Optional<String> name = SETTING.in(fields);
    Optional<String> authors = AUTHORS.in(fields);
    Optional<Layout.Ours> ours = ours(fields);
    if (name.isEmpty() || authors.isEmpty()) {
      fields.whole().refuse("needs setting: NAME and authors: VALUE");
      return Optional.empty();
    }
    return ours.map(
        side -> new Layout.LayoutSetting(name.get(), authors.get(), INFERRED.in(fields), side));
  }

  private Optional<Layout.Ours> ours(Fields fields) {
    if (KEY.isIn(fields) == OURS.isIn(fields)) {
      fields.whole().refuse("needs our value once: key: KEY, such as model.layers, or ours: VALUE");
      return Optional.empty();
    }
    if (OURS.isIn(fields)) {
      return OURS.in(fields).map(Layout.Ours.OfText::new);
    }
    List<Configuration> cells =
        CELL.isIn(fields)
            ? words.labels(CELL.at(fields)).stream().map(words.cells()::get).toList()
            : List.copyOf(words.cells().values());
    Optional<String> key = KEY.in(fields);
    Set<String> known = new LinkedHashSet<>();
    cells.forEach(cell -> known.addAll(cell.values().keySet()));
    if (key.isPresent()
        && !cells.isEmpty()
        && !known.contains(key.get())
        && words.defaultOf(key.get()).isEmpty()) {
      KEY.at(fields)
          .refuse(
              "no cell has a setting '%s'%s".formatted(key.get(), Spelling.hint(key.get(), known)));
      return Optional.empty();
    }
    return key.filter(name -> !cells.isEmpty())
        .map(ourKey -> new Layout.Ours.OfKey(ourKey, cells, words.defaultOf(ourKey).orElse("")));
  }
}
