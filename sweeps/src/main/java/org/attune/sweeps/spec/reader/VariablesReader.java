package org.attune.sweeps.spec.reader;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.sweeps.command.ProgramVariables;
import org.attune.sweeps.command.SecretSource;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;
import org.yaml.snakeyaml.nodes.MappingNode;

/** Reads the variables of a program: {@code environment} and {@code inherit}. */
final class VariablesReader {

  private static final Key<String> SECRET =
      new Key<>("secret", Form.TEXT, "the variable of your shell that holds it");
  private static final Key<String> SECRET_FILE =
      new Key<>("secret-file", Form.TEXT, "the file that holds it");
  private static final Form<Fields> SOURCE = Key.section(SECRET, SECRET_FILE);

  static final Key<List<Given.Member>> ENVIRONMENT =
      new Key<>("environment", Form.mapping(Form.either(Form.SCALAR, SOURCE)), "variables");
  static final Key<List<Given>> INHERIT =
      new Key<>(
          "inherit",
          Form.list(Form.TEXT, " of variables, such as [HF_HOME]"),
          "variables of the machine that runs it, by name, or NAME_* for all that begin so");

  private final SortedMap<String, String> values = new TreeMap<>();
  private final SortedMap<String, SecretSource> secrets = new TreeMap<>();
  private final Set<String> inherited = new TreeSet<>();

  /** Reads both keys of a program's section. */
  VariablesReader(Fields command) {
    ENVIRONMENT.in(command).orElse(List.of()).stream()
        .filter(entry -> isName(entry.key(), entry.name()))
        .forEach(this::read);
    for (Given item : INHERIT.in(command).orElse(List.of())) {
      item.text()
          .filter(name -> isName(name.endsWith("*") ? cut(name) : name, item))
          .ifPresent(inherited::add);
    }
  }

  ProgramVariables variables() {
    return new ProgramVariables(values, new TreeSet<>(secrets.keySet()), new TreeSet<>(inherited));
  }

  SortedMap<String, SecretSource> secrets() {
    return secrets;
  }

  private void read(Given.Member entry) {
    if (entry.value().node() instanceof MappingNode) {
      SOURCE.in(entry.value()).ifPresent(fields -> readSecret(entry.key(), fields));
      return;
    }
    entry
        .value()
        .text()
        .ifPresent(
            value -> {
              if (value.contains("\n") || value.contains("\r")) {
                entry.value().refuse("must be one line");
              } else {
                values.put(entry.key(), value);
              }
            });
  }

  private static boolean isName(String name, Given place) {
    if (!name.matches(ProgramVariables.NAME)) {
      place.refuse("'" + name + "' is not a valid name of a variable");
      return false;
    }
    if (ProgramVariables.isOfTheCluster(name)) {
      place.refuse(name + " is the cluster's own secret, which no program gets");
      return false;
    }
    return true;
  }

  private void readSecret(String name, Fields fields) {
    if (SECRET.isIn(fields) == SECRET_FILE.isIn(fields)) {
      fields
          .whole()
          .refuse(
              "says one of secret, which names a variable of your shell, and secret-file, which"
                  + " names a file");
      return;
    }
    SECRET
        .in(fields)
        .filter(variable -> isName(variable, SECRET.at(fields)))
        .ifPresent(variable -> secrets.put(name, new SecretSource.Variable(variable)));
    SECRET_FILE.in(fields).ifPresent(file -> secrets.put(name, new SecretSource.File(file)));
  }

  private static String cut(String pattern) {
    return pattern.substring(0, pattern.length() - 1);
  }
}
