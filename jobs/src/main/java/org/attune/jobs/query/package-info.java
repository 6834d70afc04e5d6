/** SQL on a sweep's tables: statements, the prompt, messages for wrong queries. */
package org.attune.jobs.query;
