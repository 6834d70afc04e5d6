/**
 * What can be swept: parameters, the values they take, what combinations mean and what they cost.
 */
package org.attune.sweeps.catalog;
