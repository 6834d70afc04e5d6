package org.apache.zeppelin.interpreter;

import java.util.Properties;

/** Refuses as {@link ConfInterpreter} does. */
public final class SessionConfInterpreter extends ConfInterpreter {

  /** As Zeppelin calls it. */
  public SessionConfInterpreter(
      Properties properties, String session, String group, InterpreterSetting setting) {
    super(properties, session, group, setting);
  }
}
