package org.attune.cluster.averaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.deeplearning4j.spark.api.WorkerConfiguration;
import org.deeplearning4j.spark.api.worker.NetBroadcastTuple;
import org.deeplearning4j.spark.impl.paramavg.ParameterAveragingTrainingResult;
import org.deeplearning4j.spark.impl.paramavg.ParameterAveragingTrainingWorker;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.dataset.api.MultiDataSet;

/**
 * DL4J's training worker; it keeps its network between averages. It takes the steps of {@link
 * org.attune.model.layer.GraphTrainer}, as a trial in one slot does.
 */
final class RoundWorker extends ParameterAveragingTrainingWorker {

  private static final long serialVersionUID = 1L;

  private final Broadcast<NetBroadcastTuple> mean;
  private final Share share;
  private final long from;
  private final boolean updater;

  RoundWorker(
      Broadcast<NetBroadcastTuple> mean,
      Share share,
      long from,
      boolean updater,
      WorkerConfiguration configuration) {
    super(mean, updater, configuration, null, null, null);
    this.mean = mean;
    this.share = share;
    this.from = from;
    this.updater = updater;
  }

  @Override
  public ComputationGraph getInitialModelGraph() {
    return replica().set(mean.getValue(), from, TaskContext.getPartitionId());
  }

  private Replica replica() {
    try {
      return Replicas.ofThisTask(share);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  @SuppressWarnings("NullAway") // DL4J takes null for no result yet
  public ParameterAveragingTrainingResult processMinibatch(
      MultiDataSet batch, ComputationGraph graph, boolean last) {
    Replica replica = replica();
    replica.trainer().step(batch);
    close(batch.getFeatures(), batch.getLabels(), batch.getLabelsMaskArrays());
    if (!last) {
      return null;
    }
    replica.trainer().publish();
    return getFinalResult(graph);
  }

  private static void close(INDArray[]... arrays) {
    Arrays.stream(arrays).flatMap(Arrays::stream).forEach(INDArray::close);
  }

  /**
   * Copies the parameters and the updater's state, since the next task continues with the network.
   */
  @Override
  public ParameterAveragingTrainingResult getFinalResult(ComputationGraph graph) {
    INDArray state = updater ? graph.getUpdater(true).getStateViewArray() : null;
    return new ParameterAveragingTrainingResult(
        graph.params().dup(), state == null ? null : state.dup(), graph.score(), null, null, null);
  }
}
