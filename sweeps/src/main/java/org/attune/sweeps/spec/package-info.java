/** The sweep file: what it says, how it is read, and what is wrong with it, by line. */
package org.attune.sweeps.spec;
