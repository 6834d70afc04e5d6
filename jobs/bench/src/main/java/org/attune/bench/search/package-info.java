/** How good search methods are, on functions whose minimum is known. */
package org.attune.bench.search;
