/** Where a sweep's files live: the few durable operations that the journal and the tables need. */
package org.attune.sweeps.store;
