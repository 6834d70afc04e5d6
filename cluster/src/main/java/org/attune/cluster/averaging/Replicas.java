package org.attune.cluster.averaging;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;
import org.apache.spark.util.TaskFailureListener;

/**
 * The replicas of this process, which outlive the tasks that use them. A task has a replica to
 * itself, and leaves it to the next task of the same attempt. The process keeps the most recently
 * used replicas, as many as were ever in use at once. It frees the replica of a failed task.
 */
final class Replicas {

  private static final Replicas OF_THIS_PROCESS = new Replicas();

  private final Map<Long, Replica> used = new HashMap<>(); // by task
  private final Deque<Replica> idle = new ArrayDeque<>(); // most recently used last
  private int mostUsed;

  private Replicas() {}

  /** The calling task's replica; the task's first call creates it or takes over an idle one. */
  static Replica ofThisTask(Share share) throws IOException {
    TaskContext task = TaskContext.get();
    boolean first = !OF_THIS_PROCESS.has(task.taskAttemptId());
    Replica replica = OF_THIS_PROCESS.take(task.taskAttemptId(), share);
    if (first) {
      boolean[] failed = new boolean[1];
      TaskFailureListener onFailure = (context, e) -> failed[0] = true;
      task.addTaskFailureListener(onFailure);
      TaskCompletionListener onEnd =
          context ->
              OF_THIS_PROCESS.giveBack(
                  context.taskAttemptId(), failed[0] || context.isInterrupted());
      task.addTaskCompletionListener(onEnd);
    }
    return replica;
  }

  /** Frees the idle replicas of an attempt. */
  static void free(String attempt) {
    OF_THIS_PROCESS.freeIdle(attempt);
  }

  /** The number of replicas, in use and idle. */
  static int count() {
    synchronized (OF_THIS_PROCESS) {
      return OF_THIS_PROCESS.used.size() + OF_THIS_PROCESS.idle.size();
    }
  }

  private synchronized boolean has(long task) {
    return used.containsKey(task);
  }

  private synchronized Replica take(long task, Share share) throws IOException {
    Replica mine = used.get(task);
    if (mine == null) {
      Iterator<Replica> all = idle.iterator();
      while (mine == null && all.hasNext()) {
        Replica other = all.next();
        if (other.share().key().equals(share.key())) {
          mine = other;
          all.remove();
        }
      }
      mine = mine == null ? new Replica(share) : mine;
      used.put(task, mine);
      mostUsed = Math.max(mostUsed, used.size());
    }
    return mine;
  }

  private synchronized void giveBack(long task, boolean spoilt) {
    Replica replica = used.remove(task);
    if (spoilt) {
      replica.close();
      return;
    }
    idle.addLast(replica);
    while (idle.size() > mostUsed) {
      idle.removeFirst().close();
    }
  }

  private synchronized void freeIdle(String attempt) {
    List<Replica> over = new ArrayList<>(idle);
    over.removeIf(replica -> !replica.share().key().equals(attempt));
    idle.removeAll(over);
    over.forEach(Replica::close);
  }
}
