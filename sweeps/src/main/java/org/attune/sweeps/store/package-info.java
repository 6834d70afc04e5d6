/** Storage of a sweep's files: the few durable operations that the journal and the tables need. */
package org.attune.sweeps.store;
