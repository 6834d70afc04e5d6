package org.attune.jobs.console;

/** Numbers of things in messages, such as {@code 1 seed} and {@code 1,200 seeds}. */
public final class Counted {

  private Counted() {}

  /**
   * A number of things.
   *
   * @param thing one of them
   */
  public static String of(long count, String thing) {
    return "%,d %s%s".formatted(count, thing, count == 1 ? "" : "s");
  }
}
