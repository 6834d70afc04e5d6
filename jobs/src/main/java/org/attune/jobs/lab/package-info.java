/** {@code lab}: the ledger of a folder's claims, and a sweep's place in it. */
package org.attune.jobs.lab;
