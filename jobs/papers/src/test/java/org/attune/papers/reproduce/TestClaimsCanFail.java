package org.attune.papers.reproduce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.catalog.Configuration;
import org.attune.api.paper.PaperTable;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.claims.JudgedTable;
import org.attune.jobs.claims.StoredTable;
import org.attune.jobs.session.KnownPapers;
import org.attune.model.engine.Natives;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimSource;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.NullCheck;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.verdict.SweepOutcomes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every claim of the papers' tables can fail: neither two arms that are the control, nor untrained
 * networks, nor chance reproduce it. It also states its source, where it stands, and an effect from
 * which its margin follows.
 */
class TestClaimsCanFail {

  private static final int SEEDS = UntrainedNetworks.SEEDS;

  private static final Path DATA =
      Path.of(System.getProperty("attune.home", "../.."), "docs/reproduction/data");

  /** Claims that do not pass yet, as {@code table: claim}. The list only shrinks. */
  private static final String TO_MEND = "/claims-to-mend.txt";

  private static final String SMALL = "small";

  /** A table at a scale that states claims. */
  record Stated(PaperTable table, String scale) {

    SweepSpec spec() throws Exception {
      return SpecFile.read(table.file(), table.text(), Map.of("scale", scale), new TrialCatalog());
    }

    private List<String> claims() throws Exception {
      return spec().comparison().claims().stream().map(Claim::says).toList();
    }

    @Override
    public String toString() {
      return table.key() + ", " + scale;
    }
  }

  /** Every table at the scale small, and at its largest scale if that has claims of its own. */
  static List<Stated> tables() throws Exception {
    List<Stated> tables = new ArrayList<>();
    for (PaperTable table : KnownPapers.tables()) {
      Stated small = new Stated(table, SMALL);
      Stated largest = new Stated(table, table.scales().get(2));
      tables.add(small);
      if (table.text().contains("    claims:\n") && !largest.claims().equals(small.claims())) {
        tables.add(largest);
      }
    }
    return tables;
  }

  @ParameterizedTest
  @MethodSource("tables")
  void everyClaimFailsOnEveryNull(Stated stated) throws Exception {
    PaperTable table = stated.table();
    SweepSpec spec = stated.spec();
    UntrainedNetworks untrained = UntrainedNetworks.read();
    Map<String, List<String>> found = new TreeMap<>();
    for (Claim claim : spec.comparison().claims()) {
      List<String> wrong = wrong(claim, spec.comparison(), untrained);
      TrainedNulls trained = TrainedNulls.of(table.key(), spec.comparison());
      if (stated.scale().equals(SMALL)
          || NullCheck.ofTheNullCell(claim).stream().anyMatch(of -> trained.seeds(of) > 0)) {
        wrong.addAll(wrongAlike(claim, trained));
      }
      if (!wrong.isEmpty()) {
        found.put(table.key() + ": " + claim.says(), wrong);
      }
    }

    found.forEach((claim, why) -> System.out.println(claim + " -> " + String.join("; ", why)));
    TreeSet<String> known = stated.scale().equals(SMALL) ? toMend(table) : new TreeSet<>();
    Map<String, List<String>> others = new TreeMap<>(found);
    others.keySet().removeAll(known);
    assertThat(others).as("claims that say nothing").isEmpty();
    known.removeAll(found.keySet());
    assertThat(known).as("claims that are mended: take them off " + TO_MEND).isEmpty();
  }

  private static List<String> wrong(Claim claim, Comparison table, UntrainedNetworks untrained) {
    List<String> wrong = new ArrayList<>(unstated(claim));
    if (!claim.testable()) {
      return wrong;
    }
    if (NullCheck.passesForTheControl(claim)) {
      wrong.add("reproduced with the control in both arms");
    }
    if (claim.candidates().allMatch(TestClaimsCanFail::trainsNothing)) {
      wrong.addAll(wrongWithoutTraining(claim, table, untrained));
    }
    if (UntrainedNetworks.judge(claim) && untrained.seeds(claim) == 0) {
      wrong.add("nothing is stored of its untrained networks: see storeUntrainedNetworks");
    } else if (UntrainedNetworks.judge(claim)) {
      if (NullCheck.isReproduced(claim, untrained, SEEDS)) {
        wrong.add("reproduced by untrained networks");
      }
      Optional<Outcomes> chance = untrained.chance(claim, table, SEEDS);
      if (chance.isPresent() && NullCheck.isReproduced(claim, chance.get(), SEEDS)) {
        wrong.add("reproduced by chance");
      }
    }
    return wrong;
  }

