package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.catalog.Chosen;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.catalog.ParameterTree;
import org.attune.sweeps.catalog.Settings;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.constraint.Constraint;
import org.attune.sweeps.constraint.ConstraintException;
import org.attune.sweeps.search.Objective;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.search.SearchProblem;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.stopping.StoppingRules;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads a sweep file, and finds all that is wrong with it. */
final class SpecReader {

  static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");
  static final Pattern METRIC = Pattern.compile("[a-z][a-z0-9_]*");
  static final Set<String> GOALS = ordered("minimize", "maximize");

  /** The keys that are no parameters. */
  static final Set<String> SECTIONS =
      ordered(
          "sweep",
          "seed",
          "scale",
          "scales",
          "cells",
          "axes",
          "constraints",
          "search",
          "try-first",
          "replicates",
          ObjectivesReader.ONE,
          ObjectivesReader.SEVERAL,
          "stop",
          "budget",
          "execution",
          "claims",
          "table");

  static final Set<String> BUDGET = ordered("trials", "wall-time");
  static final Set<String> CHECKPOINTS = ordered("every", "every-steps", "keep");
  static final Set<String> KEPT = ordered("best", "all", "none");

  static final int MAX_SLOTS = 100_000;
  static final int MAX_THREADS = 1_024;
  static final int MAX_RETRIES = 100;
  static final int MAX_GPUS = 64;
  private static final String EXECUTION = "execution";
  private static final String GPUS = "gpus-per-trial";
  private static final int CONFLICTS_SHOWN = 5;

  /** More cells than these are looked at when it is their turn. */
  private static final int CELLS_CHECKED = 1_000_000;

  private final Problems problems;
  private final AxisCatalog catalog;
  private final ParameterTree tree;

  SpecReader(String file, AxisCatalog catalog) {
    this.problems = new Problems(file);
    this.catalog = catalog;
    this.tree = ParameterTree.of(catalog);
  }

  SweepSpec read(String yaml, Map<String, String> overrides) throws SpecException {
    Optional<MappingNode> root = new Document(problems).parse(yaml);
    problems.throwIfAny();
    CommandReader.strip(root.orElseThrow());
    new Overrides(tree, problems).apply(root.orElseThrow(), overrides);
    problems.throwIfAny();
    return read(root.orElseThrow());
  }

  private SweepSpec read(MappingNode root) throws SpecException {
    ModeNodes.moveOut(root, tree);
    ExecutionNodes.moveOut(root, tree);
    Fields fields = new Fields(problems, "", withoutParameters(root), SECTIONS);
    String name = name(fields, root);
    OptionalLong seed = fields.integer("seed", Long.MIN_VALUE + 1, Long.MAX_VALUE);
    Chosen search = search(fields);
    Replicates replicates = ReplicatesReader.read(problems, fields);
    ObjectivesReader objectivesReader = new ObjectivesReader(problems);
    List<Objective> objectives = objectivesReader.read(fields, root);
    List<Chosen> stop = stop(fields);
    objectivesReader.checkSeveral(fields, search, stop);
    Budget budget = budget(fields);
    Execution execution = execution(fields);
    List<Constraint> constraints = constraints(fields);

    int others = problems.count();
    Parameters parameters =
        new Parameters(problems, tree, SearchMethods.named(search.name()).exhaustive());
    root.getValue().stream()
        .filter(this::isParameter)
        .forEach(entry -> parameters.readFixed(Document.key(entry), entry));
    section(fields, "cells").ifPresent(parameters::readCells);
    section(fields, "axes").ifPresent(parameters::readAxes);
    if (problems.count() == others) {
      parameters.checkTogether();
    }
    boolean sound = problems.count() == others;
    if (objectives.isEmpty()) {
      problems.throwIfAny();
    }

    SweepSpec spec =
        new SweepSpec(
            name,
            seed.orElse(0),
            parameters.fixed(),
            Configuration.of(tree, parameters.fixed()),
            parameters.axes(),
            constraints,
            search,
            List.of(),
            replicates,
            objectives,
            stop,
            budget,
            execution,
            new Comparison(Map.of(), List.of(), Layout.of(objectives.get(0).metric())));
    Node place = fields.node("axes").orElse(root);
    MetricNames metrics = new MetricNames(catalog, tree, problems);
    if (!sound) { // cells are not known: only what is likely a slip of the fingers
      objectivesReader.checkSpelling(metrics, spec);
      problems.throwIfAny();
    }
    boolean sized = others > 0 || checkSize(spec, place);
    objectivesReader.check(metrics, spec);
    if (sized) {
      checkConflicts(spec, place);
    }
    problems.throwIfAny();
    spec = spec.tryingFirst(new FirstCells(problems, catalog, tree).read(fields, spec));
    problems.throwIfAny();
    SweepSpec compared =
        spec.with(
            new ComparisonReader(problems, catalog, tree)
                .read(spec, fields, parameters.cellNames(), root));
    problems.throwIfAny();
    return compared;
  }

