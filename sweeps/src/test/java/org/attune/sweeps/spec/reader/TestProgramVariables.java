package org.attune.sweeps.spec.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.command.SecretSource;
import org.attune.sweeps.spec.form.SpecException;
import org.junit.jupiter.api.Test;

/** The variables that a sweep file names for its program. */
class TestProgramVariables {

  @Test
  void secretsAndInheritedVariablesAreNamedInTheRowAndHaveNoValueThere() throws Exception {
    CommandTask task =
        read(
            """
            environment: {MODE: fast, KEY: {secret: MY_KEY}, CERT: {secret-file: /tmp/cert}}
                inherit: [HF_HOME, "SLURM_*"]
            """);

    assertThat(task.catalog().tree().parameter("task.environment").orElseThrow().defaultValue())
        .isEqualTo(
            "MODE=fast\nCERT (secret)\nKEY (secret)\nHF_HOME (inherited)\nSLURM_* (inherited)");
    assertThat(task.secrets())
        .isEqualTo(
            Map.of(
                "KEY", new SecretSource.Variable("MY_KEY"),
                "CERT", new SecretSource.File("/tmp/cert")));
    assertThat(task.warnings()).isEmpty();
  }

  @Test
  void aPlainValueWhoseNameLooksLikeASecretIsWarnedOf() throws Exception {
    CommandTask task =
        read("environment: {WANDB_API_KEY: abc, db_password: x, MONKEY: y, TOKENIZERS: z}");

    assertThat(task.warnings())
        .hasSize(2)
        .first()
        .asString()
        .startsWith("task.command.environment.WANDB_API_KEY: the journal, the tables and the")
        .contains("write WANDB_API_KEY: {secret: WANDB_API_KEY}")
        .doesNotContain("abc");
  }

  @Test
  void whatIsWrongIsSaidByLine() {
    assertRefused("environment: {KEY: {secret: a, secret-file: b}}", "says one of secret, which");
    assertRefused("environment: {KEY: {}}", "says one of secret, which");
    assertRefused("environment: {KEY: {secert: a}}", "did you mean 'secret'?");
    assertRefused("environment: {KEY: {secret: a b}}", "'a b' is not a valid name of a variable");
    assertRefused("inherit: HF_HOME", "must be a list of variables, such as [HF_HOME]");
    assertRefused("inherit: [\"*\"]", "'' is not a valid name of a variable");
    assertRefused("inherit: [_SPARK_AUTH_SECRET]", "is the cluster's own secret, which no program");
  }

  private static void assertRefused(String keys, String why) {
    assertThatThrownBy(() -> read(keys))
        .isInstanceOfSatisfying(
            SpecException.class,
            e -> assertThat(e.problems()).anySatisfy(p -> assertThat(p.toString()).contains(why)));
  }

  private static CommandTask read(String keys) throws SpecException {
    String yaml =
        """
        sweep: s
        task:
          command:
            run: sh run.sh
            metrics: {loss: lower}
            %s
        objective: {metric: loss, goal: minimize}
        """
            .formatted(keys.strip());
    return SpecFile.command("s.yaml", yaml).orElseThrow();
  }
}
