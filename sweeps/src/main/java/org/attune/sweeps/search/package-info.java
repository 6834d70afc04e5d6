/** Search methods: they propose trials and observe the results. */
package org.attune.sweeps.search;
