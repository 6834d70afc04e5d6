/**
 * Which GPUs a slot holds: by Spark's resources on a cluster, by locks on files on one machine.
 *
 * <p>Start with {@link GpuPlan}; a slot asks it for a {@link GpuLease} and closes it with the slot.
 * {@code LocalGpus} shares a machine's GPUs among all its drivers, also those of other users.
 *
 * <pre>{@code
 * try (GpuLease lease = new GpuPlan(0.5, List.of("0")).lease()) {
 *   Gpus half = lease.gpus(); // half of the first GPU, until the lease is closed
 * }
 * }</pre>
 *
 * <p>A process that dies loses its locks, so nothing is left to clean up. This package must not
 * know CUDA or what a trial computes: {@code TestArchitecturePage} holds the map, in which it knows
 * no other package.
 */
package org.attune.cluster.gpu;
