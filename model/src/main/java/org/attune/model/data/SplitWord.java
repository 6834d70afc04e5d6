package org.attune.model.data;

import java.util.regex.Pattern;

/** The words by which data sets name their splits, such as {@code train} and {@code t10k}. */
final class SplitWord {

  private static final String WORDS = "train|training|test|testing|t10k|val|valid|validation|eval";
  private static final Pattern IN_NAME =
      Pattern.compile("(?i)(?<![a-z0-9])(?:" + WORDS + ")(?![a-z0-9])");
  private static final Pattern FOLDER = Pattern.compile("(?i)(?<=^|/)(?:" + WORDS + ")/");

  private SplitWord() {}

  /** Returns a path without the words in it: the same for all splits of a data set. */
  static String without(String path) {
    return IN_NAME.matcher(path).replaceAll("");
  }

  /** Returns the path of a class without the folders above it that are such a word. */
  static String withoutFolders(String path) {
    return FOLDER.matcher(path).replaceAll("");
  }
}
