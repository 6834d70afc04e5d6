/** The papers' tables, and a sweep's results next to them. */
package org.attune.sweeps.paper;
