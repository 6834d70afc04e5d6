package org.attune.sweeps.spec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Chosen;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Objective;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.constraint.Constraint;
import org.attune.sweeps.constraint.ConstraintException;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.stopping.StoppingRules;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads a sweep file and finds all its problems. */
final class SpecReader {

  static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");

  /** A sweep's folder has the sweep's name, and file systems allow no longer names. */
  private static final int MOST_CHARACTERS = 255;

  private static final Key<OptionalLong> TRIALS =
      Key.integer("trials", 1, SweepSpec.MAX_TRIALS, "most trials, replicates counted");
  private static final Key<Optional<Duration>> WALL_TIME =
      Key.duration("wall-time", "since the sweep's first start, breaks included");
  private static final Key<Optional<Duration>> RUN_TIME =
      Key.duration("run-time", "in which the sweep runs, breaks excluded");
  static final Key<Optional<Fields>> BUDGET =
      Key.section("budget", List.of(TRIALS, WALL_TIME, RUN_TIME), "where the sweep ends early");

  private final Problems problems;
  private final AxisCatalog catalog;
  private final ParameterTree tree;

  SpecReader(String file, AxisCatalog catalog) {
    this.problems = new Problems(file);
    this.catalog = catalog;
    this.tree = catalog.tree();
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
    Fields fields =
        new Fields(problems, "", withoutParameters(root), Sections.NAMES, Parameters.groups(tree));
    String name = name(fields, root);
    OptionalLong seed = fields.integer("seed", Long.MIN_VALUE + 1, Long.MAX_VALUE);
    Chosen search = search(fields);
    Replicates replicates = ReplicatesReader.read(problems, fields);
    ObjectivesReader objectivesReader = new ObjectivesReader(problems);
    List<Objective> objectives = objectivesReader.read(fields, root);
    List<Chosen> stop = stop(fields);
    objectivesReader.checkSeveral(fields, search, stop);
    Budget budget = budget(fields);
    Execution execution = new ExecutionReader(problems, tree).read(fields);
    List<Constraint> constraints = constraints(fields);

    int others = problems.count();
    Parameters parameters =
        new Parameters(problems, tree, SearchMethods.named(search.name()).exhaustive());
    root.getValue().stream()
        .filter(this::isParameter)
        .forEach(entry -> parameters.readFixed(Document.key(entry), entry));
    fields.section("cells").ifPresent(parameters::readCells);
    fields.section("axes").ifPresent(parameters::readAxes);
    if (problems.count() == others) {
      parameters.checkTogether();
    }
    List<Axis> axes = parameters.axes();
    Optional<Node> match = fields.node(EqualParameters.KEY);
    if (problems.count() == others && match.isPresent()) {
      axes = new EqualParameters(problems, catalog, parameters.fixed(), axes).solve(match.get());
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
            axes,
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
    if (!sound) { // the cells are unknown: check only for likely misspellings
      objectivesReader.checkSpelling(metrics, spec);
      problems.throwIfAny();
    }
    CellChecks cells = new CellChecks(problems, catalog, tree, place);
    boolean sized = others > 0 || cells.checkSize(spec);
    objectivesReader.check(metrics, spec);
    if (sized) {
      cells.checkConflicts(spec);
    }
    if (problems.count() == 0) {
      new PartChecks(problems, catalog).check(spec, fields);
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
    return !Sections.NAMES.contains(key)
        && Parameters.groups(tree).contains(key.split("\\.", 2)[0]);
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
    } else if (name.isPresent() && name.get().matches("\\.\\.?")) {
      problems.add(
          fields.node("sweep").orElseThrow(),
          "sweep",
          "'%s' names a folder that is there already; a sweep's name becomes its folder's"
              .formatted(name.get()));
    } else if (name.isPresent() && name.get().length() > MOST_CHARACTERS) {
      problems.add(
          fields.node("sweep").orElseThrow(),
          "sweep",
          "the name has %,d characters; it becomes a folder's name, which has at most %d"
              .formatted(name.get().length(), MOST_CHARACTERS));
    }
    return name.orElse("");
  }

  private Chosen search(Fields top) {
    Chosen standard = new Chosen(SearchMethods.standard().name(), Settings.NONE);
    return top.section("search")
        .flatMap(
            node ->
                new ChoiceReader(problems)
                    .method("search", node, SearchMethods.all(), SearchMethods.adaptive()))
        .orElse(standard);
  }

  private List<Chosen> stop(Fields top) {
    return top.section("stop")
        .map(node -> new ChoiceReader(problems).named("stop", node, StoppingRules.all()))
        .orElse(List.of());
  }

  private Budget budget(Fields top) {
    return BUDGET
        .in(top)
        .map(fields -> new Budget(TRIALS.in(fields), WALL_TIME.in(fields), RUN_TIME.in(fields)))
        .orElse(Budget.unlimited());
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
}
