package org.attune.cluster.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.attune.api.Cost;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialException;
import org.attune.api.trial.TrialWork;
import org.attune.model.cuda.device.CudaException;
import org.attune.model.engine.NoRoomException;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

class TestModelTraining {

  private static final String SMALL =
      """
      sweep: small
      task: text
      model: {width: 8, layers: 1, heads: 1}
      train: {steps: 2, batch: 2}
      objective: {metric: validation_loss, goal: minimize}
      """;

  @Test
  void aStopThatComesWithTheLastReportDiscardsNothing() throws Exception {
    TrialWork.Result result =
        ModelTraining.on(Optional.empty()).run(context(Map.of()), stoppingAt(2));

    assertThat(result.metrics()).containsKey("validation_loss");
  }

  /** Science 6: both columns. */
  @Test
  void reportsItsParametersWithAndWithoutEmbeddings() throws Exception {
    Map<String, Double> metrics =
        ModelTraining.on(Optional.empty()).run(context(Map.of()), (step, values) -> {}).metrics();
    Cost cost = TrialCatalog.costOf(context(Map.of()).configuration());

    assertThat(metrics)
        .containsEntry("parameters", (double) cost.parameters())
        .containsEntry("parameters_non_embedding", (double) cost.nonEmbedding())
        .containsEntry("state_bytes", (double) cost.stateBytes().orElseThrow());
    assertThat(cost.nonEmbedding()).isLessThan(cost.parameters());
  }

  @Test
  void aStopBeforeThatEndsTheTraining() {
    assertThatThrownBy(
            () -> ModelTraining.on(Optional.empty()).run(context(Map.of()), stoppingAt(1)))
        .isInstanceOf(TrialWork.StoppedException.class);
  }

  @Test
  void aWrongConfigurationIsTheTrialsFault() {
    TrialException failure =
        (TrialException)
            catchThrowable(
                () ->
                    ModelTraining.on(Optional.empty())
                        .run(context(Map.of("model.heads", "3")), (step, values) -> {}));

    assertThat(failure.reason()).isEqualTo(Cause.TRIAL_FAULT);
  }

  @Test
  void aHostThatHadoopDoesNotKnowIsNotTheTrialsFault() {
    assertThatThrownBy(
            () ->
                ModelTraining.on(Optional.of(HadoopData.at("hdfs://no-such-host.invalid:1/text")))
                    .run(context(Map.of("task.corpus", "data")), (step, values) -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-host.invalid");
  }

  @Test
  void aMatrixThatCannotBeFactoredIsDivergence() {
    TrialException failure =
        (TrialException) Causes.of(new ArithmeticException("not positive definite"));

    assertThat(failure.reason()).isEqualTo(Cause.DIVERGENCE);
    assertThat(failure).hasMessage("not positive definite");
  }

  @Test
  void aCardThatIsLostIsThePlatformsFailure() {
    TrialException failure =
        (TrialException)
            Causes.of(new CudaException("cuStreamSynchronize said 700, an illegal address", 700));

    assertThat(failure.reason()).isEqualTo(Cause.INFRASTRUCTURE);
    assertThat(failure).hasMessageContaining("said 700");
  }

  @Test
  void aCardWithoutMemoryIsAMatterOfMemory() {
    TrialException failure =
        (TrialException) Causes.of(new CudaException("cuMemAlloc said 2, out of memory", 2));

    assertThat(failure.reason()).isEqualTo(Cause.OUT_OF_MEMORY);
  }

  @Test
  void moreMemoryThanItsShareOfACardIsTheTrialsFault() {
    TrialException failure =
        (TrialException) Causes.of(new NoRoomException("too much", 1).advising("Take less"));

    assertThat(failure.reason()).isEqualTo(Cause.TRIAL_FAULT);
    assertThat(failure).hasMessage("too much. Take less");
  }

  @Test
  void aSizeThatOverflowsIsTheTrialsFaultAndNoDivergence() {
    ArithmeticException overflow =
        catchThrowableOfType(() -> Math.toIntExact(1L << 31), ArithmeticException.class);
    TrialException failure = (TrialException) Causes.of(overflow);

    assertThat(failure.reason()).isEqualTo(Cause.TRIAL_FAULT);
    assertThat(failure).hasMessage("The trial is too large: a count exceeds 2^31");
    assertThat(((TrialException) Causes.of(new ArithmeticException("Cannot invert"))).reason())
        .isEqualTo(Cause.DIVERGENCE);
  }

  @Test
  void anIllegalArgumentOfALibraryIsNobodysFault() {
    RuntimeException strange = new IllegalArgumentException("java.net.UnknownHostException: x");

    assertThat(Causes.of(strange)).isSameAs(strange);
  }

  @Test
  void aNullInAClassOfTheUsersIsTheTrialsFaultAndNamesTheLine() {
    RuntimeException own = nullIn("mine.Spiral", "Spiral.java", 12);
    RuntimeException hadoop = nullIn("org.apache.hadoop.fs.Path", "Path.java", 1);
    RuntimeException netty = nullIn("io.netty.channel.Channel", "Channel.java", 1);

    TrialException failure = (TrialException) Causes.of(own);
    assertThat(failure.reason()).isEqualTo(Cause.TRIAL_FAULT);
    assertThat(failure).hasMessage("mine.Spiral (Spiral.java:12): no examples");
    assertThat(Causes.of(hadoop)).isSameAs(hadoop);
    assertThat(Causes.of(netty)).isSameAs(netty);
  }

  private static RuntimeException nullIn(String type, String file, int line) {
    RuntimeException failure = new NullPointerException("no examples");
    failure.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("java.util.Objects", "requireNonNull", "Objects.java", 1),
          new StackTraceElement(type, "draw", file, line),
          new StackTraceElement(
              "org.attune.model.train.TrialTrainer", "train", "TrialTrainer.java", 1)
        });
    return failure;
  }

  private static TrialWork.Reporter stoppingAt(long last) {
    return (step, values) -> {
      if (step >= last) {
        throw new TrialWork.StoppedException("enough");
      }
    };
  }

  private static TrialContext context(Map<String, String> changes) throws Exception {
    SweepSpec spec = SpecFile.read("small.yaml", SMALL, Map.of(), new TrialCatalog());
    Map<String, String> values = new TreeMap<>(spec.base().values());
    values.putAll(changes);
    return new TrialContext("t", 1, new TreeMap<>(values), 7, 1);
  }
}
