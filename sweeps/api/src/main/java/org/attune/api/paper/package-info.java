/**
 * Papers whose tables Attune reproduces. A jar brings {@link org.attune.api.paper.PaperTables}: a
 * name and the tables. A {@link org.attune.api.paper.PaperTable} is little more than a sweep file:
 * the file has the cells, the claims and the paper's numbers. Nothing here runs or judges; the
 * command {@code reproduce} does.
 */
package org.attune.api.paper;
