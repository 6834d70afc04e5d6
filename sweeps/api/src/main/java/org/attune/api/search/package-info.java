/** What a search method proposes and observes. */
package org.attune.api.search;
