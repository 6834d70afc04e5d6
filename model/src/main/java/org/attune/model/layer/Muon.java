package org.attune.model.layer;

import java.util.List;
import java.util.Objects;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.schedule.ISchedule;
import org.nd4j.shade.jackson.annotation.JsonProperty;

/**
 * Muon (Jordan et al. 2024) as DL4J's configuration. Its state is the velocity of matrices, and
 * Adam's two moments of all other parameters. The backend takes the steps.
 */
public final class Muon extends MomentumUpdater {

  private static final long serialVersionUID = 1L;

  @JsonProperty private final double ratio;
  @JsonProperty private final Adam others;

  /**
   * @param rate step size of matrices over time
   * @param momentum the share of the velocity that each step keeps
   * @param ratio the other parameters' step size, over that of matrices
   * @param others the other parameters' rule, whose own step size does not count
   */
  public Muon(
      @JsonProperty("rate") ISchedule rate,
      @JsonProperty("momentum") double momentum,
      @JsonProperty("ratio") double ratio,
      @JsonProperty("others") Adam others) {
    super(rate, momentum);
    this.ratio = ratio;
    this.others = others;
  }

  double ratio() {
    return ratio;
  }

  Adam others() {
    return others;
  }

  @Override
  List<String> kept() {
    return List.of("M", "V"); // velocity or first moment, and second moment
  }

  @Override
  void apply(List<INDArray> kept, INDArray gradient, int iteration, int epoch) {
    throw new UnsupportedOperationException(
        "Muon needs the matrices of a network, which DL4J's own optimiser does not know");
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other)
        && other instanceof Muon muon
        && muon.ratio == ratio
        && muon.others.equals(others);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), ratio, others);
  }
}
