package org.attune.sweeps.spec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.api.Metric;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Spelling;
import org.attune.sweeps.command.CommandTask;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads {@code task: {command: {...}}}, which declares a program and its parameters. */
final class CommandReader {

  static final Set<String> KEYS =
      ordered(
          "run", "parameters", "metrics", "environment", "inherit", "report", "folder", "grace");
  static final Set<String> BETTER = ordered("lower", "higher", "neither");
  static final Set<String> REPORT = ordered("output", "file");

  private static final String PATH = "task.command";
  private static final String TASK = "task";
  private static final int MOST_GRACE = 3_600;
  private static final int GRACE = 10;
  private static final String KEY = "[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)*";
  private static final String METRIC = "[a-z][a-z0-9_]*";

  private final Problems problems;

  private CommandReader(Problems problems) {
    this.problems = problems;
  }

  /**
   * The program that a sweep file declares. Empty if the task is something else, or the file cannot
   * be parsed.
   *
   * @param started whether Attune starts the program, so the declaration must say how
   * @throws SpecException with every problem in the declaration
   */
  static Optional<CommandTask> find(String file, String yaml, boolean started)
      throws SpecException {
    Optional<MappingNode> root = new Document(new Problems(file)).parse(yaml);
    Optional<MappingNode> section = root.flatMap(CommandReader::section);
    if (section.isEmpty()) {
      return Optional.empty();
    }
    Problems problems = new Problems(file);
    CommandTask task = new CommandReader(problems).read(section.get(), started);
    problems.throwIfAny();
    return Optional.of(task);
  }

  /** The task name that a file gives; empty if it gives none. */
  static Optional<String> taskName(String yaml) {
    Optional<Node> task =
        new Document(new Problems(""))
            .parse(yaml).stream()
                .flatMap(root -> root.getValue().stream())
                .filter(entry -> Document.key(entry).equals(TASK))
                .map(NodeTuple::getValueNode)
                .findFirst();
    if (task.isPresent() && task.get() instanceof MappingNode mapping) {
      return mapping.getValue().stream()
          .filter(entry -> Document.key(entry).equals("name"))
          .map(NodeTuple::getValueNode)
          .findFirst()
          .or(() -> mapping.getValue().stream().map(NodeTuple::getKeyNode).findFirst())
          .flatMap(CommandReader::word);
    }
    return task.flatMap(CommandReader::word);
  }

  private static Optional<String> word(Node node) {
    return node instanceof ScalarNode scalar ? Optional.of(scalar.getValue()) : Optional.empty();
  }

  /** Reduces the task to its kind's name: the catalog already has the rest. */
  static void strip(MappingNode root) {
    List<NodeTuple> entries = root.getValue();
    for (int i = 0; i < entries.size(); i++) {
      NodeTuple entry = entries.get(i);
      if (Document.key(entry).equals(TASK) && section(root).isPresent()) {
        Node below = entry.getValueNode();
        entries.set(
            i,
            new NodeTuple(
                entry.getKeyNode(),
                new ScalarNode(
                    Tag.STR,
                    CommandTask.KIND,
                    below.getStartMark(),
                    below.getEndMark(),
                    ScalarStyle.PLAIN)));
      }
    }
  }

  private static Optional<MappingNode> section(MappingNode root) {
    return below(root, TASK)
        .flatMap(task -> below(task, CommandTask.KIND).filter(c -> task.getValue().size() == 1));
  }

  private static Optional<MappingNode> below(MappingNode mapping, String key) {
    return mapping.getValue().stream()
        .filter(entry -> Document.key(entry).equals(key))
        .map(NodeTuple::getValueNode)
        .filter(MappingNode.class::isInstance)
        .map(MappingNode.class::cast)
        .findFirst();
  }

