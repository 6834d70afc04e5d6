/** {@code mcp}: a lab for agents, by the Model Context Protocol. */
package org.attune.jobs.mcp;
