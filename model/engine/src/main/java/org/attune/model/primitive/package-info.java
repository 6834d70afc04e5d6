/**
 * The primitives that layers are written in, one per file. The record declares its inputs and its
 * output shape. Its reference kernel implements the formula and its adjoint in ND4J operations. A
 * static method named after the formula adds it to the program; import it statically.
 *
 * <p>This package is stable: parts and tasks in jars of yours may use its public classes. A 0.x
 * version may change them, and the changelog says so.
 */
package org.attune.model.primitive;
