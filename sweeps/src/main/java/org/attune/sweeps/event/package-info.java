/** What a journal says of a sweep: its header, and one event after the other. */
package org.attune.sweeps.event;
