package org.attune.model.program;

/**
 * A primitive whose adjoint reads no input's array. So the plan may reuse an input's memory before
 * the backward pass, unless another primitive's adjoint reads it.
 */
public interface KeepsNoInput extends Primitive {

  @Override
  default boolean keeps(int argument) {
    return false;
  }
}
