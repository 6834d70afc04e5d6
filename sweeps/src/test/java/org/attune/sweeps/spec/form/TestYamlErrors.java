package org.attune.sweeps.spec.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.nodes.MappingNode;

class TestYamlErrors {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sweep: a\\n  task: text | 2 | a ':' cannot stand here; indent this line like the keys",
        "train:\\n    steps: 2\\n  batch: 2 | 3 | indentation fits no line above",
        "axes:\\n  - a\\n b: 2 | 3 | indentation fits no line above",
        "train:\\n\\tsteps: 2 | 2 | a tab cannot indent a line of YAML; use spaces",
        "axes: {gate: [none, learned}\\n | 1 | this list is not closed; end it with ']'",
        "train: {steps: 2\\ntask: text | 1 | this mapping is not closed before line 2; end it with '}'",
        "axes:\\n  model: {a: [1,\\n 2}\\n | 2 | this list is not closed before line 3; end it with ']'",
        "sweep: a\\ntask\\ntrain: 2 | 2 | a key needs ':'",
        "axes:\\n  gate:\\n    - none\\n    -learned\\ntask: a | 4 | a list's '-' needs a space",
        "sweep:a\\ntask: text | 2 | the line above has no space after its ':'",
        "sweep: a\\ntask:text\\n | 2 | a key needs ':' and a space after it",
        "train: {steps: 2}}\\ntask: text | 1 | this '}' closes nothing; remove it",
        "axes: [a]]\\ntask: text | 1 | this ']' closes nothing; remove it",
        "sweep: \"a\\ntask: b | 2 | close its quotes",
        "sweep: @a | 1 | put quotes around the value"
      })
  void eachMistakeIsSaidInPlainWords(String escaped, int line, String message) {
    Problems problems = new Problems("my.yaml");

    assertThat(new Document(problems).parse(escaped.replace("\\n", "\n").replace("\\t", "\t")))
        .isEmpty();
    assertThatThrownBy(problems::throwIfAny)
        .message()
        .startsWith("my.yaml:" + line + ":")
        .contains(message)
        .doesNotContain("block", "flow", "scalar", "token", "expected <");
  }

  @ParameterizedTest
  @CsvSource({"task", "sweep"})
  void rightYamlIsRead(String key) {
    Problems problems = new Problems("my.yaml");

    assertThat(new Document(problems).parse(key + ": a\n")).get().isInstanceOf(MappingNode.class);
  }
}
