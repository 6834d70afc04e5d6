package org.attune.model.cpu.linear;

/** The working memory and operations of {@link Panel panels}; use one per thread. */
public final class Algebra {

  private final Products products = new Products();
  private final Triangles triangles = new Triangles(products);
  private final Symmetric symmetric = new Symmetric(products);
  private final Elimination elimination = new Elimination(products);

  public Products products() {
    return products;
  }

  public Triangles triangles() {
    return triangles;
  }

  Symmetric symmetric() {
    return symmetric;
  }

  Elimination elimination() {
    return elimination;
  }
}
