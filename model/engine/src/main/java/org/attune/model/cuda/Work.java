package org.attune.model.cuda;

/** An operation to enqueue on a trial's stream: a launch, a product. It reads no GPU memory. */
@FunctionalInterface
interface Work {
  /** No work, where its result is unwanted. {@link Launches} leaves it out. */
  Work NONE = () -> {};

  void enqueue();
}