  /** Statements that a publishable claim needs and this one lacks. */
  private static List<String> unstated(Claim claim) {
    List<String> unstated = new ArrayList<>();
    if (claim.source().isEmpty()) {
      unstated.add("source is missing: paper or ours");
    }
    if (claim.source().equals(Optional.of(ClaimSource.PAPER)) && claim.where().isEmpty()) {
      unstated.add("where is missing: the paper's section, table or figure");
    }
    if (claim.by() > 0) {
      unstated.add("the margin is stated by hand; it must follow from effect");
    }
    if (claim.relation() == Relation.NEAR && claim.effect().isEmpty()) {
      unstated.add("near has no effect beside which the difference is to be small");
    }
    if (claim.relation() == Relation.NEAR && claim.nullCell().isEmpty()) {
      unstated.add("near has no null-cell for which it must fail");
    } else if (UntrainedNetworks.needsNullCell(claim) && claim.nullCell().isEmpty()) {
      unstated.add("an untrained network beside a trained one has no null-cell");
    }
    boolean tuned = claim.subject().tuning().isPresent();
    if (claim.nullCell().filter(of -> of.tuning().isPresent() != tuned).isPresent()) {
      unstated.add("null-cell must be tuned as the judged arm is: give both best-over, or neither");
    }
    return unstated;
  }

  /** In a table that trains nothing, stored results are the real ones: the null cell must fail. */
  private static List<String> wrongWithoutTraining(
      Claim claim, Comparison table, UntrainedNetworks untrained) {
    List<String> wrong = new ArrayList<>();
    Optional<Claim> ofTheNull = NullCheck.ofTheNullCell(claim);
    if (untrained.seeds(claim) == 0
        || ofTheNull.filter(of -> untrained.seeds(of) == 0).isPresent()) {
      return List.of("nothing is stored of its cells: see storeUntrainedNetworks");
    }
    if (ofTheNull.isPresent() && NullCheck.isReproduced(ofTheNull.get(), untrained, SEEDS)) {
      wrong.add("reproduced by its null cell");
    }
    Optional<Outcomes> chance = untrained.chance(claim, table, SEEDS);
    if (chance.isPresent() && NullCheck.isReproduced(claim, chance.get(), SEEDS)) {
      wrong.add("reproduced by chance");
    }
    return wrong;
  }

  /** A claim that two trained cells are alike fails for its null cell's stored results. */
  private static List<String> wrongAlike(Claim claim, TrainedNulls trained) {
    boolean asked =
        UntrainedNetworks.needsNullCell(claim)
            && claim.testable()
            && !claim.candidates().allMatch(TestClaimsCanFail::trainsNothing);
    Optional<Claim> ofTheNull = asked ? NullCheck.ofTheNullCell(claim) : Optional.empty();
    if (ofTheNull.isEmpty()) {
      return List.of();
    }
    int seeds = trained.seeds(ofTheNull.get());
    if (seeds == 0) {
      return List.of("nothing is stored of its null cell or of the other: see trained-nulls.tsv");
    }
    return NullCheck.isReproduced(ofTheNull.get(), trained, seeds)
        ? List.of("reproduced by its null cell's trained network")
        : List.of();
  }

  /** Beside an effect that large, attention itself is "alike": the claim says nothing. */
  @Test
  void aPlantedClaimThatATrainedNullPassesIsRefused() throws Exception {
    PaperTable table = KnownPapers.table("kvq-fewshot").orElseThrow();
    String planted = table.text().replace("effect: {share: 0.0755}", "effect: 0.7");
    Comparison comparison =
        SpecFile.read(table.file(), planted, Map.of("scale", "small"), new TrialCatalog())
            .comparison();
    List<String> wrong = new ArrayList<>();
    for (Claim claim : comparison.claims()) {
      wrong.addAll(wrongAlike(claim, TrainedNulls.of(table.key(), comparison)));
    }

    assertThat(wrong).containsExactly("reproduced by its null cell's trained network");
  }

  /** Untraining a trained reference decides such a claim, so its null cell must fail instead. */
  @Test
  void anUntrainedNetworkBesideATrainedOneNeedsANullCell() throws Exception {
    PaperTable table = KnownPapers.table("kvq-sine").orElseThrow();
    String cell = "    null-cell: {cell: NP untrained, best-over: [train.learning-rate]}\n";
    String planted = table.text().replace(cell, "");
    assertThat(planted).isNotEqualTo(table.text());
    Comparison comparison =
        SpecFile.read(table.file(), planted, Map.of("scale", "small"), new TrialCatalog())
            .comparison();

    assertThat(comparison.claims().stream().flatMap(claim -> unstated(claim).stream()))
        .containsExactly("an untrained network beside a trained one has no null-cell");
  }

