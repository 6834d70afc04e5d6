/**
 * The project's one grammar of expressions: constraints of sweep files and formulas of models are
 * read by the same parser, each in its own {@link Dialect}.
 *
 * <p>Start with {@link ExpressionParser}; its Javadoc is the grammar. An {@link Expression} knows
 * where each part stands in the text, so that messages point at it.
 *
 * <pre>{@code
 * Expression sum = ExpressionParser.parse("2 * width + 1", Dialect.FORMULAS);
 * }</pre>
 *
 * <p>This package is stable. It must not know what names mean: parameters and axes are the callers'
 * matter, and {@code TestWalls} refuses everything but Java and {@code api}.
 */
package org.attune.api.expression;
