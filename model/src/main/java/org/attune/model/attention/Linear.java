package org.attune.model.attention;

import static org.attune.model.primitive.Matmul.project;
import static org.attune.model.primitive.Residual.residual;

import org.attune.model.program.Init;
import org.attune.model.program.Value;

/** What a network's linear maps are made of. */
public interface Linear {

  /** Trained matrices of floats, without bias. */
  Linear FLOATS =
      new Linear() {
        @Override
        public Value map(Value x, String name, int columns) {
          return project(x, name, Init.fanIn(), columns);
        }

        @Override
        public Value ontoStream(Value stream, Value x, String name) {
          Value w = x.program().parameter(name, Init.fanIn(), x.columns(), stream.columns());
          return residual(stream, x, w);
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

  /**
   * Maps rows and adds them to the residual stream.
   *
   * @param stream (B·T, d)
   * @param x (B·T, anything)
   */
  Value ontoStream(Value stream, Value x, String name);
}
