package org.attune.jobs.console;

/** A command whose standard output is a protocol of its own, without {@code --json}. */
public interface OwnProtocol {}
