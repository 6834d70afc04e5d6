package org.attune.sweeps.spec.reader;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.search.Objective;
import org.attune.sweeps.spec.ConfirmingSweep;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.axes.EqualParameters;
import org.attune.sweeps.spec.claims.ClaimsReader;
import org.attune.sweeps.spec.claims.LayoutReader;
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Nodes;
import org.attune.sweeps.spec.form.Problems;
import org.attune.sweeps.spec.form.SpecException;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Writes a sweep file that runs some cells of another sweep once more, as named cells with new
 * seeds. What chose the cells, stopped trials or was claimed of other cells is left out.
 *
 * @param tree the parameters of the sweep that had the cells
 * @param cells by the name that each gets, in the new file's order: the best first
 * @param controls the name of a cell's control, by the cell's name
 * @param tuned what all cells tune again, and lack themselves. A claim for each cell and its
 *     control then says that the one which was found better is better
 * @param parts whether cells are parts of a training
 */
public record CellsFile(
    SweepSpec spec,
    ParameterTree tree,
    Map<String, Configuration> cells,
    Map<String, String> controls,
    Optional<TunedAgain> tuned,
    int replicates,
    boolean parts) {

  private static final String STEPS = "train.steps";

  private static final String TASK = "task";

  /** Sections that chose cells, ended trials or compared cells; the file has its own in place. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          Sections.SWEEP.name(),
          Sections.SEED.name(),
          Sections.CELLS.name(),
          EqualParameters.MATCH.name(),
          Sections.AXES.name(),
          Sections.CONSTRAINTS.name(),
          Sections.SEARCH.name(),
          FirstCells.TRY_FIRST.name(),
          ReplicatesReader.REPLICATES.name(),
          Sections.STOP.name(),
          ClaimsReader.CLAIMS.name(),
          LayoutReader.TABLE.name());

  private static final Mark HERE = new Mark("", 0, 0, 0, new int[0], 0);

  private static final Resolver RESOLVER = new Resolver();

  private static final Predicate<String> OCTAL = Pattern.compile("0[0-9_]+").asMatchPredicate();

  /** More characters than any line has: long values stay on their line. */
  private static final int WIDTH = 10_000;

  public CellsFile(
      SweepSpec spec,
      AxisCatalog catalog,
      Map<String, Configuration> cells,
      Map<String, String> controls,
      Optional<TunedAgain> tuned,
      int replicates) {
    this(
        spec,
        catalog.tree(),
        cells,
        controls,
        tuned,
        replicates,
        spec.newSearch(catalog).carriesOn());
  }

  /** The same file with another number of seeds. */
  public CellsFile with(int seeds) {
    return new CellsFile(spec, tree, cells, controls, tuned, seeds, parts);
  }

  /**
   * The new file's text.
   *
   * @param yaml the text of the sweep's own file, which has been read into the spec
   * @param overrides the values that the command line set over it
   */
  public String text(String yaml, Map<String, String> overrides) throws SpecException {
    Problems problems = new Problems("");
    Optional<MappingNode> parsed = new Document(problems).parse(yaml);
    problems.throwIfAny();
    MappingNode old = parsed.orElseThrow();
    Optional<Node> task = Nodes.find(old, TASK);
    boolean command = CommandReader.strip(old);
    new Overrides(tree, problems).apply(old, overrides);
    problems.throwIfAny();
    ExecutionNodes.moveOut(old, tree);
    Nodes.remove(old, "budget.trials");

    MappingNode file = block();
    add(file, Sections.SWEEP.name(), scalar(confirming().name()));
    add(file, Sections.SEED.name(), scalar(String.valueOf(seed())));
    fixed().forEach((key, value) -> add(file, key, scalar(value)));
    if (command) {
      Nodes.remove(file, TASK);
      add(file, TASK, task.orElseThrow());
    }
    add(file, Sections.CELLS.name(), named());
    tuned.ifPresent(again -> add(file, Sections.AXES.name(), axis(again)));
    add(file, ReplicatesReader.REPLICATES.name(), scalar(String.valueOf(replicates)));
    if (!controls.isEmpty()) {
      add(file, LayoutReader.TABLE.name(), table());
    }
    tuned.ifPresent(again -> add(file, ClaimsReader.CLAIMS.name(), claims(again)));
    old.getValue().stream().filter(CellsFile::stays).forEach(file.getValue()::add);
    return written(file);
  }

  /** The new sweep's seed, which the old sweep and files of other cells do not have. */
  public long seed() {
    return confirming().seed();
  }

  private ConfirmingSweep confirming() {
    List<String> hashes =
        new ArrayList<>(cells.values().stream().map(Configuration::hash).toList());
    tuned.ifPresent(again -> hashes.add(again.toString()));
    return ConfirmingSweep.of(spec.name(), spec.seed(), hashes);
  }

  private static boolean stays(NodeTuple entry) {
    String key = Document.key(entry);
    boolean empty =
        entry.getValueNode() instanceof MappingNode mapping && mapping.getValue().isEmpty();
    return Sections.NAMES.contains(key) && !LEFT_OUT.contains(key) && !empty;
  }

  /** What the old file fixes and some cell has, unless each cell sets it; owners come first. */
  private Map<String, String> fixed() {
    Set<String> varied = varied();
    Collection<Configuration> all = cells.values();
    Map<String, String> fixed = new LinkedHashMap<>();
    Map<String, String> since = changedSince();
    for (String key : tree.keys()) {
      boolean had = all.stream().anyMatch(cell -> cell.has(key));
      boolean set = varied.contains(key) && all.stream().allMatch(cell -> cell.has(key));
      if (since.containsKey(key)) {
        fixed.put(key, since.get(key));
      } else if (spec.fixed().containsKey(key) && had && !set) {
        fixed.put(key, spec.fixed().get(key));
      }
    }
    return fixed;
  }

  /** The keys that each cell sets: those of axes and named cells, and those that changed since. */
  private Set<String> varied() {
    Set<String> keys = axes();
    Set<String> others = others();
    others.removeAll(changedSince().keySet());
    keys.addAll(others);
    return keys;
  }

  /** The keys that the axes and the named cells of the old file set. */
  private Set<String> axes() {
    Set<String> keys = new HashSet<>();
    spec.axes().forEach(axis -> axis.settings().forEach(setting -> keys.add(setting.getKey())));
    return keys;
  }

  /** What all cells have, and the file as it is now does not: an extension changed it. */
  private Map<String, String> changedSince() {
    Map<String, String> since = new LinkedHashMap<>();
    for (String key : others()) {
      Set<Optional<String>> values = new HashSet<>();
      cells.values().forEach(cell -> values.add(Optional.ofNullable(cell.values().get(key))));
      if (values.size() == 1) {
        values.iterator().next().ifPresent(value -> since.put(key, value));
      }
    }
    return since;
  }

  /**
   * The keys, and those below them, that some cell has at another value than the file fixes. The
   * steps of a part of a training are none: the new sweep trains it whole.
   */
  private Set<String> others() {
    Set<String> axes = axes();
    Set<String> others = new HashSet<>();
    spec.fixed()
        .forEach(
            (key, value) -> {
              boolean other =
                  cells.values().stream()
                      .anyMatch(cell -> cell.has(key) && !cell.text(key).equals(value));
              if (other && !axes.contains(key) && !(parts && key.equals(STEPS))) {
                cells
                    .values()
                    .forEach(
                        cell ->
                            cell.values().keySet().stream()
                                .filter(had -> had.equals(key) || had.startsWith(key + "."))
                                .forEach(others::add));
              }
            });
    return others;
  }

  private MappingNode named() {
    MappingNode named = block();
    Set<String> varied = varied();
    cells.forEach(
        (name, cell) -> {
          MappingNode settings = block();
          cell.values()
              .forEach(
                  (key, value) -> {
                    if (varied.contains(key)) {
                      add(settings, key, scalar(value));
                    }
                  });
          add(named, name, settings);
        });
    return named;
  }

  private static MappingNode axis(TunedAgain again) {
    MappingNode axes = block();
    add(axes, again.key(), list(again.values()));
    return axes;
  }

  /** The cells that were found worse than their control, by the name of the control. */
  public Map<String, List<String>> worse() {
    Map<String, List<String>> worse = new LinkedHashMap<>();
    for (String cell : cells.keySet()) {
      Optional.ofNullable(controls.get(cell))
          .filter(control -> isBefore(control, cell))
          .ifPresent(control -> worse.computeIfAbsent(control, c -> new ArrayList<>()).add(cell));
    }
    return worse;
  }

  private boolean isBefore(String better, String cell) {
    List<String> ranked = List.copyOf(cells.keySet());
    return ranked.indexOf(better) < ranked.indexOf(cell);
  }

  /** That the better one of each cell and its control is better, both at their best values. */
  private SequenceNode claims(TunedAgain again) {
    boolean lower = spec.objective().goal() == Objective.Goal.MINIMIZE;
    List<Node> claims = new ArrayList<>();
    controls.forEach(
        (cell, control) -> {
          String better = isBefore(cell, control) ? cell : control;
          String other = better.equals(cell) ? control : cell;
          MappingNode claim = block();
          add(
              claim,
              "says",
              scalar(
                  "%s has a %s %s than %s"
                      .formatted(
                          better, lower ? "lower" : "higher", spec.objective().metric(), other)));
          add(claim, "source", scalar("ours"));
          add(claim, "cell", arm(better, again));
          add(claim, "is", scalar(lower ? "below" : "above"));
          add(claim, "of", arm(other, again));
          claims.add(claim);
        });
    return new SequenceNode(Tag.SEQ, true, claims, HERE, HERE, FlowStyle.BLOCK);
  }

  private static MappingNode arm(String cell, TunedAgain again) {
    MappingNode arm = new MappingNode(Tag.MAP, true, new ArrayList<>(), HERE, HERE, FlowStyle.FLOW);
    add(arm, "cell", scalar(cell));
    add(arm, "best-over", list(List.of(again.key())));
    return arm;
  }

  private static SequenceNode list(List<String> values) {
    List<Node> nodes = new ArrayList<>(values.stream().map(CellsFile::scalar).toList());
    return new SequenceNode(Tag.SEQ, true, nodes, HERE, HERE, FlowStyle.FLOW);
  }

  /** The control of each cell. */
  private MappingNode table() {
    MappingNode table = block();
    MappingNode node = block();
    controls.forEach((cell, control) -> add(node, cell, scalar(control)));
    add(table, LayoutReader.CONTROLS.name(), node);
    return table;
  }

  private static MappingNode block() {
    return new MappingNode(Tag.MAP, true, new ArrayList<>(), HERE, HERE, FlowStyle.BLOCK);
  }

  private static void add(MappingNode mapping, String key, Node value) {
    mapping.getValue().add(new NodeTuple(scalar(key), value));
  }

  /**
   * A scalar without quotes where YAML allows it. One that YAML reads as no value or as an octal
   * number gets quotes.
   */
  private static ScalarNode scalar(String text) {
    Tag plain = RESOLVER.resolve(NodeId.scalar, text, true);
    boolean quoted = plain.equals(Tag.NULL) || plain.equals(Tag.MERGE) || OCTAL.test(text);
    Tag tag = quoted ? Tag.STR : plain;
    return new ScalarNode(tag, true, text, HERE, HERE, ScalarStyle.PLAIN);
  }

  private static String written(MappingNode file) {
    DumperOptions options = new DumperOptions();
    options.setWidth(WIDTH);
    options.setSplitLines(false);
    StringWriter text = new StringWriter();
    new Yaml(options).serialize(file, text);
    return text.toString();
  }
}
