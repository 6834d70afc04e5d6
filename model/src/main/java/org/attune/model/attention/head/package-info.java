/**
 * The classical heads: rules for reading values that come from statistics, each written as
 * regression or classification is in a textbook. All are for sets.
 */
package org.attune.model.attention.head;
