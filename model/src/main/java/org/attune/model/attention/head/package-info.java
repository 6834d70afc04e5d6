/**
 * The classical heads: rules from statistics for reading values, each written as textbooks write
 * regression or classification. All are for sets.
 */
package org.attune.model.attention.head;
