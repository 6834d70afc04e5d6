package org.attune.sweeps.search;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.security.CodeSource;

/**
 * An object of a jar's class, none of whose methods may return null.
 *
 * @param own the object
 */
public record OwnAnswers(Object own) implements InvocationHandler {

  /** A method of a jar's class returned null. */
  public static final class NullAnswerException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    NullAnswerException(String message) {
      super(message);
    }
  }

  /** The object, which throws a {@link NullAnswerException} where it would return null. */
  public static <T> T of(Class<T> type, T answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, new OwnAnswers(answer)));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    Object answer;
    try {
      answer = method.invoke(own, arguments);
    } catch (InvocationTargetException failed) {
      throw failed.getCause();
    }
    if (answer == null && method.getReturnType() != void.class) {
      throw new NullAnswerException(
          "%s: %s() returned null; return a value of type %s"
              .formatted(describe(own), method.getName(), method.getReturnType().getSimpleName()));
    }
    return answer;
  }

  /** The class of an object and its jar, for messages: {@code HillClimb of mine.jar}. */
  public static String describe(Object object) {
    if (Proxy.isProxyClass(object.getClass())
        && Proxy.getInvocationHandler(object) instanceof OwnAnswers checked) {
      return describe(checked.own());
    }
    Class<?> type = object.getClass();
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null
        ? type.getName()
        : type.getName() + " of " + Path.of(source.getLocation().getPath()).getFileName();
  }
}
