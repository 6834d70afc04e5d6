/** Rules that choose a query's keys from data, one per file. */
package org.attune.model.primitive.selection;
