package org.attune.jobs.report;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.Allowed;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.ForceOption;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.TextFile;
import org.attune.jobs.console.WriteFailure;
import org.attune.jobs.sweep.DriverTime;
import org.attune.jobs.sweep.FollowedSweep;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.TrialChoice;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.attune.sweeps.analysis.SweepSide;
import org.attune.sweeps.importance.Importances;
import org.attune.sweeps.state.SweepView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune report}: writes or serves one HTML page that shows a sweep. */
@Command(
    name = "report",
    description = {
      "Writes one HTML page that shows a sweep and opens without a network: learning curves,"
          + " parallel coordinates, importances, slices, a Pareto front, failures, slots,"
          + " comparisons, and every trial with its provenance.",
      "With several directories, the page shows what 'compare' prints, and the curves and trials of"
          + " all.",
      "With --serve, this machine serves the page and updates it while the sweep runs."
    })
public final class ReportCommand extends SweepCommand {

  private static final String PAGE = "report.html";
  private static final String SEVERAL = "compared.html";

  private static final int MOST_PORT = 65_535;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "DIR",
      description = "Further sweeps, to compare with the first.")
  private List<String> further = List.of();

  @Option(
      names = {"--to", "--html"}, // the earlier name stays
      paramLabel = "FILE",
      description =
          "Where the page goes; default: DIR/report.html, or here where DIR is remote; compared.html"
              + " here for several sweeps.")
  private Optional<Path> to = Optional.empty();

  @Mixin private ForceOption force;

  @Option(
      names = "--metric",
      paramLabel = "M",
      description = "A final metric; default: the sweep's objective.")
  private Optional<String> metric = Optional.empty();

  @Mixin private ClaimsOption claims;

  @Option(
      names = "--trials",
      split = ",",
      paramLabel = "T",
      description = "Draw the curves of these trials, a line each, in place of the cells' curves.")
  private List<String> trials = List.of();

  @Option(
      names = "--serve",
      description = "Serve the page on this machine and update it, until Ctrl-C.")
  private boolean serve;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "The port of --serve; default: a free one.")
  @Allowed("from 0 to " + MOST_PORT + ", and 0 takes a free one")
  private int port;

  private Optional<FollowedSweep> followed = Optional.empty();
  private long events = -1;
  private boolean driven;
  private Map<String, Object> data = Map.of();

  @Override
  public Integer call() throws Exception {
    if (!further.isEmpty()) {
      several();
    } else if (serve) {
      serve();
    } else {
      Path file = file();
      Map<String, Object> json = data();
      write(file, ReportPage.html(json, false));
      System.out.println(asGiven(file));
    }
    return ExitCode.DONE;
  }

  /** Writes the page of several sweeps. */
  private void several() throws Exception {
    if (serve || claims.given() || !trials.isEmpty()) {
      throw new InputException(
          "--serve, --spec and --trials are for one sweep: leave them out, or name one directory.");
    }
    List<String> all = Stream.concat(Stream.of(directory), further.stream()).toList();
    List<SweepSide> sides = SweepSides.of(all, metric);
    Path file = to.orElse(Path.of(SEVERAL));
    force.requireWritable(file, ReportPage::isOne);
    List<Map<String, Object>> judged = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      judged.add(
          claims.shown(sides.get(i).sweep(), all.get(i), sides.get(i).observed()).orElse(Map.of()));
    }
    write(file, ReportPage.html(new SeveralReports(all, sides, judged).json(), false));
    System.out.println(file);
  }

  private Path file() throws IOException {
    Optional<Path> local = Sweeps.storage(directory).localFolder();
    Path file = to.or(() -> local.map(dir -> dir.resolve(PAGE))).orElse(Path.of(PAGE));
    look(); // reports a directory without a sweep first
    force.requireWritable(file, ReportPage::isOne);
    return file;
  }

  /** The page below the directory as the user named it. */
  private Path asGiven(Path file) throws IOException {
    if (to.isPresent() || Sweeps.storage(directory).localFolder().isEmpty()) {
      return file;
    }
    Path given = Path.of(directory).resolve(PAGE);
    return Files.exists(given) && Files.isSameFile(given, file) ? given : file;
  }

  /** Writes a page; in its sweep's directory it replaces a link instead of following it. */
  private void write(Path file, String page) throws IOException {
    Storage storage = Sweeps.storage(directory);
    boolean own = further.isEmpty() && to.isEmpty() && storage.localFolder().isPresent();
    WriteFailure.naming(
        file,
        "name another file with --to",
        () -> {
          if (own) {
            TextFile.replace(file, page);
          } else {
            TextFile.write(file, page);
          }
        });
  }

  private void serve() throws Exception {
    if (port < 0 || port > MOST_PORT) {
      throw new InputException(
          "--port is %d; it must be from 0 to %d, and 0 takes a free one."
              .formatted(port, MOST_PORT));
    }
    data();
    try (ReportServer server = ReportServer.start(port, this::data)) {
      System.out.println(server.address() + "  (Ctrl-C ends it)");
      new CountDownLatch(1).await();
    } catch (BindException taken) {
      throw new InputException(
          "Cannot serve on port %d: it is taken; give another --port, or none.".formatted(port));
    }
  }

  /** The ids of the trials whose curves the user wants. */
  private List<String> chosen(SweepView sweep) {
    if (trials.size() > LearningCurves.MOST_CELLS) {
      throw new InputException(
          "--trials names %d trials; the page draws up to %d lines."
              .formatted(trials.size(), LearningCurves.MOST_CELLS));
    }
    return trials.stream()
        .map(trial -> TrialChoice.find(sweep, directory, trial).trial().id())
        .distinct()
        .toList();
  }

  private SweepView look() throws IOException {
    if (followed.isEmpty()) {
      followed = Optional.of(FollowedSweep.in(directory));
    }
    return followed.get().look();
  }

  /** The page's data from the current journal; rebuilt after new events or the driver's end. */
  synchronized Map<String, Object> data() throws Exception {
    boolean drivenNow = Sweeps.driven(directory);
    SweepView sweep = look();
    if (sweep.events() != events || drivenNow != driven) {
      AnalyzedMetric analyzedMetric = AnalyzedMetric.of(sweep, metric, directory);
      Observations observations =
          Observations.of(sweep, analyzedMetric.name(), analyzedMetric.goal());
      Optional<Map<String, Object>> table = claims.shown(sweep, directory, observations);
      SweepAnalysis analysis = SweepAnalysis.of(observations);
      data =
          new ReportData(
                  sweep,
                  drivenNow,
                  DriverTime.now(directory, sweep),
                  observations,
                  AnalysisJson.of(sweep, analysis, Importances.of(analysis)),
                  BestCells.onPage(sweep, directory),
                  table,
                  directory,
                  chosen(sweep))
              .json();
      events = sweep.events();
      driven = drivenNow;
    }
    return data;
  }
}