  private boolean isParameter(NodeTuple entry) {
    String key = Document.key(entry);
    return !SECTIONS.contains(key) && Parameters.groups(tree).contains(key.split("\\.", 2)[0]);
  }

  private MappingNode withoutParameters(MappingNode root) {
    List<NodeTuple> rest = root.getValue().stream().filter(e -> !isParameter(e)).toList();
    return new MappingNode(
        Tag.MAP, true, rest, root.getStartMark(), root.getEndMark(), FlowStyle.BLOCK);
  }

  private String name(Fields fields, Node root) {
    if (fields.node("sweep").isEmpty()) {
      problems.add(root, "sweep", "is missing; name the sweep with 'sweep: NAME'");
      return "";
    }
    Optional<String> name = fields.text("sweep");
    if (name.isPresent() && !NAME.matcher(name.get()).matches()) {
      problems.add(
          fields.node("sweep").orElseThrow(),
          "sweep",
          "'" + name.get() + "' must be letters, digits, '.', '_' and '-' only");
    }
    return name.orElse("");
  }

  private Chosen search(Fields top) {
    Chosen standard = new Chosen(SearchMethods.standard().name(), Settings.NONE);
    return section(top, "search")
        .flatMap(
            node ->
                new ChoiceReader(problems)
                    .method("search", node, SearchMethods.all(), SearchMethods.adaptive()))
        .orElse(standard);
  }

  private List<Chosen> stop(Fields top) {
    return section(top, "stop")
        .map(node -> new ChoiceReader(problems).named("stop", node, StoppingRules.all()))
        .orElse(List.of());
  }

  private Budget budget(Fields top) {
    return section(top, "budget")
        .map(node -> new Fields(problems, "budget", node, BUDGET))
        .map(
            fields ->
                new Budget(
                    fields.integer("trials", 1, SweepSpec.MAX_TRIALS),
                    fields.duration("wall-time")))
        .orElse(Budget.unlimited());
  }

  private Execution execution(Fields top) {
    return section(top, EXECUTION)
        .map(node -> new Fields(problems, EXECUTION, node, executionKeys(tree)))
        .map(
            fields -> {
              fields.word(ModeNodes.WORD, ordered("fan-out")); // where the catalog has no others
              return new Execution(
                  fields.count("retries", 0, MAX_RETRIES).orElse(Execution.STANDARD.retries()),
                  fields.count("slots", 1, MAX_SLOTS),
                  fields.count("threads-per-trial", 1, MAX_THREADS),
                  fields.duration("trial-timeout"),
                  checkpoints(fields),
                  gpus(fields));
            })
        .orElse(Execution.STANDARD);
  }

  private Checkpointing checkpoints(Fields execution) {
    Optional<Fields> fields =
        section(execution, "checkpoints")
            .map(node -> new Fields(problems, "execution.checkpoints", node, CHECKPOINTS));
    Checkpointing standard = Checkpointing.STANDARD;
    return fields
        .map(
            of ->
                new Checkpointing(
                    of.duration("every").orElse(standard.every()),
                    of.integer("every-steps", 1, Long.MAX_VALUE).orElse(0),
                    of.word("keep", KEPT)
                        .map(word -> Checkpointing.Keep.valueOf(word.toUpperCase(Locale.ROOT)))
                        .orElse(standard.keep())))
        .orElse(standard);
  }

  private OptionalDouble gpus(Fields fields) {
    OptionalDouble gpus = fields.real(GPUS, 0.01, MAX_GPUS);
    if (gpus.isPresent() && !wholeOrEvenShare(gpus.getAsDouble())) {
      problems.add(
          fields.node(GPUS).orElseThrow(),
          EXECUTION + "." + GPUS,
          "%s must be a whole number of GPUs, or a share that divides one: 0.5, 0.33, 0.25, 0.2 ..."
              .formatted(gpus.getAsDouble()));
    }
    return gpus;
  }

  /** 0.33 stands for a third: one GPU takes as many trials as fit whole. */
  private static boolean wholeOrEvenShare(double gpus) {
    return gpus == Math.rint(gpus) || gpus <= 0.5;
  }

  /** The keys of the section {@code execution}, those of parameters included. */
  static Set<String> executionKeys(ParameterTree tree) {
    Set<String> keys = ordered(ModeNodes.WORD);
    keys.addAll(ModeNodes.names(tree));
    keys.addAll(ExecutionNodes.names(tree));
    keys.addAll(
        List.of("retries", "slots", "threads-per-trial", "trial-timeout", "checkpoints", GPUS));
    return keys;
  }

