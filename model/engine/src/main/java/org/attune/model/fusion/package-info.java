/**
 * The pass between a program and a backend's kernels: named rules that replace nodes by fewer with
 * the same results. {@link org.attune.model.fusion.Fusion} lists the rules.
 */
package org.attune.model.fusion;
