/**
 * The record of claims, and {@code attune claims verify}, which judges stored tables again.
 *
 * <p>Start with {@link ClaimsCommand}, then {@link ClaimRecord}, which lies beside a table's raw
 * results: a chain of lines, one for each run and each claim as that run judged it. {@link
 * StoredTable} judges the raw results again; {@link RecordCheck} compares both.
 *
 * <pre>{@code
 * ./attune claims verify docs/reproduction/data
 * }</pre>
 *
 * <p>Neither needs the jar that brought the table: the stored sweep file has the claims. This
 * package must not know {@code org.attune.papers}, which writes records through it: {@code
 * TestArchitecturePage} holds the map of docs/architecture.md.
 */
package org.attune.jobs.claims;
