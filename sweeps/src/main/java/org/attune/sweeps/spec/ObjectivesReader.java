package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.attune.api.catalog.Chosen;
import org.attune.api.search.Objective;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads {@code objective: {metric, goal}}, or {@code objectives}, a list of several. */
final class ObjectivesReader {

  static final Pattern METRIC = Pattern.compile("[a-z][a-z0-9_]*");
  static final Set<String> GOALS = new LinkedHashSet<>(List.of("minimize", "maximize"));
  static final String ONE = "objective";
  static final String SEVERAL = "objectives";

  private static final int MOST = 10;

  private final Problems problems;
  private final List<Mention> mentions = new ArrayList<>();

  /** The place where a file names a metric. */
  private record Mention(Node node, String key, Optional<Objective> objective) {}

  ObjectivesReader(Problems problems) {
    this.problems = problems;
  }

  /** The objectives, without those that cannot be read. */
  List<Objective> read(Fields top, Node root) {
    Optional<Node> one = top.node(ONE);
    Optional<Node> several = top.node(SEVERAL);
    if (one.isPresent() && several.isPresent()) {
      problems.add(several.get(), SEVERAL, "cannot stand beside 'objective'; keep one of the two");
    } else if (one.isPresent()) {
      read(one.get(), ONE);
    } else if (several.isPresent()) {
      readList(several.get());
    } else {
      problems.add(
          root,
          ONE,
          "is missing; say what is better with 'objective: {metric: validation_loss, goal:"
              + " minimize}'");
    }
    return mentions.stream().flatMap(mention -> mention.objective().stream()).toList();
  }

  private void readList(Node node) {
    List<Node> items = node instanceof SequenceNode list ? list.getValue() : List.of();
    if (items.size() < 2 || items.size() > MOST) {
      problems.add(
          node,
          SEVERAL,
          "must be a list of 2 to %d, such as [{metric: validation_loss, goal: minimize}, {metric: parameters, goal: minimize}]; for one write 'objective: {metric: ..., goal: ...}'"
              .formatted(MOST));
      return;
    }
    Set<String> metrics = new LinkedHashSet<>();
    for (int i = 0; i < items.size(); i++) {
      String key = SEVERAL + "[" + i + "]";
      Optional<Objective> objective = read(items.get(i), key);
      if (objective.isPresent() && !metrics.add(objective.get().metric())) {
        problems.add(
            items.get(i), key, "'" + objective.get().metric() + "' is an objective already");
      }
    }
  }

  private Optional<Objective> read(Node node, String key) {
    if (!(node instanceof MappingNode section)) {
      problems.add(node, key, "must be a mapping, not " + Fields.kind(node));
      return Optional.empty();
    }
    Set<String> keys = new LinkedHashSet<>(List.of("metric", "goal"));
    Fields fields = new Fields(problems, key, section, keys);
    for (String name : keys) {
      if (fields.node(name).isEmpty()) {
        problems.add(section, key + "." + name, "is missing");
      }
    }
    Optional<String> metric = fields.text("metric");
    boolean metricRead = metric.isPresent() && METRIC.matcher(metric.get()).matches();
    if (metric.isPresent() && !metricRead) {
      problems.add(
          fields.node("metric").orElseThrow(),
          key + ".metric",
          "'"
              + metric.get()
              + "' must be lower-case letters, digits and '_', such as validation_loss");
    }
    Optional<String> goal = fields.word("goal", GOALS);
    // A wrong goal is already reported; any goal lets the metric be checked.
    Optional<Objective> objective =
        metric
            .filter(m -> metricRead)
            .map(
                m ->
                    new Objective(
                        m,
                        goal.equals(Optional.of("maximize"))
                            ? Objective.Goal.MAXIMIZE
                            : Objective.Goal.MINIMIZE));
    mentions.add(new Mention(fields.node("metric").orElse(section), key + ".metric", objective));
    return objective;
  }

  /** Refuses metrics that trials do not report. */
  void check(MetricNames metrics, SweepSpec spec) {
    for (Mention mention : mentions) {
      mention
          .objective()
          .ifPresent(of -> metrics.check(mention.node(), mention.key(), of.metric(), spec));
    }
  }

  /** Refuses metrics that are likely misspelt, for sweeps whose cells are unknown. */
  void checkSpelling(MetricNames metrics, SweepSpec spec) {
    for (Mention mention : mentions) {
      mention
          .objective()
          .ifPresent(of -> metrics.checkSpelling(mention.node(), mention.key(), of.metric(), spec));
    }
  }

  /** Refuses search methods and stopping rules for one objective if the file has several. */
  void checkSeveral(Fields top, Chosen search, List<Chosen> stop) {
    if (top.node(SEVERAL).isEmpty()) {
      return;
    }
    SearchMethod method = SearchMethods.named(search.name());
    Node section = top.node("search").orElse(top.node(SEVERAL).get());
    if (!method.objectives()) {
      problems.add(
          section,
          "search.method",
          "'%s' seeks one objective; for several take one of %s"
              .formatted(
                  method.name(),
                  String.join(
                      ", ",
                      SearchMethods.all().stream()
                          .filter(SearchMethod::objectives)
                          .map(SearchMethod::name)
                          .toList())));
    }
    if (search.settings().find("seeds").filter("promising"::equals).isPresent()) {
      problems.add(
          section,
          "search.seeds",
          "'promising' goes by one objective; with several each cell is run for all replicates");
    }
    for (Chosen rule : stop) {
      if (rule.settings().find("metric").isEmpty()) {
        problems.add(
            top.node("stop").orElseThrow(),
            "stop." + rule.name() + ".metric",
            "is missing; with several objectives, say by which trials are ended: stop: {%s: {metric: validation_loss, goal: minimize}}"
                .formatted(rule.name()));
      }
    }
  }
}
