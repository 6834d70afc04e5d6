package org.attune.sweeps.spec.reader;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.api.catalog.Chosen;
import org.attune.api.search.Objective;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.claims.MetricNames;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;

/** Reads {@code objective: {metric, goal}}, or {@code objectives}, a list of several. */
final class ObjectivesReader {

  private static final int MOST = 10;
  private static final Key<String> METRIC =
      new Key<>(
              "metric",
              Form.matching(
                  "[a-z][a-z0-9_]*", "lower-case letters, digits and '_', such as validation_loss"),
              "a final metric")
          .required("");
  private static final Key<Objective.Goal> GOAL =
      new Key<>("goal", Form.oneOf(Objective.Goal.class), "which way is better").required("");

  static final Key<Fields> ONE =
      Key.section("objective", "what makes one trial better than another", METRIC, GOAL);
  static final Key<Given> SEVERAL =
      new Key<>(
          "objectives",
          Form.list(ONE.form(), "").with("minItems", 2).with("maxItems", MOST).raw(),
          "several objectives; the search looks for their Pareto front");

  private final List<Mention> mentions = new ArrayList<>();

  /** The place where a file names a metric. */
  private record Mention(Given metric, Optional<Objective> objective) {}

  /** The objectives, without those that cannot be read. */
  List<Objective> read(Fields top) {
    if (ONE.isIn(top) && SEVERAL.isIn(top)) {
      SEVERAL.at(top).refuse("cannot stand beside 'objective'; keep one of the two");
    } else if (SEVERAL.isIn(top)) {
      readList(SEVERAL.at(top));
    } else if (ONE.isIn(top)) {
      ONE.in(top).ifPresent(this::readOne);
    } else {
      ONE.at(top)
          .refuse(
              "is missing; say what is better with 'objective: {metric: validation_loss, goal:"
                  + " minimize}'");
    }
    return mentions.stream().flatMap(mention -> mention.objective().stream()).toList();
  }

  private void readList(Given list) {
    List<Given> items = list.elements();
    if (items.size() < 2 || items.size() > MOST) {
      list.refuse(
          "must be a list of 2 to %d, such as [{metric: validation_loss, goal: minimize}, {metric: parameters, goal: minimize}]; for one write 'objective: {metric: ..., goal: ...}'"
              .formatted(MOST));
      return;
    }
    Set<String> metrics = new LinkedHashSet<>();
    for (int i = 0; i < items.size(); i++) {
      Given item = items.get(i).numbered(i);
      Optional<Objective> objective = ONE.form().in(item).flatMap(this::readOne);
      if (objective.isPresent() && !metrics.add(objective.get().metric())) {
        item.refuse("'" + objective.get().metric() + "' is an objective already");
      }
    }
  }

  private Optional<Objective> readOne(Fields fields) {
    // A wrong goal is reported here; any goal lets the metric be checked.
    Objective.Goal goal = GOAL.in(fields).orElse(Objective.Goal.MINIMIZE);
    Optional<Objective> objective = METRIC.in(fields).map(metric -> new Objective(metric, goal));
    mentions.add(new Mention(METRIC.at(fields), objective));
    return objective;
  }

  /** Refuses metrics that trials do not report. */
  void check(MetricNames metrics, SweepSpec spec) {
    for (Mention mention : mentions) {
      mention
          .objective()
          .ifPresent(objective -> metrics.check(mention.metric(), objective.metric(), spec));
    }
  }

  /** Refuses metrics that are likely misspelt, for sweeps whose cells are unknown. */
  void checkSpelling(MetricNames metrics, SweepSpec spec) {
    for (Mention mention : mentions) {
      mention
          .objective()
          .ifPresent(
              objective -> metrics.checkSpelling(mention.metric(), objective.metric(), spec));
    }
  }

  /** Refuses search methods and stopping rules for one objective if the file has several. */
  void checkSeveral(Fields top, Chosen search, List<Chosen> stop) {
    if (!SEVERAL.isIn(top)) {
      return;
    }
    SearchMethod method = SearchMethods.named(search.name());
    Given section = top.find("search").orElse(SEVERAL.at(top));
    if (!method.objectives()) {
      section
          .as("search.method")
          .refuse(
              "'%s' seeks one objective; for several take one of %s"
                  .formatted(
                      method.name(),
                      SearchMethods.all().stream()
                          .filter(SearchMethod::objectives)
                          .map(SearchMethod::name)
                          .collect(Collectors.joining(", "))));
    }
    if (SearchMethod.seedsFollowResults(search.settings())) {
      section
          .as("search.seeds")
          .refuse(
              "'promising' goes by one objective; with several each cell is run for all"
                  + " replicates");
    }
    for (Chosen rule : stop) {
      if (rule.settings().find("metric").isEmpty()) {
        top.at("stop")
            .as("stop." + rule.name() + ".metric")
            .refuse(
                "is missing; with several objectives, say by which trials are ended: stop: {%s: {metric: validation_loss, goal: minimize}}"
                    .formatted(rule.name()));
      }
    }
  }
}
