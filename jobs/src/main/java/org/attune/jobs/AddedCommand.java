package org.attune.jobs;

import java.util.concurrent.Callable;

/**
 * A command of a jar beside the program's. Picocli's annotations describe it, and {@link
 * java.util.ServiceLoader} finds it.
 */
public interface AddedCommand extends Callable<Integer> {}
