/** Attune's classes that the daemons of Spark's standalone cluster load. */
package org.attune.cluster.standalone;
