/** Which trials are run: methods that propose trials and are told how they went. */
package org.attune.sweeps.search;
