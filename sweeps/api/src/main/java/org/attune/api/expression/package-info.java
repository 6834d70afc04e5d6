/**
 * The project's one grammar of expressions: constraints of sweep files and formulas of models are
 * read by the same parser, each in its own {@link org.attune.api.expression.Dialect}.
 */
package org.attune.api.expression;
