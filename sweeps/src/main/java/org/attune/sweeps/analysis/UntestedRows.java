package org.attune.sweeps.analysis;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.sweeps.state.CellNames;

/**
 * Why rows of the table of pairs are not tested, for the user.
 *
 * @param rows of the table
 * @param cells the compared cells by name
 */
record UntestedRows(
    List<CellPair> rows, Map<String, Arms.Tuned> cells, Arms arms, CellNames names) {

  /** One note for each reason. */
  List<String> notes() {
    return Stream.of(unlike(), lost(), opposed()).flatMap(List::stream).toList();
  }

  /** A note on pairs whose cells a search tuned over different values, such as those it drew. */
  private List<String> unlike() {
    List<String> unlike =
        rows.stream()
            .filter(pair -> pair.verdict() == CellPair.PairVerdict.UNLIKE)
            .map(pair -> "%s beside %s".formatted(pair.cell(), pair.control()))
            .toList();
    String keys = arms.tuned().stream().map(names::word).collect(Collectors.joining(", "));
    return unlike.isEmpty()
        ? List.of()
        : List.of(
            "not tested: %s. Their trials had different values of %s, which may make the difference; give all cells the same values: list them, without search and stop"
                .formatted(String.join("; ", unlike), keys));
  }

  /** A note on tuned values that failed trials kept from being chosen. */
  private List<String> lost() {
    List<String> lost =
        rows.stream()
            .filter(CellPair::lost)
            .flatMap(pair -> Stream.of(pair.control(), pair.cell()))
            .distinct()
            .flatMap(name -> cells.get(name).lost().stream())
            .toList();
    return lost.isEmpty()
        ? List.of()
        : List.of(
            "not tested where failed trials chose a tuned value. %s. Run them again (attune retry DIR --failed), or leave that value out of all cells"
                .formatted(String.join("; ", lost)));
  }

  /** A note on pairs whose failed trials contradict the finished ones. */
  private List<String> opposed() {
    List<String> opposed =
        rows.stream()
            .filter(pair -> pair.verdict() == CellPair.PairVerdict.OPPOSED)
            .map(
                pair -> {
                  Arms.Tuned cell = cells.get(pair.cell());
                  Arms.Tuned control = cells.get(pair.control());
                  return "%s beside %s, where trials failed at %s"
                      .formatted(
                          pair.cell(),
                          pair.control(),
                          cell.with(control).failed().stream()
                              .map(
                                  setting ->
                                      Unpaired.place(names, arms.held(), cell.at().get(setting)))
                              .collect(Collectors.joining("; ")));
                })
            .toList();
    return opposed.isEmpty()
        ? List.of()
        : List.of(
            "not tested where failures and finished trials disagree: %s. There the cell that failed is the worse one, and at the other settings the better one; compare them apart, or leave that value out of all cells"
                .formatted(String.join(". ", opposed)));
  }
}
