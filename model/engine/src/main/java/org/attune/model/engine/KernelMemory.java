package org.attune.model.engine;

/**
 * Where a program's kernels take memory beside their operands.
 *
 * @param lasting of each kernel, from pass to pass
 * @param kept from a forward pass to its adjoint
 * @param shared for one call
 * @param afterwards work that kernels share
 */
record KernelMemory<B extends Buffer>(
    Memory<B> lasting, Kept<B> kept, Workspace<B> shared, Afterwards afterwards) {

  KernelMemory(Memory<B> memory) {
    this(memory, new Kept<>(memory), new Workspace<>(memory), new Afterwards());
  }
}
