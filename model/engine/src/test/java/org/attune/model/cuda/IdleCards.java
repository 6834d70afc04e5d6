package org.attune.model.cuda;

import java.util.List;
import java.util.Optional;
import org.attune.model.cuda.device.CardId;
import org.attune.model.cuda.device.HostlessCompiler;
import org.attune.model.cuda.device.Installation;
import org.attune.model.cuda.device.RecordingBlas;
import org.attune.model.cuda.device.RecordingDriver;
import org.attune.model.engine.DeviceBackend;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.Precision;
import org.nd4j.linalg.api.buffer.DataType;

/** A backend on several cards of which only the memory is real. */
public final class IdleCards {

  private final RecordingDriver driver = new RecordingDriver();
  private final DeviceBackend<?> backend;

  /**
   * @param installed the machine's cards, in the order of nvidia-smi
   * @param shown the numbers of those that CUDA shows, in its order
   */
  public IdleCards(List<CardId> installed, int... shown) {
    driver.installed = installed;
    driver.cards.clear();
    for (int number : shown) {
      driver.cards.add(RecordingDriver.card(driver.cards.size(), installed.get(number)));
    }
    Installation here =
        new Installation(
            Optional.of(driver),
            Optional.of(new HostlessCompiler()),
            Optional.of(new RecordingBlas(driver)),
            List.copyOf(driver.cards),
            List.of(),
            List.of());
    Cubins cubins = new Cubins(new HostlessCompiler(), Optional.empty());
    backend = new CudaBackend(() -> here, () -> cubins);
  }

  public DeviceBackend<?> backend() {
    return backend;
  }

  /** A faulty kernel ends the context of a card, by CUDA's number. */
  public void lose(int card) {
    try (DeviceSession<?> session = backend.open(DeviceShare.whole(card), Precision.FLOAT32)) {
      Arena arena = (Arena) session.memory(DataType.FLOAT);
      arena.block(4);
      driver.sticky = 700;
      arena.close();
    }
    driver.sticky = 0;
  }

  /** CUDA's numbers of the cards that trials have used, in order. */
  public List<String> used() {
    return driver.calls.stream().filter(call -> call.startsWith("retain")).toList();
  }
}
