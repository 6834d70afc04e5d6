package org.attune.model.cpu.linear;

/** The working memory and operations of {@link Panel panels}; use one per thread. */
public final class Algebra {

  final Products products = new Products();
  final Triangles triangles = new Triangles(products);
  final Symmetric symmetric = new Symmetric(products);
  final Elimination elimination = new Elimination(products);
}
