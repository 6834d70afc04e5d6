/** The result tables as plain data: schemas, and rows as a function of a sweep's state. */
package org.attune.sweeps.table;
