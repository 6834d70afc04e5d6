/** Parts of attention that are formulas, typed in a sweep file. */
package org.attune.model.attention.formula;