  @Test
  void whatAPlantedClaimDoesNotStateIsSaid() {
    Measure cell = new Measure("a", new Configuration(Map.of()), "loss");
    Claim bare =
        new Claim(
            "a near a",
            cell,
            Relation.NEAR,
            new Reference.OfCell(cell, 1),
            0.05,
            Outcome.VALUE,
            "",
            "",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    assertThat(unstated(bare))
        .containsExactly(
            "source is missing: paper or ours",
            "the margin is stated by hand; it must follow from effect",
            "near has no effect beside which the difference is to be small",
            "near has no null-cell for which it must fail");
  }

  private static boolean trainsNothing(Configuration cell) {
    return "0".equals(cell.text(UntrainedNetworks.STEPS));
  }

  /** A claim that its own null cell passes is refused: beside an effect of 5, 0.004 is near 1. */
  @Test
  void aPlantedClaimThatItsNullCellPassesIsRefused() throws Exception {
    PaperTable table = KnownPapers.table("kvq-normalisation").orElseThrow();
    String planted = table.text().replace("    effect: 1\n", "    effect: 5\n");
    SweepSpec spec =
        SpecFile.read(table.file(), planted, Map.of("scale", "small"), new TrialCatalog());
    List<Claim> near =
        spec.comparison().claims().stream()
            .filter(claim -> claim.relation() == Relation.NEAR)
            .toList();

    assertThat(near)
        .singleElement()
        .satisfies(
            claim ->
                assertThat(wrong(claim, spec.comparison(), UntrainedNetworks.read()))
                    .contains("reproduced by its null cell"));
  }

  private static TreeSet<String> toMend(PaperTable table) throws Exception {
    try (var file = TestClaimsCanFail.class.getResourceAsStream(TO_MEND)) {
      TreeSet<String> lines = new TreeSet<>();
      new String(file.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> line.startsWith(table.key() + ": "))
          .forEach(lines::add);
      return lines;
    }
  }

  private static void storeJudged(JudgedTable table, UntrainedRuns runs) throws Exception {
    Comparison comparison = table.spec().comparison();
    SweepOutcomes outcomes = new SweepOutcomes(table.sweep());
    for (Claim claim : comparison.claims()) {
      Optional<Claim> judged = claim.chosen(outcomes);
      if (judged.isPresent() && UntrainedNetworks.judge(claim)) {
        int seeds = claim.cells(outcomes).stream().mapToInt(outcomes::ended).min().orElse(0);
        runs.store(judged.get(), comparison.layout(), seeds);
      }
    }
  }

  /**
   * Stores what untrained networks score, for cells that have nothing stored yet: the settings that
   * the stored tables judge, on as many seeds, and the first setting of each arm. By hand, after
   * cells of the tables changed: {@code -Dattune.store-untrained=FILE}.
   */
  @Test
  @Tag("soak")
  @EnabledIfSystemProperty(named = "attune.store-untrained", matches = ".+")
  void storeUntrainedNetworks() throws Exception {
    Path file = Path.of(System.getProperty("attune.store-untrained"));
    Natives.selectFastest();
    Natives.useThreads(1);
    UntrainedRuns runs = new UntrainedRuns(UntrainedNetworks.read(), file);
    for (PaperTable table : KnownPapers.tables()) {
      Optional<JudgedTable> judged =
          StoredTable.judged(DATA.resolve(table.key()), table.key(), "small", new TrialCatalog());
      if (judged.isPresent()) {
        storeJudged(judged.get(), runs);
      }
    }
    for (Stated stated : tables()) {
      Comparison comparison = stated.spec().comparison();
      for (Claim claim : comparison.claims()) {
        if (UntrainedNetworks.judge(claim)
            || claim.candidates().allMatch(TestClaimsCanFail::trainsNothing)) {
          runs.store(claim, comparison.layout());
        }
        Optional<Claim> ofTheNull = NullCheck.ofTheNullCell(claim);
        if (ofTheNull.isPresent()
            && ofTheNull.get().candidates().allMatch(TestClaimsCanFail::trainsNothing)) {
          runs.store(ofTheNull.get(), comparison.layout());
        }
      }
    }
  }
}
