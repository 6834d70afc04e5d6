package org.attune.sweeps.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.trial.Cause;
import org.attune.api.trial.CheckpointPlan;
import org.attune.api.trial.ProgramCatalog;
import org.attune.api.trial.TrialProgram;
import org.attune.api.trial.TrialWork;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.LoopObserver;
import org.attune.sweeps.scheduler.LoopSetup;
import org.attune.sweeps.scheduler.RealTime;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.SweepLoop;
import org.attune.sweeps.spec.ExecutionSettings;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code docs/your-own-training.md} shows works. */
class TestOwnTrainingPage {

  private static final Path PAGE = Path.of("..", "docs", "your-own-training.md");
  private static final String OF_API =
      """
      import java.util.*;
      import org.attune.api.*;
      import org.attune.api.catalog.*;
      import org.attune.api.trial.*;
      """;

  @TempDir Path folder;

  @Test
  void aProgramInPythonIsSwept() throws Exception {
    assumeTrue(hasPython(), "the example's interpreter is not on this machine");
    Files.writeString(folder.resolve("train.py"), block("python", 0));
    String yaml =
        block("yaml", 0)
            .replace("  command:\n", "  command:\n    folder: " + folder + "\n")
            .replace("trials: 20", "trials: 6");
    CommandTask task = SpecFile.command("mine.yaml", yaml).orElseThrow();

    SweepView sweep = run(yaml, task.catalog(), task.work());

    assertThat(sweep.counts().finished() + sweep.counts().stopped()).isEqualTo(6);
    assertThat(sweep.best().orElseThrow().objective().orElseThrow()).isLessThan(0.5);
    assertThat(sweep.best().orElseThrow().attempt().orElseThrow().metrics())
        .containsOnlyKeys("loss", "accuracy");
  }

  @Test
  void theVariablesOfTheSweepFileAreRead() throws Exception {
    String yaml =
        block("yaml", 0).replace("    parameters:\n", block("yaml", 1) + "    parameters:\n");

    CommandTask task = SpecFile.command("mine.yaml", yaml).orElseThrow();

    assertThat(task.variables().values()).containsOnlyKeys("WANDB_MODE");
    assertThat(task.secrets()).containsOnlyKeys("DB_PASSWORD", "WANDB_API_KEY");
    assertThat(task.variables().inherited()).containsExactly("HF_HOME", "SLURM_*");
    assertThat(task.warnings()).isEmpty();
  }

  /** The jar needs nothing but {@code attune-api} to compile. */
  @Test
  void aTaskInAJarIsFoundAndSwept() throws Exception {
    URL api = TrialProgram.class.getProtectionDomain().getCodeSource().getLocation();
    Path classes = compile("Parabola", Path.of(api.toURI()).toString(), OF_API + block("java", 0));
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve(TrialProgram.class.getName()), "Parabola\n");
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      TrialProgram program =
          ServiceLoader.load(TrialProgram.class, loader).findFirst().orElseThrow();
      String yaml =
          """
          sweep: own
          task: parabola
          axes: {x: {uniform: [-10, 10]}}
          objective: {metric: loss, goal: minimize}
          search: {trials: 15}
          """;
      assertThat(SpecFile.taskName(yaml)).contains(program.name());

      SweepView sweep = run(yaml, new ProgramCatalog(program), program.work());

      assertThat(sweep.counts().finished()).isEqualTo(15);
      assertThat(sweep.best().orElseThrow().objective().orElseThrow()).isLessThan(0.1);
    }
  }

  /** The page's loop, compiled, on a study that was begun by another process. */
  @Test
  void aProgramWithALoopOfItsOwnAsksAndTells() throws Exception {
    String yaml = asked();
    try (Study study = Study.open(folder, yaml)) {
      assertThat(study.ask()).isPresent(); // and is killed
    }
    Path classes =
        compile(
            "Loop",
            System.getProperty("java.class.path"),
            OF_API
                + "import org.attune.sweeps.study.*;\n"
                + "public final class Loop implements java.util.concurrent.Callable<Void> {\n"
                + "  public static java.nio.file.Path directory;\n  public static String yaml;\n"
                + "  public Void call() throws Exception {\n"
                + block("java", 1)
                + "    return null;\n  }\n}\n");
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      Class<?> loop = loader.loadClass("Loop");
      loop.getField("directory").set(null, folder);
      loop.getField("yaml").set(null, yaml);
      ((java.util.concurrent.Callable<?>) loop.getConstructor().newInstance()).call();
    }

    SweepView sweep = SweepJournal.read(new LocalStorage(folder));
    assertThat(sweep.counts().finished() + sweep.counts().stopped()).isEqualTo(20);
    assertThat(sweep.counts().stopped()).isPositive();
    assertThat(sweep.counts().abandoned()).isZero();
    assertThat(sweep.completed()).isPresent();
    assertThat(sweep.trials().get(0).attempts()).hasSize(2);
  }

  @Test
  void aTrialThatWasToldIsNotToldAgainAndAFailureMayBeTriedAgain() throws Exception {
    try (Study study = Study.open(folder, asked())) {
      Study.Asked first = study.ask().orElseThrow();
      first.fail(Cause.TRANSIENT, "no network");

      Study.Asked again = study.ask().orElseThrow();
      assertThat(again.id()).isEqualTo(first.id());
      assertThat(study.ending()).isEmpty();
      assertThatThrownBy(() -> first.finish(Map.of("loss", 1.0)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("it was told how it ended");
    }
  }

  private static String asked() throws IOException {
    return block("yaml", 0).replaceFirst(" *run: .*\n", "");
  }

  /** Runs a sweep on two threads of this process. */
  private SweepView run(String yaml, AxisCatalog catalog, TrialWork work)
      throws SpecException, IOException, InterruptedException {
    SweepSpec spec = SpecFile.read("mine.yaml", yaml, Map.of(), catalog);
    Scheduler scheduler = new Scheduler(spec, spec.newSearch(catalog));
    SweepHeader header = SpecHeader.of(spec, scheduler.trials(), 1, Map.of());
    try (SweepJournal journal =
        SweepJournal.open(
            new LocalStorage(folder.resolve("sweep")), header, false, scheduler::apply)) {
      new SweepLoop(
              scheduler,
              new InProcessSlots(work),
              journal::append,
              new RealTime(),
              LoopSetup.of(ExecutionSettings.STANDARD, 2, 1, CheckpointPlan.NONE),
              new Silent())
          .run();
      return journal.state().view();
    }
  }

  private Path compile(String name, String classPath, String source) throws IOException {
    Path file = folder.resolve(name + ".java");
    Files.writeString(file, source);
    Path classes = Files.createDirectories(folder.resolve("classes"));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                classPath,
                "-d",
                classes.toString(),
                file.toString());
    assertThat(failed).as("javac of the page's %s", name).isZero();
    return classes;
  }

  /** A block of code of the page, by language and number. */
  private static String block(String language, int number) throws IOException {
    List<String> blocks = new ArrayList<>();
    Matcher matcher =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE));
    while (matcher.find()) {
      blocks.add(matcher.group(1));
    }
    return blocks.get(number);
  }

  private static boolean hasPython() {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(path -> Files.isExecutable(Path.of(path, "python3")));
  }

  private static final class Silent implements LoopObserver {
    @Override
    public void tick(int slots) {}

    @Override
    public void ended(String trialId, int attempt) {}

    @Override
    public void ignored(long slot, Event.OfAttempt end) {}
  }
}
