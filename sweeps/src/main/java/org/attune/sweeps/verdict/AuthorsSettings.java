package org.attune.sweeps.verdict;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.claim.Layout;

/**
 * The authors' settings of a table beside ours. A table is of the authors' size if each setting
 * that the source states is ours too; a setting that someone inferred cannot differ.
 *
 * @param rows one per setting, in the file's order
 */
public record AuthorsSettings(List<Row> rows) {

  /** Our value of a setting that is the authors'. */
  private static final String SAME = "the same";

  /**
   * A setting.
   *
   * @param what its name
   * @param authors the authors' value
   * @param inferred from what it was inferred; empty if the source states it
   * @param ours our value; of several cells' values, all
   */
  public record Row(String what, String authors, Optional<String> inferred, String ours) {

    /** Whether ours is not what the source states. */
    public boolean differs() {
      return inferred.isEmpty() && !ours.equals(authors);
    }
  }

  public AuthorsSettings {
    rows = List.copyOf(rows);
  }

  /** The settings that a table states. */
  public static AuthorsSettings of(Layout table) {
    return new AuthorsSettings(
        table.settings().stream()
            .map(
                setting -> {
                  String authors = Numbers.shown(setting.authors());
                  return new Row(
                      setting.what(), authors, setting.inferred(), ours(setting.ours(), authors));
                })
            .toList());
  }

  private static String ours(Layout.Ours ours, String authors) {
    if (ours instanceof Layout.Ours.OfText text) {
      return text.value().equals(SAME) ? authors : Numbers.shown(text.value());
    }
    Layout.Ours.OfKey key = (Layout.Ours.OfKey) ours;
    return key.cells().stream()
        .map(cell -> Numbers.shown(cell.values().getOrDefault(key.key(), key.otherwise())))
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  /** Whether settings are stated, and none differs. */
  public boolean agree() {
    return !rows.isEmpty() && rows.stream().noneMatch(Row::differs);
  }
}
