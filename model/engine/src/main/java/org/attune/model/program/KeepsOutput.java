package org.attune.model.program;

/** A primitive whose adjoint reads its output. */
public interface KeepsOutput extends Primitive {

  @Override
  default boolean keepsOutput() {
    return true;
  }
}
