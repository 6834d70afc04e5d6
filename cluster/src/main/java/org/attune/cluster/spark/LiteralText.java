package org.attune.cluster.spark;

import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.internal.SQLConf;
import scala.Function0;
import scala.runtime.AbstractFunction0;

/**
 * Lets Spark parse a statement unchanged. By default Spark first replaces <code>${env:NAME}
 * </code>, <code>${system:NAME}</code> and the names of settings by their values, so a statement
 * that only reads tables would also read the environment.
 */
public final class LiteralText {

  private LiteralText() {}

  /** A use of Spark's parser, which may fail with an exception that Scala does not declare. */
  @FunctionalInterface
  public interface Parsing<T> {
    T parse() throws ParseException;
  }

  /**
   * Parses with the session's settings, but without replacing anything in the text.
   *
   * @throws ParseException when the text is not SQL
   */
  public static <T> T parse(Parsing<T> parsing) throws ParseException {
    SQLConf literal = SQLConf.get().clone();
    literal.setConfString("spark.sql.variable.substitute", "false");
    Function0<T> body =
        new AbstractFunction0<>() {
          @Override
          public T apply() {
            return LiteralText.<T, RuntimeException>unchecked(parsing);
          }
        };
    return SQLConf.withExistingConf(literal, body);
  }

  /** Passes the parser's exception through Scala, which does not declare it. */
  @SuppressWarnings("unchecked")
  private static <T, E extends Exception> T unchecked(Parsing<T> parsing) throws E {
    try {
      return parsing.parse();
    } catch (ParseException e) {
      throw (E) e;
    }
  }
}
