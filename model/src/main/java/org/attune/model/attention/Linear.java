package org.attune.model.attention;

import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Matmul.project;
import static org.attune.model.primitive.Residual.residual;

import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** What a network's linear maps are made of. */
public interface Linear {

  /** The matrix that takes what heads read onto the stream: (H·d_v, d). */
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
   * @param name of the map's parameters
   * @return (B·T, columns)
   */
  Value map(Value x, String name, int columns);

  /** Whether the map of a sum is the sum of the maps. */
  boolean distributes();

  /**
   * Maps rows and adds them to the residual stream.
   *
   * @param stream (B·T, d)
   * @param x (B·T, anything)
   */
  Value ontoStream(Value stream, Value x, String name);

  /**
   * What {@link #ontoStream} adds, by itself.
   *
   * @param x (B·T, anything)
   * @param columns of the stream
   */
  Value forStream(Value x, String name, int columns);

  /** A block's matrix of floats, the same for all of the block's parts that ask by its name. */
  static Value matrix(Program p, String name, int rows, int columns) {
    record Named(String name) {}
    return p.shared(
        new Named(p.scope() + name), () -> p.parameter(name, Init.fanIn(), rows, columns));
  }
}
