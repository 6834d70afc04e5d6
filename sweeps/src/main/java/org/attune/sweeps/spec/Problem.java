package org.attune.sweeps.spec;

/**
 * One thing that is wrong with a sweep file.
 *
 * @param file as the user named it, or {@code --set key=value}
 * @param line from 1; 0 when the place has no line
 * @param column from 1; 0 when the place has no line
 * @param key the dotted key it is about; empty when it is about the file
 * @param message what was given, what is allowed and what to do
 */
public record Problem(String file, int line, int column, String key, String message) {

  /** {@code sweep.yaml:3:9: axes.attention.gate: ...}, which editors can jump to. */
  @Override
  public String toString() {
    String place = line == 0 ? file : file + ":" + line + ":" + column;
    return place + ": " + (key.isEmpty() ? "" : key + ": ") + message;
  }
}
