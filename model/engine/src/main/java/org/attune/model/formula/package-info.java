/**
 * Formulas as parts: users type them in a sweep file with named axes. They are checked when read
 * and compiled to the existing primitives. {@link org.attune.model.formula.FormulaPlace} is the
 * table of where a formula may stand and what it may read.
 */
package org.attune.model.formula;
