/**
 * One primitive for a whole expression of single numbers: a {@link
 * org.attune.model.primitive.elementwise.Recipe} of steps over operands that broadcast by named
 * axes, with a derivative made symbolically.
 */
package org.attune.model.primitive.elementwise;
