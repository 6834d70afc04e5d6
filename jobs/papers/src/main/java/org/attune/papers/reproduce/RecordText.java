package org.attune.papers.reproduce;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attune.jobs.claims.ClaimRecord;
import org.attune.jobs.claims.RecordLine;
import org.attune.jobs.console.Counted;
import org.attune.sweeps.identity.SpecText;

/**
 * What a table's page says of its record: its runs, and what changed since the run before.
 *
 * @param record of the table
 * @param results the folder of its raw results, as the command that checks the record names it
 */
record RecordText(ClaimRecord record, String results) {

  private static final int MOST_LINES = 6; // of a protocol that changed
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

  /** The section as Markdown. */
  String markdown() {
    int last = record.runs();
    StringBuilder text = new StringBuilder("\n### record\n\n");
    text.append("This is run %d of the table that is recorded here.\n\n".formatted(last));
    for (int run = 1; run <= last; run++) {
      text.append("- ").append(line(run)).append('\n');
    }
    if (record.run(last).filter(run -> run.json().path(RecordLine.JOURNAL).asBoolean()).isEmpty()) {
      text.append(
          "\nThe record was begun from stored results. Earlier runs of the table are not known, nor"
              + " the claims' earlier sentences: a claim counts as stated before if the text with"
              + " which the sweep began has its test.\n");
    }
    text.append('\n').append(stated(last));
    if (last > 1) {
      text.append("\nSince run %d: %s.\n".formatted(last - 1, String.join("; ", changes(last))));
    }
    text.append(
        "\n`./attune claims verify %s` computes these dates and verdicts again.\n"
            .formatted(results));
    return text.toString();
  }

  private String line(int run) {
    Optional<RecordLine> line = record.run(run);
    return "run %d: sweep `%s`, sweep seed %s, first result %s; held-out examples: %s"
        .formatted(
            run,
            line.flatMap(recordLine -> recordLine.text("sweep")).orElse(""),
            line.map(recordLine -> recordLine.json().path("seed").asText()).orElse(""),
            line.flatMap(recordLine -> recordLine.time("first_result"))
                .map(RecordText::time)
                .orElse("unknown"),
            line.flatMap(recordLine -> recordLine.text("held_out"))
                .map("each seed its own, "::concat)
                .orElse("one set for all seeds"));
  }

  private static String time(Instant time) {
    return TIME.format(time);
  }

  /** When the last run's claims were stated. */
  private String stated(int run) {
    List<String> counts = new ArrayList<>();
    for (ClaimRecord.When when : ClaimRecord.When.values()) {
      long claims = record.claims(run).stream().filter(claim -> record.when(claim) == when).count();
      if (claims > 0) {
        counts.add(claims + " " + when.words());
      }
    }
    return "Its claims were stated, beside the results of all runs: %s.\n"
        .formatted(String.join(", ", counts));
  }

  private List<String> changes(int run) {
    List<String> changes = new ArrayList<>();
    List<RecordLine> before = record.claims(run - 1);
    List<RecordLine> now = record.claims(run);
    List<RecordLine> fresh =
        now.stream().filter(claim -> claim.sameClaim(before).isEmpty()).toList();
    List<RecordLine> gone =
        before.stream().filter(claim -> claim.sameClaim(now).isEmpty()).toList();
    changes.add(
        fresh.isEmpty() && gone.isEmpty()
            ? "the same claims"
            : "%s new or reworded, %d dropped or reworded"
                .formatted(Counted.of(fresh.size(), "claim"), gone.size()));
    changes.add(protocol(run));
    List<String> verdicts =
        now.stream()
            .flatMap(claim -> claim.sameClaim(before).map(was -> moved(was, claim)).stream())
            .filter(moved -> !moved.isEmpty())
            .toList();
    changes.add(
        verdicts.isEmpty()
            ? "no verdict of the same claim is another"
            : "other verdicts: " + String.join(", ", verdicts));
    return changes;
  }

  private static String moved(RecordLine was, RecordLine now) {
    String before = verdict(was);
    String after = verdict(now);
    return before.equals(after)
        ? ""
        : "'%s' %s, was %s".formatted(now.text(RecordLine.CLAIM).orElse(""), after, before);
  }

  private static String verdict(RecordLine claim) {
    return claim.json().path(RecordLine.RESULT).path("verdict").asText();
  }

  private String protocol(int run) {
    List<String> before = protocolLines(run - 1);
    List<String> now = protocolLines(run);
    List<String> changed = new ArrayList<>();
    now.stream().filter(line -> !before.contains(line)).map("now "::concat).forEach(changed::add);
    before.stream().filter(line -> !now.contains(line)).map("was "::concat).forEach(changed::add);
    return changed.isEmpty()
        ? "the same protocol"
        : "%s of the protocol: %s%s"
            .formatted(
                Counted.of(changed.size(), "line"),
                changed.stream()
                    .limit(MOST_LINES)
                    .map("`%s`"::formatted)
                    .collect(Collectors.joining(", ")),
                changed.size() > MOST_LINES ? ", ..." : "");
  }

  private List<String> protocolLines(int run) {
    return record
        .run(run)
        .flatMap(line -> line.text("protocol"))
        .map(text -> SpecText.shown(text).lines().toList())
        .orElse(List.of());
  }
}
