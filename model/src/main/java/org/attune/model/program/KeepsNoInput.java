package org.attune.model.program;

/** A primitive whose adjoint reads none of its inputs, so that the plan may reuse their memory. */
public interface KeepsNoInput extends Primitive {

  @Override
  default boolean keeps(int argument) {
    return false;
  }
}
