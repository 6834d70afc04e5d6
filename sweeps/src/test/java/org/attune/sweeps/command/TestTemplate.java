package org.attune.sweeps.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TestTemplate {

  @Test
  void wordsEndAtBlanksThatAreNotQuoted() {
    Template template = Template.of("python3  'my train.py' --name=\"a b\" c\\ d \"\"");

    assertThat(template.with(Map.of()))
        .containsExactly("python3", "my train.py", "--name=a b", "c d", "");
  }

  @Test
  void aValueIsOneArgumentWhateverIsInIt() {
    Template template = Template.of("run --a {a} --b={b.c}");

    assertThat(template.names()).containsExactly("a", "b.c");
    assertThat(template.with(Map.of("a", "x y; rm -rf $HOME", "b.c", "\\1$2")))
        .containsExactly("run", "--a", "x y; rm -rf $HOME", "--b=\\1$2");
  }

  @Test
  void otherBracesStandForThemselves() {
    assertThat(Template.of("awk '{print $1}' {}").with(Map.of()))
        .containsExactly("awk", "{print $1}", "{}");
  }

  /** A parameter's name has no underscore, but people write one out of habit. */
  @Test
  void namesThatNoParameterCanHaveAreNamesToo() {
    assertThat(Template.problemsOf("run {batch_size} {Lr} {batch-size}", Set.of("batch-size")))
        .hasSize(2)
        .anySatisfy(
            said ->
                assertThat(said)
                    .startsWith("{batch_size} is not declared")
                    .endsWith("did you mean 'batch-size'?"))
        .anySatisfy(said -> assertThat(said).startsWith("{Lr} is not declared"));
  }

  @Test
  void aNameWhoseBraceIsNotClosedIsRefused() {
    assertThat(Template.problemsOf("run --mode={mode --lr {lr}", Set.of("mode", "lr")))
        .containsExactly("'{mode' in the word '--mode={mode' is not closed; write {mode}");
    assertThat(Template.problemsOf("run '{mode {lr}'", Set.of("mode", "lr")))
        .containsExactly("'{mode' in the word '{mode {lr}' is not closed; write {mode}");
    assertThat(Template.problemsOf("awk '{if ($1) {print}}' '{ a' {", Set.of("lr")))
        .as("a brace that begins no name, or is closed")
        .noneMatch(said -> said.contains("is not closed"));
  }

  @Test
  void refusesWhatIsNoCommand() {
    assertThatThrownBy(() -> Template.of("run 'a")).hasMessage("a quote ' is not closed");
    assertThatThrownBy(() -> Template.of("  ")).hasMessage("there is no program in it");
    assertThatThrownBy(() -> Template.of("run {x}").with(Map.of()))
        .hasMessage("{x} has no value in this trial");
  }
}
