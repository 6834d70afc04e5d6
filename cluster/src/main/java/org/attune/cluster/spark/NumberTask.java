package org.attune.cluster.spark;

import java.io.Serializable;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import scala.collection.Iterator;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * A task of a Spark job; each task of the job gets one number. It is a class rather than a lambda.
 * Spark reads the byte code of every lambda, which took a fifth of the time to start a thousand
 * slots.
 */
public abstract class NumberTask extends AbstractFunction2<TaskContext, Iterator<Long>, String>
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Does the task's work on an executor; the driver gets the result, or the exception. */
  protected abstract String serve(long number) throws Exception;

  @Override
  public final String apply(TaskContext context, Iterator<Long> numbers) {
    try {
      return serve(numbers.next());
    } catch (Exception failure) {
      throw Undeclared.<RuntimeException>rethrow(failure); // Spark reports it unwrapped
    }
  }

  /**
   * Runs a job with one task for each number, and waits for its end.
   *
   * @param onEnd receives, on one of Spark's threads, a task's index and result
   */
  public final void run(
      JavaSparkContext spark, List<Long> numbers, BiConsumer<Integer, String> onEnd) {
    spark
        .sc()
        .runJob(
            spark.parallelize(numbers, numbers.size()).rdd(),
            this,
            new AbstractFunction2<Object, String, BoxedUnit>() {
              @Override
              public BoxedUnit apply(Object index, String result) {
                onEnd.accept((Integer) index, result);
                return BoxedUnit.UNIT;
              }
            },
            ClassTag$.MODULE$.apply(String.class));
  }
}
