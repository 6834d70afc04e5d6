package org.attune.bench.driver;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.attune.api.search.Search;

/** Measures the time that a search takes for its suggestions and for the results between them. */
final class TimedSearch {

  private final Search search;
  private final int window;
  private final long[] nanos; // of the latest suggestions, each with what it was told before it
  private long asked;
  private long since;

  /**
   * @param window the number of latest suggestions to average over
   */
  TimedSearch(Search search, int window) {
    this.search = search;
    this.window = window;
    this.nanos = new long[window];
  }

  /** The search that is measured. */
  Search search() {
    return (Search)
        Proxy.newProxyInstance(
            Search.class.getClassLoader(),
            new Class<?>[] {Search.class},
            (proxy, method, arguments) -> {
              long start = System.nanoTime();
              try {
                return method.invoke(search, arguments);
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              } finally {
                since += System.nanoTime() - start;
                if (method.getName().equals("ask")) {
                  nanos[(int) (asked++ % window)] = since;
                  since = 0;
                }
              }
            });
  }

  /** Mean milliseconds of the latest suggestions. */
  double millis() {
    int known = (int) Math.min(window, asked);
    long sum = 0;
    for (int i = 0; i < known; i++) {
      sum += nanos[i];
    }
    return sum / 1e6 / Math.max(1, known);
  }
}
