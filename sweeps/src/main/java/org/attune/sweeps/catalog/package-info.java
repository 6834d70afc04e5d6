/**
 * The catalog of a sweep: parameters, their values, the meaning of combinations, and their cost.
 */
package org.attune.sweeps.catalog;
