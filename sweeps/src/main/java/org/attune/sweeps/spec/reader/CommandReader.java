package org.attune.sweeps.spec.reader;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.Metric;
import org.attune.api.catalog.Parameter;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.command.ValueType;
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;
import org.attune.sweeps.spec.form.Nodes;
import org.attune.sweeps.spec.form.Problems;
import org.attune.sweeps.spec.form.SpecException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Reads {@code task: {command: {...}}}, which declares a program and its parameters. */
final class CommandReader {

  private static final String TASK = "task";
  private static final Duration MOST_GRACE = Duration.ofHours(1);
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final String PARAMETER = "[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)*";
  private static final Form<Metric.Better> BETTER =
      Form.oneOf(Metric.Better.class, "say which way is better: ");

  private static final Key<String> RUN =
      new Key<>(
          "run",
          Form.TEXT,
          "what is run; {NAME} is a parameter's value, or one of "
              + String.join(", ", CommandTask.HANDED));
  private static final Key<List<Given.Member>> PARAMETERS =
      new Key<>("parameters", Form.mapping(DeclaredParameter.FORM), "what can be set and swept");
  private static final Key<List<Given.Member>> METRICS =
      new Key<>("metrics", Form.mapping(BETTER), "what is reported, and which way is better")
          .required("; name what is reported: metrics: {loss: lower}");
  private static final Key<CommandTask.ProgramReport> REPORT =
      new Key<>(
          "report", Form.oneOf(CommandTask.ProgramReport.class), "where its metrics are read");
  private static final Key<String> FOLDER = new Key<>("folder", Form.TEXT, "where it runs");
  private static final Key<Duration> END =
      Key.time("grace", "how long it may take to end when told to");

  static final Key<Fields> COMMAND =
      Key.section(
          CommandTask.KIND,
          "a program of yours",
          RUN,
          PARAMETERS,
          METRICS,
          VariablesReader.ENVIRONMENT,
          VariablesReader.INHERIT,
          REPORT,
          FOLDER,
          END);

  /** What reads the declaration. */
  enum Reader {
    /** Attune starts the program, so the declaration must say how. */
    STARTS,
    /** A client asks for trials and runs them. */
    ASKS,
    /** The sweep was recorded, maybe before a rule about columns or commands. */
    LOOKS_BACK
  }

  private final Reader reader;
  private final Map<String, Parameter> parameters = new LinkedHashMap<>();
  private final Map<String, ValueType> types = new LinkedHashMap<>();
  private final List<Metric> metrics = new ArrayList<>();

  private CommandReader(Reader reader) {
    this.reader = reader;
  }

  /**
   * The program that a sweep file declares. Empty if the task is something else, or the file cannot
   * be parsed.
   *
   * @throws SpecException with every problem in the declaration
   */
  static Optional<CommandTask> find(String file, String yaml, Reader reader) throws SpecException {
    Optional<MappingNode> root = new Document(new Problems(file)).parse(yaml);
    Optional<MappingNode> section = root.flatMap(CommandReader::section);
    if (section.isEmpty()) {
      return Optional.empty();
    }
    Problems problems = new Problems(file);
    Optional<CommandTask> task =
        COMMAND
            .form()
            .in(new Given(problems, section.get(), TASK + "." + COMMAND.name()))
            .map(new CommandReader(reader)::read);
    problems.throwIfAny();
    return task;
  }

  /** The task name that a file gives; empty if it gives none. */
  static Optional<String> taskName(String yaml) {
    Optional<Node> task =
        new Document(new Problems("")).parse(yaml).flatMap(root -> Nodes.find(root, TASK));
    if (task.isPresent() && task.get() instanceof MappingNode mapping) {
      return Nodes.find(mapping, "name")
          .or(() -> mapping.getValue().stream().map(NodeTuple::getKeyNode).findFirst())
          .flatMap(CommandReader::word);
    }
    return task.flatMap(CommandReader::word);
  }

  private static Optional<String> word(Node node) {
    return node instanceof ScalarNode scalar ? Optional.of(scalar.getValue()) : Optional.empty();
  }

