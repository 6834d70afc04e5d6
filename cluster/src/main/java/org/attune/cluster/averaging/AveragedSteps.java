package org.attune.cluster.averaging;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.cluster.trial.Averaging;
import org.attune.model.train.Stepper;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.deeplearning4j.spark.impl.graph.SparkComputationGraph;
import org.nd4j.linalg.dataset.api.MultiDataSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Steps that several workers take; a Spark job averages their parameters every few steps. */
public record AveragedSteps(JavaSparkContext spark, Averaging averaging, Share share)
    implements Stepper, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AveragedSteps.class);

  @Override
  public int stride() {
    return averaging.frequency();
  }

  @Override
  public double train(ComputationGraph graph, long from, long to) throws InterruptedException {
    RoundMaster master = new RoundMaster(averaging, share, from, Math.toIntExact(to - from));
    SparkComputationGraph onSpark = new SparkComputationGraph(spark, graph, master);
    spark.setJobDescription(
        "%s, attempt %d, steps %d to %d on %d workers"
            .formatted(
                share.trial().trial(), share.trial().attempt(), from, to, averaging.workers()));
    JavaRDD<MultiDataSet> batches = partitions().mapPartitions(new ShareOfBatches(share, from, to));
    try {
      master.round(onSpark, batches);
    } finally {
      master.close();
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted at step " + to);
    }
    return onSpark.getScore();
  }

  private JavaRDD<Integer> partitions() {
    List<Integer> workers = IntStream.range(0, averaging.workers()).boxed().toList();
    return spark.parallelize(workers, averaging.workers());
  }

  /** Frees the replicas that the workers keep between averages, as far as the tasks reach them. */
  @Override
  public void close() {
    String key = share.key();
    try {
      spark.setJobDescription(share.trial().trial() + ": workers are freed");
      partitions().foreachPartition(worker -> Replicas.free(key));
    } catch (Exception e) { // Spark throws checked exceptions undeclared
      LOG.debug("Cannot free the workers of {}: what they keep is freed with the next", key, e);
    }
  }
}
