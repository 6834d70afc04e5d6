package org.attune.model.cuda;

/** An operation to enqueue on a trial's stream: a launch, a product. It reads no GPU memory. */
@FunctionalInterface
interface Work {
  /** No work, of which {@link Launches} makes nothing: its result is unwanted. */
  Work NONE = () -> {};

  void enqueue();
}
