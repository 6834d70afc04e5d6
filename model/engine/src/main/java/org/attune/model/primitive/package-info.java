/**
 * The primitives that layers are written in, one per file.
 *
 * <p>Start with {@link Softmax}, whose file has the three things that each primitive has. The
 * record declares its inputs and its output shape. Its formula and its adjoint are the reference,
 * in ND4J operations. A static method named after the formula adds it to the program; import it
 * statically.
 *
 * <pre>{@code
 * Value y = Softmax.softmax(scores, Mask.CAUSAL); // scores: (batch, heads, queries, keys)
 * }</pre>
 *
 * <p>A further primitive is a record here. A backend without a kernel for it runs its formula on
 * the host; kernels are lines in {@code cpu.CpuKernelTable} and {@code cuda}.
 *
 * <p>This package is stable: parts and tasks in jars of yours may use its public classes. A 0.x
 * version may change them, and the changelog says so. It must not know backends: {@code TestWalls}
 * of {@code model/engine} refuses every arrow but that to {@code program}.
 */
package org.attune.model.primitive;
