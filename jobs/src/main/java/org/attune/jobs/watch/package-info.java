/** A sweep seen and steered from outside: status, best cells, logs, stop, retry, repair. */
package org.attune.jobs.watch;
