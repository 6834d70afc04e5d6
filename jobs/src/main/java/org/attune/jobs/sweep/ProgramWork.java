package org.attune.jobs.sweep;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;
import org.attune.api.trial.Cause;
import org.attune.api.trial.Gpus;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialException;
import org.attune.api.trial.TrialProgram;
import org.attune.api.trial.TrialWork;
import org.attune.cluster.trial.OwnFault;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.search.OwnAnswers;

/**
 * The work of a program in Java, which fails where its result lacks a metric that the sweep asks
 * for.
 *
 * @param name of the program
 * @param brought its class, for messages
 * @param work of its trials
 * @param metrics that each result must have
 */
record ProgramWork(String name, String brought, TrialWork work, List<String> metrics)
    implements TrialWork {

  /**
   * The work of a program, after a check that executors can be sent it.
   *
   * @throws InputException if it cannot be serialised
   */
  static ProgramWork of(TrialProgram program, List<String> metrics) throws IOException {
    ProgramWork work =
        new ProgramWork(program.name(), OwnAnswers.describe(program), program.work(), metrics);
    try (ObjectOutputStream out = new ObjectOutputStream(OutputStream.nullOutputStream())) {
      out.writeObject(work);
    } catch (NotSerializableException e) {
      throw new InputException(
          "Cannot send the work of task '%s' to executors: it holds a %s, which is not serialisable; see TrialWork"
              .formatted(program.name(), e.getMessage()));
    }
    return work;
  }

  @Override
  public Result run(TrialContext trial, Reporter reporter) throws Exception {
    Result result = result(trial, reporter);
    for (String metric : metrics) {
      if (!result.metrics().containsKey(metric)) {
        List<String> given = result.metrics().keySet().stream().sorted().toList();
        throw new TrialException(
            Cause.TRIAL_FAULT,
            "The result of task '%s' lacks the metric '%s'; it has %s%s"
                .formatted(
                    name,
                    metric,
                    given.isEmpty() ? "none" : ShortList.near(metric, given, ""),
                    Spelling.hint(metric, given)));
      }
    }
    return result;
  }

  private Result result(TrialContext trial, Reporter reporter) throws Exception {
    Result result;
    try {
      result = work.run(trial, reporter);
    } catch (NullPointerException | IllegalArgumentException failed) {
      throw OwnFault.of(failed).map(Exception.class::cast).orElse(failed);
    }
    if (result == null) {
      throw new TrialException(
          Cause.TRIAL_FAULT, brought + ": its work returned null; return a value of type Result");
    }
    return result;
  }

  @Override
  public Optional<String> unusable() {
    return work.unusable();
  }

  @Override
  public Optional<String> unusable(Gpus gpus) {
    return work.unusable(gpus);
  }
}
