/**
 * Tasks to train networks on. Tasks generate their own data from a seed, or read the user's data.
 *
 * <p>This package is stable: parts and tasks in jars of yours may use its public classes. A 0.x
 * version may change them, and the changelog says so.
 */
package org.attune.model.task;
