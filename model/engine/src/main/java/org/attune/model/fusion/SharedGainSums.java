package org.attune.model.fusion;

import java.util.List;
import org.attune.model.primitive.LateGains;
import org.attune.model.program.Primitive;
import org.attune.model.program.Value;

/** {@code gains}: the gradients of all norms' gains are summed together after all adjoints. */
final class SharedGainSums implements Rule {

  @Override
  public String name() {
    return "gains";
  }

  @Override
  public boolean apply(Rewriting nodes) {
    for (int i = 0; i < nodes.size(); i++) {
      Primitive norm = nodes.primitive(i);
      List<Integer> gains = LateGains.gains(norm);
      boolean free =
          !gains.isEmpty()
              && gains.stream().allMatch(a -> isOnlyHere(norm.inputs().get(a), norm, nodes));
      if (free && nodes.covers(new LateGains(norm))) {
        nodes.replace(List.of(i), new LateGains(norm));
        return true;
      }
    }
    return false;
  }

  /** Whether a gain is a trained parameter that only this argument reads. */
  private static boolean isOnlyHere(Value gain, Primitive norm, Rewriting nodes) {
    return gain.isParameter()
        && gain.wantsGradient()
        && !gain.isRange()
        && gain.ranges().isEmpty()
        && nodes.readers(gain).size() == 1
        && norm.inputs().stream().filter(v -> v == gain).count() == 1;
  }
}
