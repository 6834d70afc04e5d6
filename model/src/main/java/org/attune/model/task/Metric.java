package org.attune.model.task;

/**
 * One number that a trial reports. A sweep may use it as its objective.
 *
 * @param name lower-case letters, digits and {@code _}. The name of a metric per layer or head
 *     contains {@code <layer>} or {@code <head>}, placeholders for an index from 0: {@code
 *     ipmr_l<layer>_h<head>}
 * @param describes description in one line
 * @param unit unit of the value, such as {@code nats} or {@code share}; "" for a plain number
 * @param better which direction is better
 */
public record Metric(String name, String describes, String unit, Better better) {

  /** Which direction of a metric is better. */
  public enum Better {
    LOWER,
    HIGHER,
    /** The metric describes a model and is neither good nor bad. */
    NEITHER
  }

  /** Returns a metric where lower is better. */
  public static Metric lower(String name, String unit, String describes) {
    return new Metric(name, describes, unit, Better.LOWER);
  }

  /** Returns a metric where higher is better. */
  public static Metric higher(String name, String unit, String describes) {
    return new Metric(name, describes, unit, Better.HIGHER);
  }

  /** Returns a metric that is neither good nor bad. */
  public static Metric plain(String name, String unit, String describes) {
    return new Metric(name, describes, unit, Better.NEITHER);
  }
}
