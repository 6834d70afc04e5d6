package org.attune.cluster.averaging;

import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.broadcast.Broadcast;
import org.attune.cluster.trial.Averaging;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.deeplearning4j.nn.updater.graph.ComputationGraphUpdater;
import org.deeplearning4j.spark.api.Repartition;
import org.deeplearning4j.spark.api.RepartitionStrategy;
import org.deeplearning4j.spark.api.WorkerConfiguration;
import org.deeplearning4j.spark.api.worker.NetBroadcastTuple;
import org.deeplearning4j.spark.impl.graph.SparkComputationGraph;
import org.deeplearning4j.spark.impl.multilayer.SparkDl4jMultiLayer;
import org.deeplearning4j.spark.impl.paramavg.ParameterAveragingTrainingMaster;
import org.deeplearning4j.spark.impl.paramavg.ParameterAveragingTrainingResult;
import org.deeplearning4j.spark.impl.paramavg.ParameterAveragingTrainingWorker;
import org.deeplearning4j.spark.impl.paramavg.aggregator.ParameterAveragingAggregationTuple;
import org.deeplearning4j.spark.impl.paramavg.aggregator.ParameterAveragingElementAddFunction;
import org.deeplearning4j.spark.impl.paramavg.aggregator.ParameterAveragingElementCombineFunction;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.dataset.api.MultiDataSet;

/**
 * DL4J's training master for one average. The data is already split among the workers. This class
 * frees the summands of the average, which DL4J leaves to the garbage collector.
 */
final class RoundMaster extends ParameterAveragingTrainingMaster implements AutoCloseable {

  /** With more workers than this, executors form partial averages. */
  private static final int FLAT = 16;

  private final Share share;
  private final long from;
  private Optional<Broadcast<NetBroadcastTuple>> sent = Optional.empty();

  /**
   * @param from number of steps taken before this round
   * @param steps number of steps that each worker takes
   */
  RoundMaster(Averaging averaging, Share share, long from, int steps) {
    super(
        averaging.updater(),
        averaging.workers(),
        share.batch(),
        share.batch(),
        steps,
        averaging.workers() > FLAT ? 2 : 1,
        0,
        Repartition.Never,
        RepartitionStrategy.Balanced,
        false);
    this.share = share;
    this.from = from;
  }

  /**
   * Continues training the graph; each worker has one partition of batches. If a task fails, or the
   * job is cancelled, this throws Spark's {@link org.apache.spark.SparkException}, undeclared.
   */
  void round(SparkComputationGraph graph, JavaRDD<MultiDataSet> batches) {
    doIteration(graph, batches, 1, 1);
  }

  @Override
  public ParameterAveragingTrainingWorker getWorkerInstance(SparkComputationGraph graph) {
    ComputationGraph network = graph.getNetwork();
    ComputationGraphUpdater updater = saveUpdater ? network.getUpdater(true) : null;
    NetBroadcastTuple mean =
        new NetBroadcastTuple(
            network.getConfiguration(),
            network.params(),
            updater == null ? null : updater.getStateViewArray());
    Broadcast<NetBroadcastTuple> broadcast = graph.getSparkContext().broadcast(mean);
    sent = Optional.of(broadcast);
    WorkerConfiguration configuration =
        new WorkerConfiguration(
            true, rddDataSetNumExamples, batchSizePerWorker, averagingFrequency, 0, false);
    return new RoundWorker(broadcast, share, from, saveUpdater, configuration);
  }

  @Override
  protected void processResults(
      SparkDl4jMultiLayer none,
      SparkComputationGraph graph,
      JavaRDD<ParameterAveragingTrainingResult> results,
      int split,
      int splits) {
    ParameterAveragingAggregationTuple sums =
        results.treeAggregate(
            null, new ParameterAveragingElementAddFunction(), new Combining(), aggregationDepth);
    int count = sums.getAggregationsCount();
    ComputationGraph network = graph.getNetwork();
    network.setParams(sums.getParametersSum().divi(count));
    INDArray state = sums.getUpdaterStateSum();
    if (state != null) {
      network.getUpdater(true).setStateViewArray(state.divi(count));
      state.close();
    }
    sums.getParametersSum().close();
    graph.setScore(sums.getScoreSum() / count);
    network
        .getConfiguration()
        .setIterationCount(network.getConfiguration().getIterationCount() + averagingFrequency);
  }

  /** Frees the broadcast that the workers received. */
  @Override
  public void close() {
    sent.ifPresent(broadcast -> broadcast.destroy());
  }

  /** Adds one partial sum to another, and frees the summand. */
  private static final class Combining
      implements Function2<
          ParameterAveragingAggregationTuple,
          ParameterAveragingAggregationTuple,
          ParameterAveragingAggregationTuple> {

    private static final long serialVersionUID = 1L;

    private final ParameterAveragingElementCombineFunction combine =
        new ParameterAveragingElementCombineFunction();

    @Override
    public ParameterAveragingAggregationTuple call(
        ParameterAveragingAggregationTuple sum, ParameterAveragingAggregationTuple more)
        throws Exception {
      ParameterAveragingAggregationTuple both = combine.call(sum, more);
      if (both != more && more != null) {
        free(both.getParametersSum(), more.getParametersSum());
        free(both.getUpdaterStateSum(), more.getUpdaterStateSum());
      }
      return both;
    }

    private static void free(INDArray kept, INDArray added) {
      if (added != null && added != kept) {
        added.close();
      }
    }
  }
}
