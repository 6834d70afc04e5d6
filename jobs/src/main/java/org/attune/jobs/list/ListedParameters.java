package org.attune.jobs.list;

import static org.attune.jobs.console.JsonType.TEXT;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.lang3.StringUtils;
import org.attune.api.catalog.Choosable;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.api.catalog.Traits;
import org.attune.api.trial.ProgramCatalog;
import org.attune.api.trial.TrialProgram;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TextTable;

/** Parameters and their values as lines, each below what it is a setting of. */
final class ListedParameters {

  private static final String TASK = "task";

  /** Narrower terminals show no papers; {@code --json} has them. */
  private static final int ROOM_FOR_SOURCES = 160;

  /** Narrower terminals do not show the columns of {@code results} either. */
  private static final int ROOM_FOR_COLUMNS = 140;

  /** Two initials are those of too many titles. */
  private static final int FEWEST_INITIALS = 3;

  private static final int COLUMN = 3;
  private static final int SOURCE = 5;

  /** A parameter; or one of its values, when {@code option} is not empty. */
  record Line(
      int depth,
      String below,
      String key,
      String option,
      String values,
      String standard,
      String column,
      String describes,
      String source) {

    static Line of(Parameter p, int depth, String below) {
      String values = p.domain() instanceof Domain.Choice ? "a choice" : p.domain().describe();
      return new Line(
          depth,
          below,
          p.key(),
          "",
          values,
          p.defaultValue(),
          p.column(),
          p.describes(),
          p.source());
    }

    static Line of(Parameter p, Option o, int depth, String below) {
      return new Line(depth, below, p.key(), o.name(), "", "", "", o.describes(), o.source());
    }

    boolean has(String word) {
      String all = String.join(" ", key, option, column, describes, source);
      return StringUtils.containsIgnoreCase(all, word) || abbreviates(word, source);
    }

    /** Whether a word is of the initials of a paper's title, as MTA of multi-token attention. */
    private static boolean abbreviates(String word, String source) {
      String initials =
          source.replaceAll("(\\p{L})\\p{L}*[- ]?", "$1").replaceAll("[^\\p{L}]+", " ");
      return word.length() >= FEWEST_INITIALS && StringUtils.containsIgnoreCase(initials, word);
    }

    String[] row() {
      String name = "  ".repeat(depth) + (option.isEmpty() ? key : "- " + option);
      return new String[] {name, values, standard, column, describes, source};
    }
  }

  /** What a line says of a parameter itself, not of an option. */
  private static final Shape<Line> PARAMETER =
      Shape.<Line>of(Line.class)
          .with("values", TEXT, Line::values)
          .with("default", TEXT, Line::standard)
          .with("column", TEXT, Line::column);

  static final Shape<Line> LINE =
      Shape.<Line>of(Line.class)
          .with("key", TEXT, Line::key)
          .maybe("where", TEXT, row -> Optional.of(row.below()).filter(where -> !where.isEmpty()))
          .includingIf(PARAMETER, row -> Optional.of(row).filter(line -> line.option().isEmpty()))
          .maybe("option", TEXT, row -> Optional.of(row.option()).filter(name -> !name.isEmpty()))
          .with("description", TEXT, Line::describes)
          .with("source", TEXT, Line::source);

  private final Optional<String> word;
  private final boolean all;
  private final List<Line> lines = new ArrayList<>();
  private final Set<String> listed = new HashSet<>();

  /**
   * @param word that lines must have; empty for all lines
   * @param all whether each place of a choice lists its options, not only the first
   */
  ListedParameters(Optional<String> word, boolean all) {
    this.word = word;
    this.all = all;
  }

  /**
   * Adds a parameter, its options and their parameters. Text lists each choice's options only once.
   */
  void add(Parameter parameter) {
    add(parameter, 0, "");
  }

  private void add(Parameter parameter, int depth, String below) {
    lines.add(Line.of(parameter, depth, below));
    boolean first = listed.add(parameter.key());
    if (all || first) {
      for (Option option : parameter.options()) {
        lines.add(Line.of(parameter, option, depth + 1, below));
        String place = parameter.key() + ": " + option.name();
        option.parameters().forEach(child -> add(child, depth + 3, place));
      }
    }
  }

  /** Adds a program of the user's as an option of the task, with all its parameters. */
  void addTask(TrialProgram program) {
    for (Parameter parameter : new ProgramCatalog(program).parameters()) {
      if (parameter.key().equals(TASK)) {
        Option option = parameter.options().get(0);
        lines.add(Line.of(parameter, option, 1, ""));
        option.parameters().forEach(child -> add(child, 3, TASK + ": " + program.name()));
      } else {
        add(parameter, 3, TASK + ": " + program.name());
      }
    }
  }

  /** Adds something that a file chooses by name, as a parameter. */
  void addChoice(
      String key,
      String prefix,
      List<? extends Choosable> among,
      String standard,
      String describes) {
    List<Option> options = new ArrayList<>();
    for (Choosable one : among) {
      String place = prefix.isEmpty() ? key + "." + one.name() + "." : prefix;
      List<Parameter> settings =
          one.settings().stream()
              .map(
                  setting ->
                      new Parameter(
                          place + setting.name(),
                          "",
                          setting.domain(),
                          setting.options(),
                          setting.required() ? "required" : setting.standard().orElse(""),
                          setting.describes(),
                          "",
                          Traits.NONE))
              .toList();
      options.add(new Option(one.name(), one.describes(), one.source(), settings));
    }
    add(Parameter.choice(key, "", describes, options, standard));
  }

  /** The lines that are wanted, in so many columns; empty without any. */
  String text(int columns) {
    if (wanted().isEmpty()) {
      return "";
    }
    String[] heading = {"key", "values", "default", "column", "what it is", "source"};
    TextTable table = TextTable.of(heading, wanted().stream().map(Line::row).toList());
    TextTable fitting = columns < ROOM_FOR_SOURCES ? table.without(SOURCE) : table;
    return (columns < ROOM_FOR_COLUMNS ? fitting.without(COLUMN) : fitting).within(columns);
  }

  /**
   * The lines that contain the word, the lines that these are nested under, and the settings of an
   * option that the word names.
   */
  List<Line> wanted() {
    if (word.isEmpty()) {
      return lines;
    }
    Set<Line> named = named(word.get());
    Deque<Line> found = new ArrayDeque<>();
    int shown = Integer.MAX_VALUE; // the depth of the line below, if it is shown
    for (int i = lines.size() - 1; i >= 0; i--) {
      Line line = lines.get(i);
      if (line.has(word.get())
          || named.contains(line)
          || line.depth() < shown && !found.isEmpty()) {
        found.addFirst(line);
        shown = line.depth();
      }
    }
    return List.copyOf(found);
  }

  /** The lines nested under an option of this name. */
  private Set<Line> named(String option) {
    Set<Line> named = Collections.newSetFromMap(new IdentityHashMap<>());
    int above = Integer.MAX_VALUE; // the depth of the option, while its settings go by
    for (Line line : lines) {
      if (line.depth() > above) {
        named.add(line);
      } else {
        above = line.option().equalsIgnoreCase(option) ? line.depth() : Integer.MAX_VALUE;
      }
    }
    return named;
  }
}