  private CommandTask read(MappingNode section, boolean started) {
    Fields fields = new Fields(problems, PATH, section, KEYS);
    String run = fields.text("run").orElse("");
    if (started && fields.node("run").isEmpty()) {
      problems.add(
          section, PATH + ".run", "is missing; say what to run: run: 'python3 train.py --lr {lr}'");
    }
    Map<String, Parameter> parameters = new LinkedHashMap<>();
    entries(fields, "parameters").forEach(entry -> readParameter(entry, started, parameters));
    List<Metric> metrics = new ArrayList<>();
    entries(fields, "metrics").forEach(entry -> readMetric(entry, metrics));
    if (fields.node("metrics").isEmpty()) {
      problems.add(
          section, PATH + ".metrics", "is missing; name what is reported: metrics: {loss: lower}");
    }
    VariablesReader variables = new VariablesReader(problems, PATH);
    entries(fields, "environment").forEach(variables::read);
    fields.node("inherit").ifPresent(variables::readInherited);
    if (!run.isEmpty()) {
      CommandTask.problemsOf(run, parameters.keySet())
          .forEach(why -> problems.add(fields.node("run").orElseThrow(), PATH + ".run", why));
    }
    return new CommandTask(
        run,
        List.copyOf(parameters.values()),
        metrics,
        variables.variables(),
        variables.secrets(),
        fields
            .word("report", REPORT)
            .map(word -> CommandTask.Report.valueOf(word.toUpperCase(Locale.ROOT)))
            .orElse(CommandTask.Report.OUTPUT),
        Path.of(fields.text("folder").orElse("")).toAbsolutePath().normalize().toString(),
        (int)
            fields
                .duration("grace")
                .map(grace -> Math.min(MOST_GRACE, grace.toSeconds()))
                .orElse((long) GRACE)
                .longValue());
  }

  private List<NodeTuple> entries(Fields fields, String key) {
    Optional<Node> node = fields.node(key);
    if (node.isPresent() && !(node.get() instanceof MappingNode)) {
      problems.add(
          node.get(), PATH + "." + key, "must be a mapping, not " + Fields.kind(node.get()));
      return List.of();
    }
    return node.map(mapping -> ((MappingNode) mapping).getValue()).orElse(List.of());
  }

  private void readParameter(NodeTuple entry, boolean started, Map<String, Parameter> into) {
    String key = Document.key(entry);
    String path = PATH + ".parameters." + key;
    if (!key.matches(KEY)) {
      problems.add(
          entry.getKeyNode(),
          path,
          "'%s' must be lower-case words with '-', and '.' between groups, such as train.lr"
              .formatted(key));
      return;
    }
    String group = key.split("\\.", 2)[0];
    if (Sections.NAMES.contains(group) || group.equals(TASK)) {
      problems.add(
          entry.getKeyNode(),
          path,
          "'%s' is a section of the sweep file; call the parameter otherwise, such as train.%s"
              .formatted(group, key.replace('.', '-')));
      return;
    }
    if (started && CommandTask.HANDED.contains(key)) {
      problems.add(
          entry.getKeyNode(),
          path,
          "'%s' is what every program is handed as {%s}; call the parameter otherwise"
              .formatted(key, key));
      return;
    }
    new DeclaredParameter(problems, path)
        .read(key, entry)
        .ifPresent(
            parameter -> {
              boolean taken =
                  into.values().stream().anyMatch(p -> p.column().equals(parameter.column()));
              if (taken || CommandTask.COLUMNS.contains(parameter.column())) {
                problems.add(
                    entry.getKeyNode(),
                    path,
                    "its column '%s' is taken; call it otherwise".formatted(parameter.column()));
              } else {
                into.put(key, parameter);
              }
            });
  }

  private void readMetric(NodeTuple entry, List<Metric> into) {
    String name = Document.key(entry);
    String path = PATH + ".metrics." + name;
    if (!name.matches(METRIC) || name.equals("step")) {
      problems.add(
          entry.getKeyNode(),
          path,
          "'%s' must be lower-case letters, digits and '_', and not 'step'".formatted(name));
      return;
    }
    Fields.text(problems, entry.getValueNode(), path)
        .ifPresent(
            word -> {
              if (BETTER.contains(word)) {
                into.add(
                    Metric.of(name, "", "", Metric.Better.valueOf(word.toUpperCase(Locale.ROOT))));
              } else {
                problems.add(
                    entry.getValueNode(),
                    path,
                    "'%s' must say which way is better: one of %s%s"
                        .formatted(word, String.join(", ", BETTER), Spelling.hint(word, BETTER)));
              }
            });
  }

  private static Set<String> ordered(String... words) {
    return new LinkedHashSet<>(List.of(words));
  }
}