  private List<Constraint> constraints(Fields top) {
    List<Constraint> constraints = new ArrayList<>();
    Optional<Node> node = top.node("constraints");
    if (node.isPresent() && !(node.get() instanceof SequenceNode)) {
      problems.add(
          node.get(),
          "constraints",
          "must be a list, such as ['heads divides width'], not " + Fields.kind(node.get()));
      return constraints;
    }
    for (Node item : node.map(n -> ((SequenceNode) n).getValue()).orElse(List.of())) {
      Fields.text(problems, item, "constraints")
          .ifPresent(
              text -> {
                try {
                  constraints.add(Constraint.parse(text, tree));
                } catch (ConstraintException wrong) {
                  problems.add(item, "constraints", "'" + text + "': " + wrong.getMessage());
                }
              });
    }
    return constraints;
  }

  private Optional<MappingNode> section(Fields fields, String key) {
    Optional<Node> node = fields.node(key);
    if (node.isPresent() && !(node.get() instanceof MappingNode)) {
      problems.add(node.get(), key, "must be a mapping, not " + Fields.kind(node.get()));
      return Optional.empty();
    }
    return node.map(MappingNode.class::cast);
  }

  /** Whether there are cells to look at, and not too many. */
  private boolean checkSize(SweepSpec spec, Node place) {
    int before = problems.count();
    if (endless(spec)) {
      problems.add(
          place,
          "search.trials",
          "is missing; intervals have no end, so say how many cells %s proposes: search: {trials: n}, budget: {trials: n} or budget: {wall-time: 2h}"
              .formatted(spec.search().name()));
      return false;
    }
    long trials = spec.newSearch(catalog).trials();
    if (trials == 0) {
      problems.add(
          place,
          "constraints",
          "leave no cell to run; in every cell one of these is false: "
              + String.join("; ", spec.constraints().stream().map(Constraint::text).toList()));
    }
    if (trials > SweepSpec.MAX_TRIALS) {
      problems.add(
          place,
          "axes",
          "%s cells x %,d replicates are more than %,d trials; use fewer values, or search: {method: random, trials: n}"
              .formatted(
                  trials == Long.MAX_VALUE
                      ? "over 9e18"
                      : "%,d".formatted(trials / spec.replicates().atMost()),
                  spec.replicates().atMost(),
                  SweepSpec.MAX_TRIALS));
    }
    return problems.count() == before;
  }

  private boolean endless(SweepSpec spec) {
    SearchMethod method = SearchMethods.named(spec.search().name());
    return !method.exhaustive()
        && method.settings().stream().anyMatch(s -> s.name().equals(SearchProblem.TRIALS))
        && spec.search().settings().find(SearchProblem.TRIALS).isEmpty()
        && spec.budget().trials().isEmpty()
        && spec.budget().wallTime().isEmpty()
        && !new Coordinates(spec.space(tree)).finite();
  }

  private void checkConflicts(SweepSpec spec, Node place) {
    if (!SearchMethods.named(spec.search().name()).exhaustive()) {
      return;
    }
    Space space = spec.space(tree);
    Set<String> varied = new LinkedHashSet<>();
    spec.axes().forEach(a -> a.branches().forEach(b -> varied.addAll(b.values().keySet())));
    Map<String, Configuration> first = new LinkedHashMap<>();
    Map<String, Integer> more = new HashMap<>();
    for (long i = 0; i < Math.min(space.cells(), CELLS_CHECKED); i++) {
      Configuration cell = space.cell(i);
      List<String> reasons =
          spec.constraints().stream().allMatch(c -> c.allows(cell))
              ? catalog.conflicts(cell)
              : List.of();
      String reason = String.join("; ", reasons);
      if (!reasons.isEmpty() && first.putIfAbsent(reason, cell) != null) {
        more.merge(reason, 1, Integer::sum);
      }
    }
    first.entrySet().stream()
        .limit(CONFLICTS_SHOWN)
        .forEach(
            entry ->
                problems.add(
                    place,
                    "axes",
                    "cell %s%s: %s"
                        .formatted(
                            named(entry.getValue(), varied),
                            more.containsKey(entry.getKey())
                                ? " and %,d more".formatted(more.get(entry.getKey()))
                                : "",
                            entry.getKey())));
  }

  private static String named(Configuration cell, Set<String> varied) {
    List<String> named =
        varied.stream().filter(cell::has).map(key -> key + "=" + cell.text(key)).toList();
    return "{" + String.join(", ", named) + "}";
  }

  private static Set<String> ordered(String... words) {
    return new LinkedHashSet<>(List.of(words));
  }
}
