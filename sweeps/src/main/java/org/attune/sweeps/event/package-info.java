/** The content of a journal: a sweep's header, followed by its events. */
package org.attune.sweeps.event;
