package org.attune.model.cuda;

import java.util.Arrays;
import org.attune.model.engine.Backend;
import org.attune.model.primitive.ProofCase;
import org.attune.model.program.Specimen;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** How far what a card computes is from what the formula gives. */
final class Agreement {

  /** As far as float32 may be off, relative to the largest number. */
  static final double CLOSE = 1e-5;

  private String worst = "nothing";
  private double distance;

  private Agreement() {}

  /** A case on a backend. */
  static Specimen specimen(ProofCase c, Backend<?> backend, DataType type) {
    Specimen specimen = new Specimen(c.batch(), c.description(), backend, type);
    c.inputs().forEach(specimen.execution()::feed);
    return specimen;
  }

  /** Of what both give after {@link Specimen#differentiate}. */
  static Agreement of(Specimen proof, Specimen fast) {
    Agreement found = new Agreement();
    found.compare("output", proof.output(), fast.output());
    proof
        .gradients()
        .forEach((name, g) -> found.compare("gradient of " + name, g, fast.gradients().get(name)));
    return found;
  }

  private void compare(String what, INDArray expected, INDArray actual) {
    double scale = Math.max(1, expected.amaxNumber().doubleValue());
    double[] all = actual.castTo(DataType.DOUBLE).sub(expected).dup('c').data().asDouble();
    double off =
        Arrays.stream(all)
            .map(d -> Double.isNaN(d) ? Double.POSITIVE_INFINITY : Math.abs(d) / scale)
            .max()
            .orElse(0);
    if (off > distance) {
      distance = off;
      worst = what;
    }
  }

  /** The largest difference; infinite where something is not a number. */
  double distance() {
    return distance;
  }

  boolean isClose() {
    return distance < CLOSE;
  }

  @Override
  public String toString() {
    return worst + " is off by " + distance;
  }
}
