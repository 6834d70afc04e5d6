package org.attune.jobs.claims;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.attune.api.catalog.AxisCatalog;
import org.attune.cluster.table.SurvivingTables;
import org.attune.jobs.session.KnownPapers;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.store.LocalStorage;

/**
 * Checks the records of tables: every verdict and every date again, from the stored results, the
 * stored file and the record.
 *
 * @param catalog that reads the files
 */
public record RecordCheck(AxisCatalog catalog) {

  /** The number of the run, and whether it had a journal: stored results tell neither. */
  private static final Set<String> NOT_STORED = Set.of(RecordLine.RUN, RecordLine.JOURNAL);

  private static final double EQUAL = 1e-9; // relative; sums may differ in their last digits

  /**
   * The findings of the check in one table's folder.
   *
   * @param table its key
   * @param claims number of claims that were judged again
   * @param problems a sentence each, with the claim that it is about
   */
  public record Result(String table, int claims, List<String> problems) {}

  /** Checks the folder of a table's results, or all such folders in a folder. */
  public List<Result> of(Path folder) throws IOException, SpecException {
    List<Result> results = new ArrayList<>();
    for (Path each : tables(folder)) {
      results.add(table(each));
    }
    return results;
  }

  /**
   * The folders with a record, and those that should have one: beside raw results they have a sweep
   * file, or they bear a table's name.
   */
  private static List<Path> tables(Path folder) throws IOException {
    if (isTable(folder)) {
      return List.of(folder);
    }
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.filter(RecordCheck::isTable).sorted().toList();
    }
  }

  private static boolean isTable(Path folder) {
    return Files.exists(folder.resolve(ClaimRecord.FILE))
        || Files.isDirectory(folder.resolve("tables"))
            && (Files.exists(folder.resolve(SpecCopy.PATH))
                || KnownPapers.table(key(folder)).isPresent());
  }

  private static String key(Path folder) {
    return folder.toAbsolutePath().normalize().getFileName().toString();
  }

  private Result table(Path folder) throws IOException, SpecException {
    String key = key(folder);
    ClaimRecord record;
    try {
      record = ClaimRecord.read(folder);
    } catch (IOException broken) {
      return new Result(key, 0, List.of(broken.getMessage()));
    }
    if (record.runs() == 0) {
      return new Result(key, 0, List.of("there is no record of its claims"));
    }
    List<String> problems = new ArrayList<>();
    for (RecordLine line : record.changed()) {
      problems.add(
          name(line) + ": this line of the record was changed, or the one before it removed");
    }
    Optional<JudgedTable> judged =
        StoredTable.judged(
            folder,
            key,
            record.run(record.runs()).flatMap(run -> run.text("scale")).orElse(""),
            catalog);
    if (judged.isEmpty()) {
      problems.addAll(unjudged(folder, record));
      return new Result(key, 0, problems);
    }
    problems.addAll(differences(record, judged.get()));
    return new Result(key, record.claims(record.runs()).size(), problems);
  }

  /** Why nothing can be judged, and which claims that concerns. */
  private static List<String> unjudged(Path folder, ClaimRecord record) throws IOException {
    List<String> problems =
        new ArrayList<>(SurvivingTables.damage(new LocalStorage(folder.toAbsolutePath())));
    if (problems.isEmpty()) {
      problems.add("its results are not those of a table that this version knows");
    }
    record.claims(record.runs()).stream()
        .map(claim -> name(claim) + ": cannot be judged again from the stored files")
        .forEach(problems::add);
    return problems;
  }

  private static String name(RecordLine line) {
    return line.text(RecordLine.CLAIM).map(claim -> "'" + claim + "'").orElse("run " + line.run());
  }

  private static List<String> differences(ClaimRecord record, JudgedTable judged) {
    List<String> problems = new ArrayList<>();
    ClaimRecord again = new ClaimRecord(List.of()).with(judged);
    List<RecordLine> recorded = record.claims(record.runs());
    List<RecordLine> now = again.claims(1);
    RecordLine run = record.run(record.runs()).orElseThrow();
    compare(name(run), run.json(), again.run(1).orElseThrow().json(), problems);
    for (RecordLine claim : recorded) {
      Optional<RecordLine> same = claim.sameClaim(now);
      if (same.isEmpty()) {
        problems.add(name(claim) + ": the stored sweep file has no such claim");
      } else {
        compare(name(claim), claim.json(), same.get().json(), problems);
      }
    }
    for (RecordLine claim : now) {
      if (claim.sameClaim(recorded).isEmpty()) {
        problems.add(name(claim) + ": the record has no such claim");
      }
    }
    return problems;
  }

  /** Adds a sentence for each value of a recorded object that is another when computed again. */
  private static void compare(
      String name, JsonNode recorded, JsonNode again, List<String> problems) {
    for (Iterator<Map.Entry<String, JsonNode>> all = recorded.fields(); all.hasNext(); ) {
      Map.Entry<String, JsonNode> each = all.next();
      JsonNode other = again.path(each.getKey());
      if (NOT_STORED.contains(each.getKey())) {
        continue;
      }
      if (each.getValue().isObject()) {
        compare(name, each.getValue(), other, problems);
      } else if (!equal(each.getValue(), other)) {
        problems.add(
            "%s: %s is %s in the record, and %s from the stored files"
                .formatted(name, each.getKey(), each.getValue(), other));
      }
    }
  }

  private static boolean equal(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      double size = Math.max(Math.abs(one.asDouble()), Math.abs(other.asDouble()));
      return Math.abs(one.asDouble() - other.asDouble()) <= EQUAL * size;
    }
    return one.equals(other) || one.isNull() && other.isMissingNode();
  }
}
