/** What seeds-until-decided spends, and how often it is wrong, on tables with a known truth. */
package org.attune.bench.race;
