/**
 * A lab: the ledger of all that was ever claimed in a folder, and the levels that keep the share of
 * wrong discoveries below a rate.
 */
package org.attune.sweeps.lab;
