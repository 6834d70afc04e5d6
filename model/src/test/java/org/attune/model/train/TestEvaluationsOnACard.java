package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.cuda.HostCard;
import org.attune.model.cuda.IdleCard;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.Natives;
import org.attune.model.task.DataOpener;
import org.attune.model.task.Task;
import org.attune.model.task.Tasks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is run after a training on a card. */
class TestEvaluationsOnACard {

  private static final Map<String, String> TEXT =
      Map.of(
          "task", "text",
          "task.length", "8",
          "task.longest", "2",
          "task.corpus.size", "2000",
          "task.validation-examples", "8",
          "model.width", "8",
          "model.heads", "2",
          "train.batch", "4",
          "train.steps", "3");

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  /** On a card whose kernels do nothing every loss is 0, and on the processor none is. */
  @Test
  void isRunThereToo() throws Exception {
    IdleCard card = new IdleCard(4L << 30);

    Map<String, Double> metrics = train(TEXT, card.open(1), (step, m) -> true);

    assertThat(metrics.get("validation_loss")).isZero();
    assertThat(metrics.get("validation_loss_at_2t")).isZero();
    assertThat(card.held()).isEmpty();
  }

  @Test
  void whatHasNoRoomThereIsRunOnTheProcessor() throws Exception {
    Map<String, String> longer = new TreeMap<>(TEXT);
    longer.putAll(Map.of("task.longest", "64", "task.corpus.size", "20000"));
    IdleCard whole = new IdleCard(4L << 30);
    train(TEXT, whole.open(1), (step, m) -> true);
    long little = whole.most();
    train(longer, whole.open(1), (step, m) -> true);
    long room = (little + whole.most()) / 2;
    IdleCard card = new IdleCard(room * 8 / 7); // of a small card CUDA takes an eighth

    Map<String, Double> metrics = train(longer, card.open(1), (step, m) -> true);

    assertThat(metrics.get("validation_loss_at_2t")).isZero();
    assertThat(metrics.get("validation_loss_at_64t")).isGreaterThan(1);
    assertThat(card.held()).isEmpty();
  }

  @Test
  void losesNoDigitsThatMatter() throws Exception {
    HostCard card = HostCard.here();

    Map<String, Double> there = train(TEXT, card.open(), (step, m) -> true);
    Map<String, Double> here =
        TrialTrainer.train(TEXT, 3, DataOpener.NONE, (step, m) -> true).metrics();

    assertThat(there.keySet()).isEqualTo(here.keySet());
    for (String name : List.of("validation_loss_at_2t", "output_norm_growth_at_2t")) {
      assertThat(there.get(name)).isCloseTo(here.get(name), within(1e-4));
    }
    assertThat(card.held()).isEmpty();
  }

  /** Otherwise a card's time is divided by a processor's. */
  @Test
  void bothNetworksOfATimingAreOnTheCard() throws Exception {
    IdleCard card = new IdleCard(4L << 30);
    List<Long> most = new ArrayList<>();
    Map<String, String> settings =
        Map.of(
            "task", "forward-cost",
            "attention.weights", "ridge",
            "model.kind", "kvq",
            "model.heads", "1",
            "model.kind.embedding", "none",
            "model.kind.decoder-layers", "0",
            "train.steps", "0");

    train(settings, card.open(1), (step, metrics) -> most.add(card.most()));

    assertThat(most).hasSize(2);
    assertThat(most.get(1)).isGreaterThan(most.get(0)); // the second network's memory
  }

  private static Map<String, Double> train(
      Map<String, String> configuration, DeviceSession<?> session, Reporter reporter)
      throws Exception {
    Configuration settings = new Configuration(configuration);
    Task task = Tasks.of(settings);
    try (Placement place = new Placement(Optional.of(session), "gpu:0")) {
      return TrialTrainer.of(configuration, 3, DataOpener.NONE)
          .train(task.open(settings, 3, DataOpener.NONE), place, reporter)
          .metrics();
    }
  }
}
