package org.attune.api.stopping;

import java.util.List;
import org.attune.api.catalog.Choosable;
import org.attune.api.catalog.Setting;

/**
 * A stopping rule from a jar. A sweep file selects it by {@code stop: {NAME: {...}}}.
 *
 * <p>{@link java.util.ServiceLoader} finds it: a jar for {@code --jars} lists its implementations
 * in {@code META-INF/services/org.attune.api.stopping.OwnStoppingRule}. Implementations are public
 * classes with a public no-argument constructor.
 *
 * <pre>{@code
 * public final class Target implements OwnStoppingRule {
 *   public String name() {
 *     return "target";
 *   }
 *
 *   public String describes() {
 *     return "ends a trial that reaches a value";
 *   }
 *
 *   public List<Setting> settings() {
 *     return List.of(
 *         Setting.required("value", Domain.RealRange.closed(-1e9, 1e9), "ends a trial beyond it"));
 *   }
 *
 *   public StoppingRule begin(StoppingKind.Setup setup) {
 *     double target = setup.settings().real("value");
 *     return new StoppingRule() {
 *       public String metric() {
 *         return setup.objective().metric();
 *       }
 *
 *       public Verdict report(Trial trial, int attempt, long step, double value) {
 *         return setup.objective().better(value, target)
 *             ? new Verdict.Stop("reached " + target)
 *             : Verdict.GO_ON;
 *       }
 *     };
 *   }
 * }
 * }</pre>
 */
public interface OwnStoppingRule extends Choosable {

  /** The paper that introduced it; empty by default. */
  @Override
  default String source() {
    return "";
  }

  /** Its settings; none by default. Attune adds {@code metric}, {@code goal} and {@code length}. */
  @Override
  default List<Setting> settings() {
    return List.of();
  }

  /**
   * Begins the rule for one sweep. The call must be cheap and change nothing, because Attune also
   * begins rules only to learn their metrics.
   */
  StoppingRule begin(StoppingKind.Setup setup);
}
