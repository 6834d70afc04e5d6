package org.attune.model.primitive;

import java.util.stream.Stream;

/** The programs of the primitives' contracts, for other backends to be held to. */
public final class ProofCases {

  private ProofCases() {}

  /** All of them, named by their contract. */
  public static Stream<ProofCase> all() {
    return Stream.of(
            new TestDropout(),
            new TestHeadPrimitives(),
            new TestImagePrimitives(),
            new TestLinearAttention(),
            new TestPrimitives(),
            new TestPseudoInverse(),
            new TestRidge(),
            new TestRidgeQueries(),
            new TestScorePrimitives(),
            new TestSetPrimitives(),
            new TestStateRecurrence(),
            new TestSharedArguments(),
            new TestTokenPrimitives())
        .flatMap(ProofCases::of);
  }

  static Stream<ProofCase> of(GradientContract contract) {
    String prefix = contract.getClass().getSimpleName().substring("Test".length());
    return Stream.concat(contract.cases(), contract.largeCases())
        .map(
            c ->
                new ProofCase(
                    prefix + ": " + c.name(),
                    c.batch(),
                    c.description()::describe,
                    contract.tokens(c)));
  }
}
