/**
 * What all commands share at the terminal: exit codes, errors, tables, JSON and its schemas,
 * signals, the log.
 *
 * <p>Start with {@link InputException}, how a command refuses input with exit code 2, and {@link
 * Shape}, which declares a JSON key once for the value and the schema. {@link TextTable} prints
 * tables; {@link TerminalText} makes a stranger's text safe for a terminal.
 *
 * <pre>{@code
 * Shape<Path> shape =
 *     Shape.<Path>of(Path.class).with("name", JsonType.TEXT, path -> path.getFileName().toString());
 * String table = TextTable.of("cell", "loss").add("gated", "0.5").aligned();
 * }</pre>
 *
 * <p>A message says where, what was given, what is allowed and what to do. This package must not
 * know any command: all of them stand on it, and {@code TestWalls} forbids the circle.
 */
package org.attune.jobs.console;
