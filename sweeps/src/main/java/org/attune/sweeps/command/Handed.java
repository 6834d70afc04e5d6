package org.attune.sweeps.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.trial.TrialContext;

/**
 * The values passed to a program, in three ways: as arguments, in its environment, and in a JSON
 * file.
 *
 * @param trial the attempt
 * @param types of its parameters, by key
 * @param scratch the attempt's own folder
 */
record Handed(TrialContext trial, Map<String, ValueType> types, Path scratch) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The prefix of all variable names. */
  private static final String PREFIX = "ATTUNE_";

  private static final String CONFIG = "config";

  /** The variable that tells CUDA which GPUs to use. */
  private static final String CARDS = "CUDA_VISIBLE_DEVICES";

  /** The variable that tells CUDA how to count all GPUs. */
  private static final String ORDER = "CUDA_DEVICE_ORDER";

  Path checkpoints() {
    return scratch.resolve("checkpoints");
  }

  Path metrics() {
    return scratch.resolve("metrics.jsonl");
  }

  private Path config() {
    return scratch.resolve("config.json");
  }

  /**
   * The program and all processes that it started, identified by the path of their configuration
   * file.
   */
  StartedProcesses processes(Process program) {
    String file = scratch.getFileName() + "/" + config().getFileName();
    return new StartedProcesses(program, PREFIX + variable(CONFIG), "/" + file);
  }

  /** Makes the folder and the files. */
  void make() throws IOException {
    Files.createDirectories(checkpoints());
    Files.createFile(metrics());
    ObjectNode json = JSON.valueToTree(facts());
    ObjectNode values = json.putObject("parameters");
    parameters()
        .forEach(
            (key, value) -> types.getOrDefault(key, ValueType.UNKNOWN).put(values, key, value));
    Files.write(config(), JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(json));
  }

  /** The addresses of the GPUs that it may use; empty for none. */
  private String gpus() {
    return String.join(",", trial.gpus().addresses());
  }

  /** The program's own parameters, by key. */
  private Map<String, String> parameters() {
    Map<String, String> parameters = new TreeMap<>(trial.configuration());
    parameters.keySet().removeIf(key -> key.equals("task") || key.startsWith("task."));
    return parameters;
  }

  /** The values that every program gets besides its parameters and {@link #CONFIG}. */
  private Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("trial", trial.trial());
    facts.put("attempt", trial.attempt());
    facts.put("seed", trial.seed());
    facts.put("threads", trial.threads());
    facts.put("gpus", gpus());
    facts.put("start-step", trial.start().step());
    facts.put("checkpoints", checkpoints().toString());
    facts.put("metrics-file", metrics().toString());
    return facts;
  }

  /** The values of the names in the command. */
  Map<String, String> values() {
    Map<String, String> values = new TreeMap<>(parameters());
    facts().forEach((name, value) -> values.put(name, value.toString()));
    values.put(CONFIG, config().toString());
    return values;
  }

  /**
   * Leaves of the variables those that a program inherits, and adds its {@link #variables}.
   *
   * @param environment of this process; the program inherits little of it
   * @throws IllegalArgumentException if a secret has no value
   */
  void into(Map<String, String> environment) {
    InheritedVariables.keep(environment, named().inherited());
    environment.putAll(variables());
  }

  private ProgramVariables named() {
    return ProgramVariables.of(trial.configuration().getOrDefault(CommandCatalog.ENVIRONMENT, ""));
  }

  /**
   * The variables that are the program's own: {@code ATTUNE_SEED} and so on, and for each parameter
   * one like {@code ATTUNE_PARAM_TRAIN_LR}. OpenMP libraries are limited to the trial's threads,
   * and CUDA libraries to its GPUs. Variables from the sweep file come last.
   *
   * @throws IllegalArgumentException if a secret has no value
   */
  Map<String, String> variables() {
    Map<String, String> environment = new TreeMap<>();
    environment.put("OMP_NUM_THREADS", Integer.toString(trial.threads()));
    if (!gpus().isEmpty()) {
      environment.put(CARDS, gpus());
      environment.put(ORDER, "PCI_BUS_ID"); // as nvidia-smi counts, whose numbers they are
    }
    environment.put(
        "PYTHONUNBUFFERED", "1"); // otherwise a line would be read long after it was printed
    Map<String, String> parameters = parameters();
    values()
        .forEach(
            (name, value) ->
                environment.put(
                    PREFIX + (parameters.containsKey(name) ? "PARAM_" : "") + variable(name),
                    value));
    environment.putAll(named().values());
    for (String name : named().secrets()) {
      String value = trial.secrets().values().get(name);
      if (value == null) {
        throw new IllegalArgumentException("the secret " + name + " has no value here");
      }
      environment.put(name, value);
    }
    return environment;
  }

  private static String variable(String name) {
    return name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }
}
