package org.attune.model.attention;

import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Matmul.project;
import static org.attune.model.primitive.Residual.residual;

import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** The number format and implementation of a network's linear maps. */
public interface Linear {

  /** The name of the output projection, which maps the heads' outputs to the stream: (H·d_v, d). */
  String ATTENTION_OUTPUT = "attention-output";

  /** Trained matrices of floats, without bias. */
  Linear FLOATS =
      new Linear() {
        @Override
        public Value map(Value x, String name, int columns) {
          return project(x, name, Init.fanIn(), columns);
        }

        @Override
        public boolean distributes() {
          return true;
        }

        @Override
        public Value ontoStream(Value stream, Value x, String name) {
          return residual(stream, x, matrix(Program.of(x), name, x.columns(), stream.columns()));
        }

        @Override
        public Value forStream(Value x, String name, int columns) {
          return matmul(x, matrix(Program.of(x), name, x.columns(), columns));
        }
      };

  /**
   * Maps rows.
   *
   * @param x (B·T, d)
   * @param name name of the map's parameters
   * @return (B·T, columns)
   */
  Value map(Value x, String name, int columns);

  /** Whether the map is additive: the map of a sum is the sum of the maps. */
  boolean distributes();

  /**
   * Maps rows and adds them to the residual stream.
   *
   * @param stream (B·T, d)
   * @param x (B·T, anything)
   */
  Value ontoStream(Value stream, Value x, String name);

  /**
   * Maps rows as {@link #ontoStream} does, without adding them.
   *
   * @param x (B·T, anything)
   * @param columns columns of the stream
   */
  Value forStream(Value x, String name, int columns);

  /** Returns a block's matrix of floats. Parts of the block that use the same name share it. */
  static Value matrix(Program p, String name, int rows, int columns) {
    record Named(String name) {}
    return p.shared(
        new Named(p.scope() + name), () -> p.parameter(name, Init.fanIn(), rows, columns));
  }
}
