package org.attune.sweeps.spec.reader;

import java.util.Optional;
import java.util.OptionalDouble;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Key;

/**
 * What a sweep file says about its lab.
 *
 * @param folder the lab's; empty for the nearest lab
 * @param rate of false discoveries that the lab must have; empty for any
 */
public record LabChoice(Optional<String> folder, OptionalDouble rate) {

  /** A file that says nothing. */
  public static final LabChoice NONE = new LabChoice(Optional.empty(), OptionalDouble.empty());

  private static final Key<String> FOLDER = new Key<>("folder", Form.TEXT, "the lab's folder");

  private static final Key<Double> RATE =
      new Key<>(
          "rate",
          Form.real(0, 1),
          "most of its discoveries that may be wrong on average; the lab must have this rate");

  static final Form<LabChoice> FORM =
      Form.TEXT
          .map(folder -> new LabChoice(Optional.of(folder), OptionalDouble.empty()))
          .or(
              Key.section(FOLDER, RATE)
                  .map(
                      fields ->
                          new LabChoice(
                              FOLDER.in(fields),
                              RATE.in(fields).stream().mapToDouble(rate -> rate).findFirst())));
}
