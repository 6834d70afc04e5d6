package org.attune.sweeps.spec.form;

/**
 * One problem in a sweep file.
 *
 * @param file as the user named it, or {@code --set key=value}
 * @param line from 1; 0 when the place has no line
 * @param column from 1; 0 when the place has no line
 * @param key the dotted key that it concerns; empty if it concerns the whole file
 * @param message the given value, the allowed values and the remedy
 */
public record Problem(String file, int line, int column, String key, String message) {

  /**
   * Formats the problem as {@code sweep.yaml:3:9: axes.attention.gate: ...}, a form that editors
   * can jump to.
   */
  @Override
  public String toString() {
    String place = line == 0 ? file : file + ":" + line + ":" + column;
    return place + ": " + (key.isEmpty() ? "" : key + ": ") + message;
  }
}
