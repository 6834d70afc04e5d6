package org.attune.jobs.console;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Which numbers an option takes, in words; a value that is no number is refused with them. */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Allowed {

  /** Follows "it must be a whole number: " or "it must be a number: ", as "from 1 to 24". */
  String value();
}
