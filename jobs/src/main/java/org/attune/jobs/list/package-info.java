/** {@code attune list}: what sweep files may name, and what machines offer. */
package org.attune.jobs.list;
