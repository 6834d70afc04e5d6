/**
 * The papers that Attune reproduces, in a jar beside the program's. {@link
 * org.attune.papers.ReproducedPapers} names their tables. The package {@code reproduce} has the
 * command, which takes the tables of any jar and does not know these.
 */
package org.attune.papers;
