package org.attune.cluster.spark;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Spark's parser with a check: it parses a statement unchanged, then refuses it unless it only
 * reads. It stands before the whole interface, so a later Spark's methods are checked too.
 */
record SelectOnlyParser(ParserInterface parser) implements InvocationHandler {

  private static final String QUERY = "parseQuery";

  static ParserInterface of(ParserInterface parser) {
    return (ParserInterface)
        Proxy.newProxyInstance(
            SelectOnlyParser.class.getClassLoader(),
            new Class<?>[] {ParserInterface.class},
            new SelectOnlyParser(parser));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    Object parsed = LiteralText.parse(() -> called(method, arguments));
    if (parsed instanceof LogicalPlan plan) {
      if (method.getName().equals(QUERY)) {
        SelectOnly.require(plan);
      } else {
        TemporaryView.requireReading(plan);
      }
    }
    return parsed;
  }

  private Object called(Method method, Object[] arguments) {
    try {
      return method.invoke(parser, arguments);
    } catch (InvocationTargetException failed) {
      throw Undeclared.<RuntimeException>rethrow(failed.getTargetException());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
