package org.attune.sweeps.command;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;

/**
 * A command of words with names in braces: {@code python3 train.py --lr {train.lr}}.
 *
 * <p>Words end at blanks. {@code 'single'} and {@code "double"} quotes keep blanks within a word. A
 * backslash outside single quotes takes the next character literally. No shell is involved, so a
 * value is always a single argument, whatever it contains.
 */
final class Template {

  /** A name in braces, perhaps one that no parameter can have; other braces are literal. */
  private static final Pattern NAME = Pattern.compile("\\{([A-Za-z][A-Za-z0-9._-]*)}");

  /** The beginning of such a name. */
  private static final Pattern BEGUN = Pattern.compile("\\{[A-Za-z][A-Za-z0-9._-]*");

  /** What a shell would read as a pipe, a list of commands or a redirection. */
  private static final Pattern OF_A_SHELL = Pattern.compile("[|&;]{1,2}|<|[012]?>.*");

  /** The names that a command may use besides its parameters. */
  static final SortedSet<String> HANDED =
      Collections.unmodifiableSortedSet(
          new TreeSet<>(
              Set.of(
                  "seed",
                  "trial",
                  "attempt",
                  "threads",
                  "gpus",
                  "start-step",
                  "config",
                  "checkpoints",
                  "metrics-file")));

  private final List<String> words;

  private Template(List<String> words) {
    this.words = List.copyOf(words);
  }

  /**
   * Reads a command.
   *
   * @throws IllegalArgumentException if a quote is not closed, or there is no word
   */
  static Template of(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    char quote = 0;
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (quote == 0 && Character.isWhitespace(c)) {
        if (word != null) {
          words.add(word.toString());
          word = null;
        }
        continue;
      }
      word = word == null ? new StringBuilder() : word;
      if (c == '\\' && quote != '\'' && i + 1 < command.length()) {
        word.append(command.charAt(++i));
      } else if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else {
        word.append(c);
      }
    }
    if (quote != 0) {
      throw new IllegalArgumentException("a quote " + quote + " is not closed");
    }
    if (word != null) {
      words.add(word.toString());
    }
    if (words.isEmpty()) {
      throw new IllegalArgumentException("there is no program in it");
    }
    return new Template(words);
  }

  /**
   * The problems of a command, one sentence each.
   *
   * @param parameters that it may use besides the built-in names
   */
  static List<String> problemsOf(String run, Set<String> parameters) {
    Template template;
    try {
      template = of(run);
    } catch (IllegalArgumentException invalid) {
      return List.of("'" + run + "' cannot be read: " + invalid.getMessage());
    }
    Set<String> known = new TreeSet<>(parameters);
    known.addAll(HANDED);
    List<String> problems = new ArrayList<>();
    template.words.forEach(word -> unclosed(word).forEach(problems::add));
    for (String name : template.names()) {
      if (!known.contains(name)) {
        problems.add(
            "{%s} is not declared; declare it under parameters, or use one of %s%s"
                .formatted(name, ShortList.near(name, known, ""), Spelling.hint(name, known)));
      }
    }
    return problems;
  }

  /** The error in the names of a word whose brace is not closed. */
  private static List<String> unclosed(String word) {
    Deque<Integer> open = new ArrayDeque<>();
    for (int i = 0; i < word.length(); i++) {
      if (word.charAt(i) == '{') {
        open.addLast(i);
      } else if (word.charAt(i) == '}') {
        open.pollLast();
      }
    }
    List<String> problems = new ArrayList<>();
    for (int at : open) {
      Matcher begun = BEGUN.matcher(word).region(at, word.length());
      if (begun.lookingAt()) {
        problems.add(
            "'%s' in the word '%s' is not closed; write %s}"
                .formatted(begun.group(), word, begun.group()));
      }
    }
    return problems;
  }

  /** The first word that a shell would not pass on; a program gets it unchanged. */
  Optional<String> shellSign() {
    return words.stream().filter(word -> OF_A_SHELL.matcher(word).matches()).findFirst();
  }

  /** The words, with the names in braces. */
  List<String> words() {
    return words;
  }

  /** The names in braces. */
  SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>();
    for (String word : words) {
      Matcher name = NAME.matcher(word);
      while (name.find()) {
        names.add(name.group(1));
      }
    }
    return names;
  }

  /**
   * The program and its arguments.
   *
   * @param values by name
   * @throws IllegalArgumentException if a name has no value
   */
  List<String> with(Map<String, String> values) {
    return words.stream()
        .map(word -> NAME.matcher(word).replaceAll(name -> value(values, name.group(1))))
        .toList();
  }

  private static String value(Map<String, String> values, String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("{" + name + "} has no value in this trial");
    }
    return Matcher.quoteReplacement(value);
  }
}
