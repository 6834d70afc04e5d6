package org.attune.model.attention.head;

import java.util.List;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Reading;
import org.attune.model.catalog.Variant;

/** All classical heads that a configuration can choose. */
public final class ClassicalHeads {

  private static final Parameter LAMBDA =
      Parameter.real(
          "model.kind.head.lambda", "head_lambda", 1e-8, 1e8, 1, "strength of regularisation");
  private static final Parameter CONSTRAINTS =
      Parameter.integer(
          "model.kind.head.constraints", "constraints", 1, 1024, 1, "rows of the learned R");

  /** All classical heads. */
  public static final List<Variant<Reading>> ALL =
      List.of(
          new Variant<>(
              Option.of("weighted-ridge", "ridge, each pair weighed by its key", "", LAMBDA),
              s -> new WeightedRidge(s.real(LAMBDA))),
          new Variant<>(
              Option.of(
                  "ls-svm",
                  "least-squares support vector machine, one against the rest",
                  "Suykens and Vandewalle 1999",
                  LAMBDA),
              s -> new LeastSquaresSvm(s.real(LAMBDA))),
          new Variant<>(
              Option.of("lda", "linear discriminant analysis", "Fisher 1936", LAMBDA),
              s -> new LinearDiscriminant(s.real(LAMBDA))),
          new Variant<>(
              Option.of("qda", "quadratic discriminant analysis", "", LAMBDA),
              s -> new QuadraticDiscriminant(s.real(LAMBDA))),
          new Variant<>(
              Option.of(
                  "equality-ridge", "ridge under learned equalities", "", LAMBDA, CONSTRAINTS),
              s -> constrained(s, false)),
          new Variant<>(
              Option.of(
                  "inequality-ridge",
                  "ridge under learned inequalities",
                  "Lawson and Hanson 1974",
                  LAMBDA,
                  CONSTRAINTS),
              s -> constrained(s, true)));

  private ClassicalHeads() {}

  private static Reading constrained(Configuration settings, boolean inequality) {
    return new ConstrainedRidge(settings.real(LAMBDA), settings.integer(CONSTRAINTS), inequality);
  }
}
