package org.attune.cluster.slot;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.attune.sweeps.state.SweepState;

/**
 * Carries messages between slots and the driver: set {@code spark.plugins} to this class.
 *
 * <p>Spark creates the plugin's two halves itself. So static fields, the only ones in this module,
 * hold the driver's runs, the sweep that its gauges show, and the executor's context.
 */
public final class SlotPlugin implements SparkPlugin {

  private static final Map<String, Receiver> RECEIVERS = new ConcurrentHashMap<>();
  private static final AtomicReference<PluginContext> EXECUTOR = new AtomicReference<>();

  /** The sweep that the driver's gauges show; null between runs. */
  private static final AtomicReference<SweepState> STATE = new AtomicReference<>();

  /** Answers the messages of one run. One of Spark's threads calls it, so it must never block. */
  @FunctionalInterface
  interface Receiver {
    SlotReply receive(SlotMessage message);
  }

  /** Sends the run's messages to {@code receiver} from now on. */
  static void connect(String run, Receiver receiver) {
    RECEIVERS.put(run, receiver);
  }

  /** Answers all further messages of the run's slots with quit. */
  static void disconnect(String run) {
    RECEIVERS.remove(run);
  }

  /** Shows a sweep in the driver's gauges until the next one. */
  static void show(SweepState state) {
    STATE.set(state);
  }

  /** The plugin context of this executor. */
  static PluginContext executor() {
    PluginContext context = EXECUTOR.get();
    if (context == null) {
      throw new IllegalStateException(
          "Cannot reach the driver: Spark was started without spark.plugins="
              + SlotPlugin.class.getName());
    }
    return context;
  }

  @Override
  public DriverPlugin driverPlugin() {
    return new DriverPlugin() {
      @Override
      public Map<String, String> init(SparkContext context, PluginContext plugin) {
        return Map.of();
      }

      @Override
      public void registerMetrics(String appId, PluginContext plugin) {
        SweepGauges.register(plugin.metricRegistry(), STATE::get);
      }

      @Override
      public Object receive(Object message) {
        SlotMessage sent = (SlotMessage) Wire.decode((byte[]) message);
        Receiver receiver = RECEIVERS.get(sent.run());
        SlotReply reply = receiver == null ? new SlotReply.Quit() : receiver.receive(sent);
        return Wire.encode(reply);
      }
    };
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new ExecutorPlugin() {
      @Override
      public void init(PluginContext context, Map<String, String> extra) {
        EXECUTOR.set(context);
      }
    };
  }
}
