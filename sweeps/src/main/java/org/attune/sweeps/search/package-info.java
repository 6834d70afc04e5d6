/** Search methods: they propose trials and observe the results. */
package org.attune.sweeps.search;

import org.attune.api.search.Search;

