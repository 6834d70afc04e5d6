package org.attune.jobs.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.jobs.console.InputException;
import org.attune.jobs.sweep.SweepFile;
import org.attune.sweeps.spec.axes.TypedFormula;
import org.attune.sweeps.spec.form.Problems;
import org.attune.sweeps.spec.form.SpecException;
import org.yaml.snakeyaml.error.Mark;

/**
 * The formulas of a sweep that failed their proof: each once, in the words that the user typed, and
 * where they stand.
 */
final class RefusedFormulas {

  private static final String FORMULA = ".formula";

  /** A failed proof. */
  private record FailedProof(String message, Configuration cell) {

    String place() {
      return message.substring(0, Math.max(0, message.indexOf(": ")));
    }
  }

  private final AxisCatalog catalog;
  private final SweepFile file;
  private final List<FailedProof> refusals = new ArrayList<>();
  private final Set<String> formulas = new HashSet<>();

  RefusedFormulas(AxisCatalog catalog, SweepFile file) {
    this.catalog = catalog;
    this.file = file;
  }

  /**
   * Adds a failed proof.
   *
   * @param message begins with the formula's place
   * @param cell that has the formula
   */
  void add(String message, Configuration cell) {
    FailedProof refusal = new FailedProof(message, cell);
    refusals.add(refusal);
    formulas.add(refusal.place() + ": " + cell.values().get(refusal.place() + FORMULA) + " at ");
  }

  /**
   * Whether a formula has failed at some sizes.
   *
   * @param formula with its place and sizes: {@code attention.gate: y / x at 2 heads ...}
   */
  boolean has(String formula) {
    return formulas.stream().anyMatch(formula::startsWith);
  }

  /**
   * Refuses the file if a proof failed.
   *
   * @throws InputException if the file has none of the refused formulas in this form
   */
  void throwIfAny() throws SpecException, IOException {
    if (refusals.isEmpty()) {
      return;
    }
    Problems problems = new Problems(file.name());
    List<TypedFormula> typed = TypedFormula.in(file.copy().text());
    Set<Mark> marks = new HashSet<>();
    List<FailedProof> elsewhere = new ArrayList<>();
    for (FailedProof refusal : refusals) {
      Optional<TypedFormula> source = source(refusal, typed);
      if (source.isEmpty()) {
        elsewhere.add(refusal);
      } else if (marks.add(source.get().mark())) { // it may fail with several values in its holes
        problems.add(source.get().mark(), refusal.place(), message(refusal, source.get()));
      }
    }
    if (problems.count() == 0) {
      throw new InputException(
          elsewhere.stream()
              .map(FailedProof::message)
              .distinct()
              .collect(Collectors.joining("\n")));
    }
    elsewhere.stream()
        .map(FailedProof::message)
        .distinct()
        .forEach(message -> problems.addAtStart("", message));
    problems.throwIfAny();
  }

  private Optional<TypedFormula> source(FailedProof refusal, List<TypedFormula> typed) {
    String key = refusal.place() + FORMULA;
    Configuration cell = refusal.cell();
    Optional<Domain.Formula> domain =
        catalog
            .tree()
            .parameter(key, cell.values())
            .map(Parameter::domain)
            .filter(Domain.Formula.class::isInstance)
            .map(Domain.Formula.class::cast);
    if (domain.isEmpty() || !cell.has(key)) {
      return Optional.empty();
    }
    Optional<String> canonical = Optional.of(cell.text(key));
    return typed.stream()
        .filter(
            formula ->
                formula.text().equals(cell.holes().get(key))
                    || spelled(domain.get(), formula).equals(canonical))
        .findFirst();
  }

  private static String message(FailedProof refusal, TypedFormula typed) {
    String key = refusal.place() + FORMULA;
    return refusal
        .message()
        .substring(refusal.place().length() + 2)
        .replace(refusal.cell().text(key), typed.text() + filled(key, refusal.cell()));
  }

  private static Optional<String> spelled(Domain.Formula domain, TypedFormula typed) {
    try {
      return Optional.of(domain.canonical(typed.text(), typed.names()));
    } catch (IllegalArgumentException another) {
      return Optional.empty();
    }
  }

  /** What the cell puts into the formula's holes: {@code (with c = 0)}. */
  private static String filled(String key, Configuration cell) {
    String holes =
        cell.holes().entrySet().stream()
            .filter(hole -> hole.getKey().startsWith(key + "."))
            .map(hole -> hole.getKey().substring(key.length() + 1) + " = " + hole.getValue())
            .collect(Collectors.joining(", "));
    return holes.isEmpty() ? "" : " (with " + holes + ")";
  }
}
