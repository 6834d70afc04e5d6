package org.attune.bench.search;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Values;

/**
 * A choice among four learners, each with settings of its own, as in the combined selection of an
 * algorithm and its settings (Thornton et al. 2013). Nothing but the choice varies in all of them.
 * The settings of a learner act on each other, on scales that differ from learner to learner.
 */
final class Learners {

  private Learners() {}

  /** The choice, with each learner's settings. */
  static List<Parameter> parameters() {
    List<Option> learners =
        List.of(
            Option.of("kernel", "", "", real("kernel.c"), real("kernel.gamma")),
            Option.of("forest", "", "", real("forest.depth"), real("forest.share")),
            Option.of("net", "", "", real("net.rate"), real("net.width"), real("net.drop")),
            Option.of("linear", "", "", real("linear.penalty")));
    return List.of(Parameter.choice("learner", "learner", "learner", learners, "linear"));
  }

  /** The axis of the learners, each with all its settings. */
  static List<Axis> axes() {
    return List.of(
        new Axis(
            "learner",
            List.of(
                branch("kernel", "kernel.c", "kernel.gamma"),
                branch("forest", "forest.depth", "forest.share"),
                branch("net", "net.rate", "net.width", "net.drop"),
                branch("linear", "linear.penalty"))));
  }

  /** A cell's distance to the minimum, which is at a kernel machine. */
  static double regret(Configuration cell) {
    return switch (cell.text("learner")) {
      case "kernel" -> {
        // A narrow valley along c + gamma = 1.
        double across = cell.real("kernel.c") + cell.real("kernel.gamma") - 1;
        double along = cell.real("kernel.c") - .7;
        yield Math.min(1, 8 * across * across + .5 * along * along);
      }
      case "forest" -> {
        double depth = cell.real("forest.depth") - .8;
        double share = cell.real("forest.share") - .4;
        yield .04 + .1 * depth * depth + .05 * share * share;
      }
      case "net" -> {
        double width = cell.real("net.width") - .6;
        double rate = cell.real("net.rate") - .45 + .4 * width;
        double drop = cell.real("net.drop") - .3 - .5 * width;
        yield .02 + Math.min(1, 6 * rate * rate + .3 * width * width + .5 * drop * drop);
      }
      default -> {
        double penalty = cell.real("linear.penalty") - .25;
        yield .15 + .2 * penalty * penalty;
      }
    };
  }

  private static Branch branch(String learner, String... settings) {
    Map<String, Values> values = new HashMap<>();
    values.put("learner", new Values.Listed(List.of(learner)));
    for (String setting : settings) {
      values.put(setting, new Values.Interval(0, 1, false));
    }
    return Branch.of(values);
  }

  private static Parameter real(String key) {
    return new Parameter(
        key, key.replace('.', '_'), Domain.RealRange.closed(0, 1), "0.5", "coordinate", "");
  }
}
