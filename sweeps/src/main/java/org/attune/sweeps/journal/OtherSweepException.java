package org.attune.sweeps.journal;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.identity.SpecDifference;
import org.attune.sweeps.identity.SpecExtension;

/** The directory contains a sweep of another spec, or of the same spec on other data. */
public final class OtherSweepException extends IOException {

  /**
   * @param extend whether the given spec was meant to extend the existing one
   */
  OtherSweepException(String directory, SweepHeader existing, SweepHeader given, boolean extend) {
    super(
        existing.sameSpec(given) || extend && given.extendsSweep(existing)
            ? otherData(directory, existing, given)
            : extend
                ? noExtension(directory, existing, given)
                : otherSpec(directory, existing, given));
  }

  private static String otherSpec(String directory, SweepHeader existing, SweepHeader given) {
    if (existing.extendsSweep(given)
        && SpecExtension.losing(given.specText(), existing.specText()).isEmpty()) {
      return "%s holds this sweep with more values, seeds or steps than are given now. To resume it, give all of them, in the file or by --set. To begin another sweep, choose another directory with --out:\n%s"
          .formatted(directory, SpecDifference.between(existing.specText(), given.specText()));
    }
    boolean changed = existing.name().equals(given.name());
    return "%s holds %s; %schoose another directory with --out%s, or undo what changed:\n%s"
        .formatted(
            directory,
            changed ? "this sweep, changed" : "another sweep, " + existing.name(),
            given.extendsSweep(existing) ? "to add to it, use --extend; or " : "",
            changed ? anotherSeed(existing, given) : "",
            SpecDifference.between(existing.specText(), given.specText()));
  }

  private static String noExtension(String directory, SweepHeader existing, SweepHeader given) {
    return "Cannot extend %s in %s: --extend adds axes, values of axes, replicates, trials, steps and budget, an axis may end, search, stop and objective may change, and what was run stays; choose another directory with --out%s, or undo what else changed, in the file or by --set:\n%s%s"
        .formatted(
            existing.name(),
            directory,
            anotherSeed(existing, given),
            SpecExtension.refusal(existing.specText(), given.specText()),
            SpecExtension.reasons(existing.specText(), given.specText()).stream()
                .map(reason -> "\n  (" + reason + ")")
                .collect(Collectors.joining()));
  }

  /** Numbers that suggested a claim would come again, and seem to confirm it. */
  private static String anotherSeed(SweepHeader existing, SweepHeader given) {
    return existing.seed() == given.seed() && !claims(existing).equals(claims(given))
        ? " (the claims changed, so give another seed too: the same seed gives the same numbers again)"
        : "";
  }

  private static List<String> claims(SweepHeader header) {
    return header.specText().lines().filter(line -> line.startsWith("claim")).toList();
  }

  private static String otherData(String directory, SweepHeader existing, SweepHeader given) {
    return "%s holds this sweep on %s, not on %s; choose another directory with --out, or name that data with --data"
        .formatted(directory, describe(existing), describe(given));
  }

  private static String describe(SweepHeader header) {
    return header.data().map(DataFile::describe).orElse("data that its tasks make");
  }
}
