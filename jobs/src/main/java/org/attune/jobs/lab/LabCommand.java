package org.attune.jobs.lab;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.attune.api.storage.ShellWord;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.Allowed;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.lab.Entries;
import org.attune.sweeps.lab.Entry;
import org.attune.sweeps.lab.Ledger;
import org.attune.sweeps.lab.LedgerCopy;
import org.attune.sweeps.lab.LedgerReader;
import org.attune.sweeps.lab.Standing;
import org.attune.sweeps.lab.Wealth;
import org.attune.sweeps.state.SweepView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune lab}: the ledger of a folder's claims, which bounds how many finds are wrong. */
@Command(
    name = "lab",
    description =
        "A lab is a folder with a ledger of what was ever claimed in it. The ledger bounds the"
            + " share of wrong results among all that the lab shows.",
    mixinStandardHelpOptions = true,
    subcommands = {
      LabCommand.InitCommand.class,
      LabCommand.StatusCommand.class,
      LabCommand.VerifyCommand.class,
      LabCommand.LedgerCommand.class,
      LabCommand.OpenCommand.class
    })
public final class LabCommand {

  /** Makes a lab. */
  @Command(
      name = "init",
      description = "Makes a folder a lab: sweeps in it state their claims in its ledger.",
      mixinStandardHelpOptions = true)
  static final class InitCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", description = "The folder; it need not exist.")
    private String directory;

    @Option(
        names = "--rate",
        paramLabel = "SHARE",
        description = "Most of its discoveries that may be wrong on average; default: .05.")
    @Allowed("a share between 0 and 1, such as .05")
    private double rate = Wealth.RATE;

    @Override
    public Integer call() throws Exception {
      if (!(rate > 0 && rate < 1)) {
        throw new InputException(
            "Invalid --rate %s: it is a share between 0 and 1, such as .05.".formatted(rate));
      }
      Storage storage = Sweeps.storage(directory);
      Optional<Ledger> around = Labs.nearest(storage);
      if (around.isPresent()) {
        throw new InputException(
            "%s is in the lab %s already; a lab within a lab would have wealth of its own."
                .formatted(directory, around.get().storage().describe()));
      }
      if (!new Ledger(storage).begin(rate)) {
        throw new InputException(directory + " is a lab already.");
      }
      System.out.printf(
          "%s is a lab: at most %s of its discoveries are wrong on average; next: %s lab status"
              + " %s%n",
          directory, LabText.share(rate), Launcher.name(), ShellWord.path(directory));
      return ExitCode.DONE;
    }
  }

  /** Shows a lab. */
  @Command(
      name = "status",
      description =
          "Shows a lab's claims and discoveries, how many of these are expected to be wrong, and"
              + " what the next claim needs.",
      mixinStandardHelpOptions = true)
  static final class StatusCommand implements Callable<Integer> {

    @Parameters(
        paramLabel = "LAB",
        description = "The lab's folder, or a file that 'lab ledger' printed.")
    private String lab;

    @Mixin
    private final JsonOutput json =
        new JsonOutput(LabJson.SHAPE, "Print JSON: the numbers, and every entry.");

    @Override
    public Integer call() throws IOException {
      Entries entries = Labs.readable(lab).read();
      json.print(() -> entries, () -> LabText.status(entries));
      return ExitCode.DONE;
    }
  }

  /** Checks a lab. */
  @Command(
      name = "verify",
      description = {
        "Checks a lab's ledger and the sweeps in its folder: that no entry was changed or removed,"
            + " that every level is the one that the entries before it give, and that every sweep"
            + " has its entry. A copy of the ledger has no sweeps, and does not show whether"
            + " entries are missing at its end.",
        "Exit code 1, with the name of the entry, if one was changed or removed."
      },
      mixinStandardHelpOptions = true)
  static final class VerifyCommand implements Callable<Integer> {

    @Parameters(
        paramLabel = "LAB",
        description = "The lab's folder, or a file that 'lab ledger' printed.")
    private String lab;

    @Override
    public Integer call() throws IOException {
      LedgerReader ledger = Labs.readable(lab);
      boolean copy = ledger instanceof LedgerCopy;
      LabCheck check =
          LabCheck.of(
              ledger, ledger instanceof Ledger own ? LabFolder.sweeps(own.storage()) : List.of());
      check.problems().forEach(System.out::println);
      System.out.printf(
          "%d %s%s: %s%n",
          check.entries(),
          check.entries() == 1 ? "entry" : "entries",
          copy ? "" : ", " + Counted.of(check.sweeps(), "sweep"),
          check.problems().isEmpty()
              ? "all as recorded"
              : Counted.of(check.problems().size(), "difference"));
      return check.problems().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }
  }

  /** Prints a ledger. */
  @Command(
      name = "ledger",
      description =
          "Prints a lab's ledger as one file, an entry a line, to publish it: 'lab status' and 'lab"
              + " verify' read the file.",
      mixinStandardHelpOptions = true)
  static final class LedgerCommand implements Callable<Integer> {

    @Parameters(
        paramLabel = "LAB",
        description = "The lab's folder, or a file that this command printed.")
    private String lab;

    @Override
    public Integer call() throws IOException {
      System.out.print(LedgerCopy.text(Labs.readable(lab).read()));
      return ExitCode.DONE;
    }
  }

  /** Opens a sweep's sealed numbers. */
  @Command(
      name = "open",
      description =
          "Shows the sealed numbers of a lab's sweep in 'sql' and 'export' before its claims are"
              + " judged. The ledger records it, with the reason.",
      mixinStandardHelpOptions = true)
  static final class OpenCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", description = "The sweep's directory.")
    private String directory;

    @Option(
        names = "--why",
        paramLabel = "TEXT",
        required = true,
        description = "The reason, for the ledger.")
    private String why;

    @Override
    public Integer call() throws Exception {
      if (why.isBlank()) {
        throw new InputException("--why is empty; write the reason.");
      }
      Storage storage = Sweeps.storage(directory);
      SweepView sweep = Sweeps.read(directory);
      Standing standing =
          Standing.of(sweep.header().provenance())
              .orElseThrow(
                  () ->
                      new InputException(
                          directory + " is in no lab's ledger: nothing of it is hidden."));
      Ledger ledger =
          Labs.of(standing, storage)
              .orElseThrow(
                  () ->
                      new InputException(
                          "Cannot find the lab of %s; it was in %s."
                              .formatted(directory, standing.folder())));
      List<Entry> before = ledger.read().openings(standing.entry());
      ledger.add(entries -> Optional.of(Entry.opened(standing.entry(), why)));
      Door.open(storage, sweep, Optional.of("opened: " + why.strip().replaceAll("\\s+", " ")));
      System.out.printf(
          "recorded: the sealed numbers of %s are shown now%s%n",
          directory, before.isEmpty() ? "" : ", as before");
      return ExitCode.DONE;
    }
  }
}
