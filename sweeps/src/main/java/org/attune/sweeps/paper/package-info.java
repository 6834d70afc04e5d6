/** The papers' tables, and a sweep's results beside them. */
package org.attune.sweeps.paper;
