package org.attune.model.cuda;

/** Something to be put on a trial's stream: a launch, a product. It reads no memory of the card. */
@FunctionalInterface
interface Work {
  void enqueue();
}
