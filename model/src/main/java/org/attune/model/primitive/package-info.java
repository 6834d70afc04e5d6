/**
 * The primitives that layers are written in. Each file holds one: the record says what it reads and
 * the shape it gives, its reference kernel is the formula and its adjoint in ND4J operations, and a
 * static method of the formula's name adds it to the program, to be imported statically.
 */
package org.attune.model.primitive;
