/**
 * {@code attune mcp}: a lab for agents, by the Model Context Protocol.
 *
 * <p>Start with {@link McpCommand}, then {@code LabServer}, the protocol. {@code LabTopics} lists
 * what may be varied, and {@code LabTools} has the other tools. {@code Proposals} runs proposals
 * one after the other as processes of their own; {@code KeptProposals} has them and what they leave
 * of the budget.
 *
 * <pre>{@code
 * ./attune mcp runs --trials 200
 * }</pre>
 *
 * <p>A tool answers with the JSON of a command, so an agent sees what a user sees and nothing else.
 * An agent's texts are data: no tool runs a program that a text names.
 *
 * <p>This package must not know other packages of commands but {@code lab}: {@code
 * TestArchitecturePage} holds the map of docs/architecture.md.
 */
package org.attune.jobs.mcp;
