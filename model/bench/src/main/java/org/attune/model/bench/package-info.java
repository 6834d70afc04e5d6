/**
 * Measurements of a training step and of its parts, side by side with a peer. It needs only {@code
 * model}, so it runs on a bare machine with a GPU.
 *
 * <p>Start with {@link StepBench}, one step against the peer's, in alternating processes. {@link
 * KernelBench} times kernels one by one, {@link CudaBench} a GPU, {@link PartsBench} each part of
 * attention over plain softmax.
 *
 * <pre>{@code
 * java --add-modules jdk.incubator.vector -cp 'lib/*' org.attune.model.bench.CudaBench --only steps
 * }</pre>
 *
 * <p>Ratios are measured in turns, A B A B, so that another program's load hits both sides. This
 * module must not know Spark, Hadoop or sweeps: its pom has none of them.
 */
package org.attune.model.bench;
