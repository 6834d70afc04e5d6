package org.attune.model.train;

import java.util.Arrays;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;
import org.attune.api.catalog.Configuration;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkLayer;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.task.Batch;
import org.attune.model.task.ForwardRun;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Times the forward pass of a network beside that of the same network with other settings. Runs
 * alternate, so that other load on the machine slows both. It reports medians; times are not
 * reproducible.
 */
final class ForwardTimes {

  private static final int WARM_UP = 3;
  private static final int LEAST = 8; // rounds of two runs each
  private static final int MOST = 200;
  private static final long ENOUGH = 500_000_000; // nanoseconds

  private ForwardTimes() {}

  /**
   * Times a batch. Both networks run on the first one's device.
   *
   * @param changes settings of the other network that differ
   * @param name name of the other network in the metrics: {@code <name>_forward_milliseconds}
   */
  static Map<String, Double> of(
      NetworkOutputLayer network, Map<String, String> changes, String name, Batch batch) {
    NetworkLayer conf = (NetworkLayer) network.conf().getLayer();
    Configuration settings = new ForwardRun(conf.signature(), changes).of(conf.configuration());
    ComputationGraph graph = NetworkGraph.of(settings, conf.signature(), 0, DataType.FLOAT);
    NetworkOutputLayer other = (NetworkOutputLayer) graph.getLayer(0);
    try {
      network.device().ifPresent(other::computeOn);
      return measured(forward(network, batch), forward(other, batch), name, System::nanoTime);
    } finally {
      other.close();
      NetworkGraph.close(graph);
    }
  }

  private static Runnable forward(NetworkOutputLayer network, Batch batch) {
    return () -> network.runner().loss(batch.features(), batch.labels(), batch.weights());
  }

  /**
   * Times two tasks in rounds of one, other, other, one, so that effects of order, such as pauses
   * of a busy machine, hit both alike.
   *
   * @param clock current time in nanoseconds
   */
  static Map<String, Double> measured(
      Runnable one, Runnable other, String name, LongSupplier clock) {
    for (int run = 0; run < WARM_UP; run++) {
      one.run();
      other.run();
    }
    DoubleStream.Builder ones = DoubleStream.builder();
    DoubleStream.Builder others = DoubleStream.builder();
    long start = clock.getAsLong();
    for (int round = 0;
        round < MOST && (round < LEAST || clock.getAsLong() - start < ENOUGH);
        round++) {
      ones.add(milliseconds(one, clock));
      others.add(milliseconds(other, clock));
      others.add(milliseconds(other, clock));
      ones.add(milliseconds(one, clock));
    }
    double median = median(ones.build().toArray());
    double othersMedian = median(others.build().toArray());
    return Map.of(
        "forward_milliseconds",
        median,
        name + "_forward_milliseconds",
        othersMedian,
        "forward_over_" + name,
        median / othersMedian);
  }

  private static double milliseconds(Runnable work, LongSupplier clock) {
    long start = clock.getAsLong();
    work.run();
    return (clock.getAsLong() - start) / 1e6;
  }

  private static double median(double[] times) {
    Arrays.sort(times);
    return (times[times.length / 2] + times[(times.length - 1) / 2]) / 2;
  }
}
