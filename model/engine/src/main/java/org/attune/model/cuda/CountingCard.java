package org.attune.model.cuda;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.attune.model.cuda.device.Blas;
import org.attune.model.cuda.device.CardId;
import org.attune.model.cuda.device.DeviceFacts;
import org.attune.model.cuda.device.Driver;
import org.attune.model.cuda.device.KernelCompiler;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.Precision;
import org.attune.model.fusion.Fusion;
import org.jspecify.annotations.Nullable;

/**
 * A card that is not there: it computes nothing and counts the nodes of recorded steps. Host memory
 * is real and zero.
 */
public final class CountingCard {

  private static final DeviceFacts FACTS =
      new DeviceFacts(0, CardId.of("00000000", "00:00.0"), "none", 9, 0, 1L << 40, 232_448);
  private static final int VERSION = 13_000;
  private static final Set<String> NODES =
      Set.of("copyIn", "copyOut", "fill", "launch", "multiply", "multiplyEach");

  private final BiConsumer<String, Object[]> enqueued;
  private final Map<Long, Memory> host = new HashMap<>();
  private long next = 1L << 20; // a handle or an address, never used twice
  private long nodes; // since the last capture began

  private CountingCard(BiConsumer<String, Object[]> enqueued) {
    this.enqueued = enqueued;
  }

  /**
   * Opens a session on a card of its own.
   *
   * @param off rules of the fusion pass to switch off: see {@link Fusion}
   */
  public static DeviceSession<?> open(Set<String> off) {
    return open(off, (call, given) -> {});
  }

  /**
   * Opens a session on a card of its own.
   *
   * @param off rules of the fusion pass to switch off: see {@link Fusion}
   * @param enqueued hears of each node: the driver's or cuBLAS's call, and its arguments
   */
  public static DeviceSession<?> open(Set<String> off, BiConsumer<String, Object[]> enqueued) {
    CountingCard card = new CountingCard(enqueued);
    return new CudaSession(
        new DeviceRuntime(
            card.standIn(Driver.class),
            card.standIn(Blas.class),
            new Cubins(card.standIn(KernelCompiler.class), Optional.empty()),
            0),
        DeviceShare.whole(0),
        Precision.FLOAT32,
        true,
        Fusion.without(off));
  }

  private <T> T standIn(Class<T> kind) {
    Object made =
        Proxy.newProxyInstance(
            kind.getClassLoader(),
            new Class<?>[] {kind},
            (proxy, call, given) -> answer(call, given));
    return kind.cast(made);
  }

  private synchronized @Nullable Object answer(Method call, Object[] given) {
    if (NODES.contains(call.getName())) {
      nodes++;
      enqueued.accept(call.getName(), given);
    }
    return switch (call.getName()) {
      case "version" -> call.getReturnType() == int.class ? (Object) VERSION : "none";
      case "facts" -> FACTS;
      case "devices" -> 1;
      case "isIdle" -> true;
      case "allocate" -> next += (long) given[0] + (1 << 20);
      case "allocateHost" -> hostMemory((long) given[0]);
      case "freeHost" -> {
        host.remove((Long) given[0]);
        yield null;
      }
      case "beginCapture" -> {
        nodes = 0;
        yield null;
      }
      case "nodes" -> nodes;
      default -> nothing(call.getReturnType());
    };
  }

  private long hostMemory(long bytes) {
    Memory block = new Memory(bytes);
    block.clear();
    host.put(Pointer.nativeValue(block), block);
    return Pointer.nativeValue(block);
  }

  /** What a call returns that does nothing. */
  private @Nullable Object nothing(Class<?> type) {
    return switch (type.getSimpleName()) {
      case "long" -> next++;
      case "int" -> 1;
      case "boolean" -> false;
      case "byte[]" -> new byte[0];
      case "Optional" -> Optional.empty();
      case "List" -> List.of();
      case "String" -> "none";
      default -> null;
    };
  }
}
