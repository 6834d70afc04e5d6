/**
 * Tasks to train networks on. Tasks generate their own data from a seed, or read the user's data.
 */
package org.attune.model.task;
