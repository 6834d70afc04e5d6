/** Parts of attention given as formulas in a sweep file. */
package org.attune.model.attention.formula;
