package org.attune.sweeps.spec.reader;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Chosen;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.Settings;
import org.attune.api.catalog.Spelling;
import org.attune.api.search.Objective;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.constraint.Constraint;
import org.attune.sweeps.constraint.ConstraintException;
import org.attune.sweeps.identity.Replicates;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.spec.Budget;
import org.attune.sweeps.spec.ExecutionSettings;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.axes.EqualParameters;
import org.attune.sweeps.spec.axes.Parameters;
import org.attune.sweeps.spec.claims.ComparisonReader;
import org.attune.sweeps.spec.claims.MetricNames;
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;
import org.attune.sweeps.spec.form.Problems;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.stopping.StoppingRules;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads a sweep file and finds all its problems. */
final class SpecReader {

  /** A sweep's folder has the sweep's name, and file systems allow no longer names. */
  private static final int MOST_CHARACTERS = 255;

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
    ExecutionNodes.moveOut(root, tree);
    Set<String> named = new LinkedHashSet<>(Sections.NAMES);
    named.addAll(Parameters.groups(tree));
    Fields fields =
        Key.fields(
            new Given(problems, withoutParameters(root), ""),
            Sections.all(),
            key -> unknown(key, named));
    String name = name(fields);
    long seed = Sections.SEED.in(fields).orElse(0L);
    Sections.LAB.in(fields); // which 'run' reads
    Chosen search = search(fields);
    Replicates replicates = ReplicatesReader.REPLICATES.in(fields).orElse(Replicates.of(1));
    ObjectivesReader objectivesReader = new ObjectivesReader();
    List<Objective> objectives = objectivesReader.read(fields);
    List<Chosen> stop = stop(fields);
    objectivesReader.checkSeveral(fields, search, stop);
    Budget budget = BudgetReader.read(fields);
    ExecutionSettings execution = ExecutionReader.read(fields, tree);
    List<Constraint> constraints = constraints(fields);
    int others = problems.count();
    Parameters parameters =
        new Parameters(problems, tree, SearchMethods.named(search.name()).exhaustive());
    root.getValue().stream()
        .filter(this::isParameter)
        .forEach(entry -> parameters.readFixed(Document.key(entry), entry));
    Sections.CELLS.in(fields).ifPresent(parameters::readCells);
    Sections.AXES.in(fields).ifPresent(parameters::readAxes);
    if (problems.count() == others) {
      parameters.checkTogether();
    }
    List<Axis> axes = parameters.axes();
    Optional<Given> match = EqualParameters.MATCH.in(fields);
    if (problems.count() == others && match.isPresent()) {
      axes = new EqualParameters(match.get(), catalog, parameters.fixed(), axes).solve();
    }
    boolean sound = problems.count() == others;
    if (objectives.isEmpty()) {
      problems.throwIfAny();
    }

    SweepSpec spec =
        new SweepSpec(
            name,
            seed,
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
            new Comparison(Map.of(), List.of(), Layout.of(objectives.get(0).metric())),
            reuse(fields),
            Sections.LOOKS.in(fields).filter(SweepSpec.SEVERAL::equals).isPresent());
    MetricNames metrics = new MetricNames(catalog);
    if (!sound) { // the cells are unknown: check only for likely misspellings
      objectivesReader.checkSpelling(metrics, spec);
      problems.throwIfAny();
    }
    CellChecks cells =
        new CellChecks(
            problems, catalog, Sections.AXES.at(fields), new SettingPlaces(problems, tree, root));
    boolean sized = others > 0 || cells.checkSize(spec);
    objectivesReader.check(metrics, spec);
    if (sized) {
      cells.checkConflicts(spec);
    }
    if (problems.count() == 0) {
      PartChecks.check(spec, fields, catalog);
    }
    problems.throwIfAny();
    spec = spec.tryingFirst(new FirstCells(catalog).read(fields, spec));
    problems.throwIfAny();
    SweepSpec compared =
        spec.with(new ComparisonReader(catalog).read(spec, fields, parameters.cellNames()));
    problems.throwIfAny();
    return compared;
  }

  /** The message for an unknown key; it may be a parameter's without the group. */
  private String unknown(String key, Set<String> named) {
    boolean near = !Spelling.hint(key, named).isEmpty();
    return Fields.unknown(named).apply(key) + (near ? "" : tree.hint(key, tree.keys()));
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

  private static String name(Fields fields) {
    Optional<String> name = Sections.SWEEP.in(fields);
    Given given = Sections.SWEEP.at(fields);
    if (name.filter(word -> word.matches("\\.\\.?")).isPresent()) {
      given.refuse(
          "'%s' names a folder that exists already; a sweep's name becomes its folder's"
              .formatted(name.get()));
    } else if (name.filter(word -> word.length() > MOST_CHARACTERS).isPresent()) {
      given.refuse(
          "the name has %,d characters; it becomes a folder's name, which has at most %d"
              .formatted(name.get().length(), MOST_CHARACTERS));
    }
    return name.orElse("");
  }

  /** For a wrong method, one under which nothing else of the file is wrong: intervals suit it. */
  private static Chosen search(Fields top) {
    return Sections.SEARCH
        .in(top)
        .map(
            given ->
                ChoiceReader.method(
                        Sections.SEARCH.at(top), SearchMethods.all(), SearchMethods.adaptive())
                    .orElse(new Chosen(SearchMethods.adaptive().name(), Settings.NONE)))
        .orElse(new Chosen(SearchMethods.standard().name(), Settings.NONE));
  }

  private static Optional<List<String>> reuse(Fields top) {
    return Sections.REUSE
        .in(top)
        .map(given -> given.stream().flatMap(directory -> directory.text().stream()).toList());
  }

  private static List<Chosen> stop(Fields top) {
    return Sections.STOP
        .in(top)
        .map(given -> ChoiceReader.named(Sections.STOP.at(top), StoppingRules.all()))
        .orElse(List.of());
  }

  private List<Constraint> constraints(Fields top) {
    List<Constraint> constraints = new ArrayList<>();
    for (Given item : Sections.CONSTRAINTS.in(top).orElse(List.of())) {
      item.text()
          .ifPresent(
              text -> {
                try {
                  constraints.add(Constraint.parse(text, tree));
                } catch (ConstraintException wrong) {
                  item.refuse("'" + text + "': " + wrong.getMessage());
                }
              });
    }
    return constraints;
  }
}
