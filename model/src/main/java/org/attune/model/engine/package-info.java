/**
 * Programs compiled for a {@link org.attune.model.engine.Backend}. What all backends share is
 * decided here, once, when a program is compiled: where each value lies and when its memory is free
 * ({@code MemoryPlan}), which adjoints run, which contribution to a gradient overwrites and which
 * is added, and where zeros are due ({@code AdjointPlan}). From then on every step replays the same
 * {@link org.attune.model.engine.Kernel kernels} over the same memory.
 *
 * <p>A backend is its memory, a row stride and a {@link org.attune.model.engine.KernelTable}, found
 * by {@link java.util.ServiceLoader}. A primitive without a kernel there is bridged: its arguments
 * are copied to the host and its formula run. {@link org.attune.model.engine.Coverage} says which.
 */
package org.attune.model.engine;
