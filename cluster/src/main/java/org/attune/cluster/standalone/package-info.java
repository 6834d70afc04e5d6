/** What the daemons of Spark's standalone cluster run of Attune's. */
package org.attune.cluster.standalone;
