/**
 * A single primitive for a whole scalar expression. It is a {@link
 * org.attune.model.primitive.elementwise.Recipe} of steps over operands that broadcast along named
 * axes, with a symbolic derivative.
 */
package org.attune.model.primitive.elementwise;
