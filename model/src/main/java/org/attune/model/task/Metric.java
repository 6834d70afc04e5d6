package org.attune.model.task;

/**
 * One number that a trial reports: what a sweep may take for its objective.
 *
 * @param name lower-case letters, digits and {@code _}; one for each layer or head has a {@code
 *     <layer>} or {@code <head>} in it, which stands for an index from 0: {@code
 *     ipmr_l<layer>_h<head>}
 * @param describes one line
 * @param unit what it is counted in, such as {@code nats} or {@code share}; "" for a plain number
 * @param better which way is better
 */
public record Metric(String name, String describes, String unit, Better better) {

  /** Which way a metric is better. */
  public enum Better {
    LOWER,
    HIGHER,
    /** It describes a model, and is neither good nor bad. */
    NEITHER
  }

  /** A metric that is better the lower it is. */
  public static Metric lower(String name, String unit, String describes) {
    return new Metric(name, describes, unit, Better.LOWER);
  }

  /** A metric that is better the higher it is. */
  public static Metric higher(String name, String unit, String describes) {
    return new Metric(name, describes, unit, Better.HIGHER);
  }

  /** A metric that is neither good nor bad. */
  public static Metric plain(String name, String unit, String describes) {
    return new Metric(name, describes, unit, Better.NEITHER);
  }
}
