package org.attune.sweeps.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.trial.Gpus;
import org.attune.api.trial.Secrets;
import org.attune.api.trial.TrialContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestHanded {

  @TempDir Path folder;

  private static final TrialContext TRIAL = new TrialContext("t-0", 1, new TreeMap<>(), 7, 2);

  @Test
  void aProgramSeesItsGpusByTheNumbersOfNvidiaSmi() {
    Map<String, String> environment =
        new HashMap<>(Map.of("CUDA_VISIBLE_DEVICES", "5,2", "CUDA_DEVICE_ORDER", "FASTEST_FIRST"));

    new Handed(TRIAL.on(new Gpus(List.of("2", "MIG-1"), 1)), Map.of(), Path.of("scratch"))
        .into(environment);

    assertThat(environment)
        .containsEntry("ATTUNE_GPUS", "2,MIG-1")
        .containsEntry("CUDA_VISIBLE_DEVICES", "2,MIG-1")
        .containsEntry("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
  }

  @Test
  void aProgramWithoutGpusOfItsOwnSeesWhatTheMachineLets() {
    Map<String, String> environment = new HashMap<>(Map.of("CUDA_VISIBLE_DEVICES", "2,5"));

    new Handed(TRIAL, Map.of(), Path.of("scratch")).into(environment);

    assertThat(environment)
        .containsEntry("ATTUNE_GPUS", "")
        .containsEntry("CUDA_VISIBLE_DEVICES", "2,5");
  }

  @Test
  void aProgramInheritsWhatItNeedsAndNoSecret() {
    Map<String, String> here = new HashMap<>();
    List.of("PATH", "HOME", "LC_ALL", "CUDA_PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "CONDA_PREFIX")
        .forEach(name -> here.put(name, "kept"));
    List.of("_SPARK_AUTH_SECRET", "WANDB_API_KEY", "SPARK_HOME", "ATTUNE_HEAP", "CONDA_TOKEN")
        .forEach(name -> here.put(name, "gone"));
    Map<String, String> program = new HashMap<>(here);

    new Handed(TRIAL, Map.of(), Path.of("scratch")).into(program);

    assertThat(program)
        .containsKeys("PATH", "PYTHONPATH", "ATTUNE_SEED")
        .doesNotContainValue("gone");
    assertThat(program.values()).filteredOn("kept"::equals).hasSize(7);
  }

  @Test
  void aProgramInheritsWhatTheSweepFileNamesButNeverTheSecretOfTheCluster() {
    Map<String, String> program =
        new HashMap<>(
            Map.of(
                "HF_HOME", "a",
                "HF_TOKEN", "b",
                "SLURM_JOB_ID", "c",
                "MY_API_KEY", "d",
                "_SPARK_AUTH_SECRET", "e"));

    with("HF_* (inherited)\nMY_API_KEY (inherited)\n_SPARK_* (inherited)\nMODE=a=b", Secrets.NONE)
        .into(program);

    assertThat(program)
        .containsEntry("HF_HOME", "a")
        .containsEntry("MY_API_KEY", "d")
        .containsEntry("MODE", "a=b")
        .doesNotContainKeys("HF_TOKEN", "SLURM_JOB_ID", "_SPARK_AUTH_SECRET");
  }

  @Test
  void aSecretIsHandedOverApartAndItsLackIsSaid() {
    Secrets secrets = new Secrets(new TreeMap<>(Map.of("API_KEY", "of-my-own")));
    Map<String, String> program = new HashMap<>();

    with("API_KEY (secret)", secrets).into(program);

    assertThat(program).containsEntry("API_KEY", "of-my-own");
    assertThat(secrets).hasToString("[API_KEY]");
    Handed without = with("API_KEY (secret)", Secrets.NONE);
    assertThatThrownBy(() -> without.into(new HashMap<>()))
        .hasMessage("the secret API_KEY has no value here");
  }

  private static Handed with(String variables, Secrets secrets) {
    TreeMap<String, String> configuration = new TreeMap<>(Map.of("task.environment", variables));
    TrialContext trial = new TrialContext("t-0", 1, configuration, 7, 2).with(secrets);
    return new Handed(trial, Map.of(), Path.of("scratch"));
  }

  /** Unquoted, each would be another: 1.1, 7, 6.7217e19, a truth, and a whole number. */
  @Test
  void theFileHasTheTypesOfTheDeclaration() throws Exception {
    Map<String, String> given =
        Map.of(
            "version",
            "1.10",
            "id",
            "007",
            "hash",
            "67217e15",
            "word",
            "true",
            "big",
            "1e3",
            "lr",
            "1",
            "layers",
            "12",
            "deep",
            "false",
            "undeclared",
            "0.5");
    Map<String, ValueType> types =
        Map.of(
            "version", ValueType.TEXT,
            "id", ValueType.TEXT,
            "hash", ValueType.TEXT,
            "word", ValueType.TEXT,
            "big", ValueType.TEXT,
            "lr", ValueType.REAL,
            "layers", ValueType.INTEGER,
            "deep", ValueType.FLAG);
    TrialContext trial = new TrialContext("t-0", 1, new TreeMap<>(given), 7, 2);

    new Handed(trial, types, folder).make();

    assertThat(
            new ObjectMapper().readTree(folder.resolve("config.json").toFile()).get("parameters"))
        .hasToString(
            "{\"big\":\"1e3\",\"deep\":false,\"hash\":\"67217e15\",\"id\":\"007\",\"layers\":12,"
                + "\"lr\":1.0,\"undeclared\":0.5,\"version\":\"1.10\",\"word\":\"true\"}");
  }

  /** Else a parameter could take the name of one, and would stand for something else. */
  @Test
  void whatACommandMayNameIsWhatIsHanded() {
    assertThat(new Handed(TRIAL, Map.of(), Path.of("scratch")).values().keySet())
        .containsExactlyInAnyOrderElementsOf(Template.HANDED);
  }
}
