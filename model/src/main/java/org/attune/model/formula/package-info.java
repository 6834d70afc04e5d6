/**
 * Formulas as parts: what one types in a sweep file, with named axes, checked where it is read and
 * compiled to the primitives there are. {@link org.attune.model.formula.FormulaPlace} is the table
 * of where a formula may stand and what it may read.
 */
package org.attune.model.formula;
