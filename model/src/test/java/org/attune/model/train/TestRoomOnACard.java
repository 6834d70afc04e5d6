package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.catalog.Configuration;
import org.attune.model.cuda.IdleCard;
import org.attune.model.engine.Natives;
import org.attune.model.engine.NoRoomException;
import org.attune.model.task.DataOpener;
import org.attune.model.task.Task;
import org.attune.model.task.Tasks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trials that share a card's memory: none holds more than its share, or begins in vain. */
class TestRoomOnACard {

  private static final long CARD = 400L << 20;
  private static final Map<String, String> SMALL =
      Map.ofEntries(
          Map.entry("task", "text"),
          Map.entry("task.length", "16"),
          Map.entry("task.corpus.size", "20000"),
          Map.entry("task.validation-examples", "300"),
          Map.entry("model.width", "16"),
          Map.entry("model.heads", "2"),
          Map.entry("attention.gate", "learned"),
          Map.entry("train.steps", "2"));

  private final List<Long> reported = new ArrayList<>();

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"adam", "sgd", "momentum"})
  void aTrialTakesAllItsMemoryBeforeItsFirstReport(String optimizer) throws Exception {
    IdleCard card = new IdleCard(CARD);
    List<Long> most = new ArrayList<>();

    train(
        card,
        0.5,
        Map.of("train.batch", "128", "train.optimizer", optimizer),
        (step, metrics) -> most.add(card.most()));

    assertThat(most).hasSizeGreaterThan(2).containsOnly(card.most());
    assertThat(card.most()).isLessThanOrEqualTo(CARD / 2);
    assertThat(card.held()).isEmpty();
  }

  @Test
  void aBatchThatDoesNotFitIsWorkedThroughInParts() throws Exception {
    IdleCard card = new IdleCard(CARD);

    TrainingOutcome outcome = train(card, 0.25, LARGE, this::report);

    assertThat(outcome.device()).matches("gpu:0, train\\.memory \\d+");
    assertThat(reported).contains(2L);
    assertThat(card.most()).isLessThanOrEqualTo(CARD / 4);
    assertThat(card.held()).isEmpty();
    assertThat(train(new IdleCard(CARD), 1, LARGE, this::report).device()).isEqualTo("gpu:0");
  }

  @Test
  void partsThatTheUserSetAndThatDoNotFitAreRefusedBeforeAnythingBegins() {
    IdleCard card = new IdleCard(CARD);
    Map<String, String> set = new HashMap<>(LARGE);
    set.put("train.memory", "100000");

    NoRoomException refused = refused(card, 0.25, set);

    assertThat(refused)
        .hasMessageMatching(
            "The trial holds 0\\.\\d+ GiB of gpu:0 \\(Small\\) and wants 0\\.\\d+ GiB more, and may"
                + " hold 0\\.09 GiB: its share, 0\\.25, of the card's 0\\.4 GiB, less what CUDA"
                + " itself takes\\. Set train\\.memory to \\d+, .* execution\\.gpus-per-trial");
    assertThat(reported).isEmpty();
    assertThat(card.most()).isLessThanOrEqualTo(CARD / 4);
    assertThat(card.held()).isEmpty();
  }

  @Test
  void whatDoesNotFitInPartsEitherIsRefused() {
    IdleCard card = new IdleCard(CARD);
    Map<String, String> wide = Map.of("model.width", "1024", "train.batch", "16");

    assertThat(refused(card, 0.25, wide))
        .hasMessageContaining("Make train.batch, model.width or model.layers smaller");
    assertThat(reported).isEmpty();
    assertThat(card.held()).isEmpty();
  }

  @Test
  void whatTheRefusalAdvisesIsEnough() throws Exception {
    IdleCard card = new IdleCard(CARD);
    Map<String, String> heeded = new HashMap<>(LARGE);
    heeded.put("train.memory", "100000");
    Matcher advice =
        Pattern.compile("Set train\\.memory to (\\d+)")
            .matcher(refused(card, 0.25, heeded).getMessage());
    assertThat(advice.find()).isTrue();
    heeded.put("train.memory", advice.group(1));

    train(card, 0.25, heeded, this::report);

    assertThat(reported).contains(2L);
    assertThat(card.most()).isLessThanOrEqualTo(CARD / 4);
  }

  /** Heads are watched there too: a batch is on the card at once, and may be as large. */
  @Test
  void aTrialOnACardReportsWhatOneOnTheProcessorDoes() throws Exception {
    Map<String, String> settings = Map.of("train.batch", "16");

    TrainingOutcome there = train(new IdleCard(CARD), 1, settings, this::report);
    TrainingOutcome here =
        TrialTrainer.train(all(settings), 3, DataOpener.NONE, (step, metrics) -> true);

    assertThat(there.metrics().keySet()).isEqualTo(here.metrics().keySet());
  }

  private static final Map<String, String> LARGE = Map.of("train.batch", "1024");

  private NoRoomException refused(IdleCard card, double part, Map<String, String> changes) {
    return catchThrowableOfType(
        () -> train(card, part, changes, this::report), NoRoomException.class);
  }

  private boolean report(long step, Map<String, Double> metrics) {
    return reported.add(step);
  }

  private static TrainingOutcome train(
      IdleCard card, double part, Map<String, String> changes, Reporter reporter) throws Exception {
    Configuration settings = new Configuration(all(changes));
    Task task = Tasks.of(settings);
    try (Placement place = new Placement(Optional.of(card.open(part)), "gpu:0")) {
      return TrialTrainer.of(all(changes), 3, DataOpener.NONE)
          .train(task.open(settings, 3, DataOpener.NONE), place, reporter);
    }
  }

  private static Map<String, String> all(Map<String, String> changes) {
    Map<String, String> all = new HashMap<>(SMALL);
    all.putAll(changes);
    return all;
  }
}
