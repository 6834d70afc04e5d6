/**
 * The primitives that layers are written in, one per file. The record declares its inputs and its
 * output shape. Its reference kernel implements the formula and its adjoint in ND4J operations. A
 * static method named after the formula adds it to the program; import it statically.
 */
package org.attune.model.primitive;
