/**
 * The record of claims, and {@code attune claims verify}, which judges stored tables again. A
 * {@link org.attune.jobs.claims.ClaimRecord} lies beside a table's raw results. Neither needs the
 * jar that brought the table: the stored sweep file has the claims.
 */
package org.attune.jobs.claims;
