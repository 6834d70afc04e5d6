package org.attune.jobs.console;

import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Says of a value that is no number which numbers its option takes. */
public final class WrongNumber {

  private static final Set<Class<?>> WHOLE =
      Set.of(int.class, Integer.class, long.class, Long.class);
  private static final Set<Class<?>> REAL = Set.of(double.class, Double.class);

  private WrongNumber() {}

  /** The message for a value of an option that takes numbers; empty for any other mistake. */
  public static Optional<String> message(ParameterException e) {
    return e.getArgSpec() instanceof OptionSpec option && isNumeric(option) && e.getValue() != null
        ? Optional.of(
            "%s is '%s'; it must be a %s%s."
                .formatted(
                    option.longestName(),
                    e.getValue(),
                    WHOLE.contains(number(option)) ? "whole number" : "number",
                    allowed(option).map(words -> ": " + words).orElse("")))
        : Optional.empty();
  }

  /** Whether an argument takes numbers: one, perhaps one, or several. */
  public static boolean isNumeric(ArgSpec argument) {
    return WHOLE.contains(number(argument)) || REAL.contains(number(argument));
  }

  /** The words of {@link Allowed} at an option's field. */
  public static Optional<String> allowed(ArgSpec argument) {
    return argument.userObject() instanceof AnnotatedElement field
        ? Optional.ofNullable(field.getAnnotation(Allowed.class)).map(Allowed::value)
        : Optional.empty();
  }

  /** Of an optional value or a list: what it holds. */
  private static Class<?> number(ArgSpec argument) {
    Class<?>[] held = argument.auxiliaryTypes();
    return held.length == 1 ? held[0] : argument.type();
  }
}
