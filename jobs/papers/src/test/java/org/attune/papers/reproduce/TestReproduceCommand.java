package org.attune.papers.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.attune.api.paper.PaperTable;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.run.Plan;
import org.attune.jobs.session.KnownPapers;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class TestReproduceCommand {

  private static final double SMOKE_TFLOP = 2;

  /** Forty minutes on two cores, each at some 110 GFLOP/s. */
  private static final double SMALL_TFLOP = 520;

  private static final Path DOCS = Path.of(System.getProperty("attune.home", "../.."), "docs");

  static Stream<PaperTable> tables() {
    return KnownPapers.tables().stream();
  }

  @Test
  void aloneItListsAllTables() throws Exception {
    JsonNode tables = new ObjectMapper().readTree(Ran.printed("reproduce", "--json"));

    List<String> keys = new ArrayList<>();
    tables.forEach(table -> keys.add(table.get("table").asText()));
    assertThat(keys).hasSize(22).contains("neon", "mta-toy", "kvq-operators", "patterns");
    tables.forEach(table -> assertThat(table.get("title").asText()).isNotBlank());
    assertThat(Ran.printed("reproduce")).contains("split-q-noise");
  }

  @ParameterizedTest
  @MethodSource("tables")
  void everyTableIsValidAndWithinItsCostAtEveryScale(PaperTable table) throws Exception {
    TrialCatalog catalog = new TrialCatalog();
    for (String scale : table.scales()) {
      SweepSpec spec = SpecFile.read(table.file(), table.text(), Map.of("scale", scale), catalog);
      assertThat(spec.name()).isEqualTo(table.key() + "-" + scale);
      assertThat(spec.comparison().claims()).isNotEmpty();
      assertThat(spec.comparison().layout().title()).isNotEmpty();
      assertThat(spec.comparison().claims())
          .allSatisfy(claim -> assertThat(claim.paper()).isNotEmpty());
      double tflop =
          Plan.of(spec, catalog).leastFlops() / 1e12; // edges and later looks come on top
      Optional<Double> most =
          scale.equals("smoke")
              ? Optional.of(SMOKE_TFLOP)
              : scale.equals("small") ? Optional.of(SMALL_TFLOP) : Optional.empty();
      most.ifPresent(limit -> assertThat(tflop).isLessThanOrEqualTo(limit));
    }
  }

  /** Unless a scale states its own, as those of the authors' size do where their cells differ. */
  @Test
  void claimsOfAllScalesSayTheSame() throws Exception {
    PaperTable table = KnownPapers.table("kvq-policy").orElseThrow();
    List<List<String>> said = new ArrayList<>();
    for (String scale : table.scales()) {
      SweepSpec spec =
          SpecFile.read(table.file(), table.text(), Map.of("scale", scale), new TrialCatalog());
      said.add(spec.comparison().claims().stream().map(Claim::says).toList());
    }
    assertThat(said.get(1)).isEqualTo(said.get(0)).isEqualTo(said.get(2));
  }

  /** A scale that is not of the paper's size is called so; results under its old name go on. */
  @Test
  void theLargestScaleIsNamedForWhatItIs() throws Exception {
    PaperTable table = KnownPapers.table("mta-lm").orElseThrow();
    TrialCatalog catalog = new TrialCatalog();
    SweepSpec large = SpecFile.read(table.file(), table.text(), Map.of("scale", "large"), catalog);
    SweepSpec paper = SpecFile.read(table.file(), table.text(), Map.of("scale", "paper"), catalog);

    assertThat(large.name()).isEqualTo("mta-lm-large");
    assertThat(paper.name()).isEqualTo("mta-lm-paper");
    assertThat(paper.comparison().cells()).isEqualTo(large.comparison().cells());
    assertThat(Ran.refused("reproduce", "split-q", "--scale", "large"))
        .contains("split-q has no scale 'large'; its largest, 'paper', is of the paper's size");
  }

  @Test
  void aPageShowsEveryOption() throws Exception {
    StringBuilder pages = new StringBuilder();
    for (String page :
        List.of("reproducing-the-papers", "your-own-papers", "clusters", "troubleshooting")) {
      pages.append(Files.readString(DOCS.resolve(page + ".md")));
    }

    assertThat(new CommandLine(new ReproduceCommand()).getCommandSpec().options())
        .extracting(OptionSpec::longestName)
        .contains("--judge-again", "--jars")
        .filteredOn(name -> !Set.of("--help", "--version").contains(name))
        .allSatisfy(name -> assertThat(pages).contains(name));
  }

  @Test
  void whatThePapersClaimIsListed() {
    assertThat(Ran.printed("list", "papers", "--json"))
        .contains("A learned gate beats no gate", "1.2551 against 1.4673", "NeonBench")
        .contains(
            "validation_loss: neon016 (best of 2 settings, 4 tuning trials; of up to 5, 10 if a best"
                + " value lies at an edge) below neon005 (best of 2 settings, 4 tuning trials; of up"
                + " to 5, 10 if a best value lies at an edge) by 0.0112 of its distance to the"
                + " floor")
        .contains("nrmse_extrapolation: sigma 2 above nrmse_interpolation of sigma 2");
  }

  @Test
  void whatIsMistypedIsSaidWithTheNearestWord() {
    assertThat(Ran.refused("reproduce", "neno", "--scale", "smoke"))
        .contains("There is no table 'neno'", "did you mean 'neon'?");
    assertThat(Ran.refused("reproduce", "neon", "--scale", "tiny"))
        .contains("Invalid --scale 'tiny'; it must be one of smoke, small, large, paper");
    assertThat(Ran.refused("reproduce", "neon")).contains("--scale is missing");
  }

  @Test
  void whatAUserMayLeaveOutHasAValueFromTheStart() {
    assertThat(new CommandLine(new ReproduceCommand()).getCommandSpec().args())
        .allMatch(arg -> arg.required() || arg.defaultValue() != null || arg.getValue() != null);
  }
}
