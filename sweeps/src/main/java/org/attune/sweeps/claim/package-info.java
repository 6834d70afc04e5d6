/** What a sweep claims, as data, and what its results say to it. */
package org.attune.sweeps.claim;
