/** The sweep file: its content, its readers, and its problems by line. */
package org.attune.sweeps.spec;
