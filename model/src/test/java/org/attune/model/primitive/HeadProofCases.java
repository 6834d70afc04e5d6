package org.attune.model.primitive;

import java.util.stream.Stream;

/** As {@link ProofCases}, of the heads that attention makes of primitives. */
public final class HeadProofCases {

  private HeadProofCases() {}

  /** All of them, named by their contract. */
  public static Stream<ProofCase> all() {
    return Stream.of(new TestClassicalHeads(), new TestRidgeFamily()).flatMap(ProofCases::of);
  }
}