  /**
   * Reduces the task to its kind's name: the catalog already has the rest.
   *
   * @return whether the task is a program that the file declares
   */
  static boolean strip(MappingNode root) {
    boolean declared = section(root).isPresent();
    if (declared) {
      root.getValue()
          .replaceAll(
              entry ->
                  Document.key(entry).equals(TASK)
                      ? new NodeTuple(
                          entry.getKeyNode(),
                          Nodes.scalar(CommandTask.KIND, entry.getValueNode().getStartMark()))
                      : entry);
    }
    return declared;
  }

  private static Optional<MappingNode> section(MappingNode root) {
    return Nodes.child(root, TASK)
        .filter(task -> task.getValue().size() == 1)
        .flatMap(task -> Nodes.child(task, CommandTask.KIND));
  }

  private CommandTask read(Fields fields) {
    String run = RUN.in(fields).orElse("");
    if (reader == Reader.STARTS && !RUN.isIn(fields)) {
      RUN.at(fields).refuse("is missing; say what to run: run: 'python3 train.py --lr {lr}'");
    }
    List<Given.Member> declared = PARAMETERS.in(fields).orElse(List.of());
    declared.forEach(this::readParameter);
    METRICS.in(fields).orElse(List.of()).forEach(this::readMetric);
    if (reader != Reader.LOOKS_BACK) {
      declared.forEach(this::checkColumn);
    }
    VariablesReader variables = new VariablesReader(fields);
    if (!run.isEmpty() && reader != Reader.LOOKS_BACK) {
      CommandTask.problemsOf(run, parameters.keySet()).forEach(RUN.at(fields)::refuse);
    }
    Duration grace = END.in(fields).orElse(GRACE);
    return new CommandTask(
        run,
        List.copyOf(parameters.values()),
        types,
        metrics,
        variables.variables(),
        variables.secrets(),
        REPORT.in(fields).orElse(CommandTask.ProgramReport.OUTPUT),
        Path.of(FOLDER.in(fields).orElse("")).toAbsolutePath().normalize().toString(),
        (int) Math.min(MOST_GRACE.toSeconds(), grace.toSeconds()));
  }

  private void readParameter(Given.Member entry) {
    String key = entry.key();
    String group = key.split("\\.", 2)[0];
    if (!key.matches(PARAMETER)) {
      entry.refuse(
          "'%s' must be lower-case words with '-', and '.' between groups, such as train.lr"
              .formatted(key));
    } else if (Sections.NAMES.contains(group) || group.equals(TASK)) {
      entry.refuse(
          "'%s' is a section of the sweep file; call the parameter otherwise, such as train.%s"
              .formatted(group, key.replace('.', '-')));
    } else if (reader == Reader.STARTS && CommandTask.HANDED.contains(key)) {
      entry.refuse("'%s' is reserved (passed as {%s}); rename the parameter".formatted(key, key));
    } else {
      DeclaredParameter.read(entry).ifPresent(parameter -> add(entry, parameter));
    }
  }

  private void add(Given.Member entry, Parameter parameter) {
    String column = parameter.column();
    boolean taken = parameters.values().stream().anyMatch(other -> other.column().equals(column));
    if (taken || CommandTask.COLUMNS.contains(column)) {
      entry.refuse("its column '%s' is taken; call it otherwise".formatted(column));
    } else {
      parameters.put(entry.key(), parameter);
      types.put(entry.key(), DeclaredParameter.type(entry));
    }
  }

  private void readMetric(Given.Member entry) {
    String name = entry.key();
    Optional<String> wrong = Declarations.wrongName(name);
    if (wrong.isPresent()) {
      entry.refuse(wrong.get());
      return;
    }
    BETTER.in(entry.value()).ifPresent(better -> metrics.add(Metric.of(name, "", "", better)));
  }

  private void checkColumn(Given.Member entry) {
    Optional.ofNullable(parameters.get(entry.key()))
        .flatMap(parameter -> Declarations.wrongColumn(parameter.column(), metrics))
        .ifPresent(entry::refuse);
  }
}
