package org.attune.model.attention.formula;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.api.expression.Expression;
import org.attune.model.ModelCatalog;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.attune.model.proof.FormulaProof;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The built-in parts that are formulas. */
class TestDefinitions {

  static List<Definition> parts() {
    return Definitions.parts();
  }

  static List<Definition> mapped() {
    return Definitions.MAPPED;
  }

  @ParameterizedTest
  @MethodSource("parts")
  void aFormulaThatEqualsABuiltInPartIsNamedAfterIt(Definition part) {
    assertThat(Definitions.equal(part.place(), part.placed().canonical())).contains(part.part());
  }

  @ParameterizedTest
  @MethodSource("parts")
  void itsFormulaHoldsAsOneThatAUserTypes(Definition part) {
    assertThat(FormulaProof.holds(part.placed())).isTrue();
  }

  @ParameterizedTest
  @MethodSource("mapped")
  void whatIsMappedIsAFormulaToo(Definition source) {
    assertThat(FormulaProof.holds(source.placed())).isTrue();
  }

  @Test
  void aUserTypesAGateAndIsToldItsWord() {
    Map<String, String> typed =
        Map.of(
            "attention.gate", "formula",
            "attention.gate.formula", "y * sigmoid(learned(0, per: channel))");

    assertThat(
            ModelCatalog.proveFormulas(
                new Configuration(typed),
                each -> true,
                failed -> {
                  throw failed;
                }))
        .singleElement()
        .extracting(ModelCatalog.Proven::says)
        .asString()
        .endsWith("; equals attention.gate input-independent");
  }

  @Test
  void everyWordOfADefinedGateIsOnTheAxis() {
    List<String> options = Parts.GATE.options().stream().map(Option::name).toList();
    Parameter computed =
        Parts.GATE.options().stream()
            .filter(o -> o.name().equals("computed"))
            .findFirst()
            .orElseThrow()
            .parameters()
            .get(0);

    assertThat(options)
        .contains(
            Definitions.SELF.option().name(),
            Definitions.INPUT_INDEPENDENT.option().name(),
            Definitions.SCALARS.option().name());
    assertThat(computed.options())
        .extracting(Option::name)
        .containsExactlyElementsOf(
            Definitions.COMPUTED.stream().map(d -> d.option().name()).toList());
  }

  /** Initial values follow from names, so a change of one would change recorded trials' digits. */
  @Test
  void parametersHaveTheNamesThatTheyHadInJava() {
    assertThat(parameters(Definitions.SCALARS.expression()))
        .containsExactly("gate-query 1", "gate-key 1", "gate-value 1", "gate-bias 1");
    assertThat(parameters(Definitions.INPUT_INDEPENDENT.expression()))
        .containsExactly("gate-bias 8");
  }

  /** The names and sizes of what an expression learns. */
  private static List<String> parameters(Expression expression) {
    Program program = new Program(2);
    Value signal = program.input("y", 3, 8, true);
    new Plainly(name -> signal, program, 2, 8).of(((Expression.Binary) expression).right());
    return program.parameters().stream().map(spec -> spec.name() + " " + spec.size()).toList();
  }

  @Test
  void placesOfDefinitionsAreWhereTheirWordsAre() {
    assertThat(Definitions.SQUASHED.place()).isEqualTo(FormulaPlace.VALUES);
    assertThat(Definitions.ALIBI.part()).isEqualTo(Parts.POSITION.key() + " alibi");
  }
}
