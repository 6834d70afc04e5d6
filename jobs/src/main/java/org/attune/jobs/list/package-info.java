/**
 * {@code attune list}: what sweep files may name, and what machines offer.
 *
 * <p>Start with {@link ListCommand}. It lists what catalogs and registries declare, so a new part,
 * task, method or rule appears without a change here.
 *
 * <pre>{@code
 * ./attune list axes
 * ./attune list tasks mqar
 * }</pre>
 *
 * <p>This package is above the other commands' packages. It must not know how an element works,
 * only its declaration; DL4J is out of reach by {@code TestWalls}.
 */
package org.attune.jobs.list;
