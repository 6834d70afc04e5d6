package org.attune.cluster.averaging;

import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.task.Batch;
import org.nd4j.linalg.dataset.api.MultiDataSet;

/**
 * Makes a worker's batches on the worker, one at a time.
 *
 * @param share the trial's data and workers
 * @param from the first step
 * @param to the step after the last
 */
record ShareOfBatches(Share share, long from, long to)
    implements FlatMapFunction<Iterator<Integer>, MultiDataSet> {

  @Override
  public Iterator<MultiDataSet> call(Iterator<Integer> worker) throws IOException {
    return new Batches(Replicas.ofThisTask(share), worker.next());
  }

  private final class Batches implements Iterator<MultiDataSet> {
    private final Replica replica;
    private final int worker;
    private long step = from;

    Batches(Replica replica, int worker) {
      this.replica = replica;
      this.worker = worker;
    }

    @Override
    public boolean hasNext() {
      return step < to;
    }

    @Override
    public MultiDataSet next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      TaskContext.get().killTaskIfInterrupted();
      Batch batch = replica.examples().training(share.index(step++, worker), share.batch());
      return GraphTrainer.dataSet(batch.features(), batch.labels(), batch.weights());
    }
  }
}
