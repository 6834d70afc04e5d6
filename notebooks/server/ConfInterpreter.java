package org.apache.zeppelin.interpreter;

import java.util.Properties;

/**
 * Refuses {@code %spark.conf} and the like. Zeppelin's own class of this name lets a note set an
 * interpreter's properties, and with them the environment of its process.
 */
public class ConfInterpreter extends Interpreter {

  /** As Zeppelin calls it. */
  public ConfInterpreter(
      Properties properties, String session, String group, InterpreterSetting setting) {
    super(properties);
  }

  @Override
  public void open() {}

  @Override
  public void close() {}

  @Override
  public InterpreterResult interpret(String text, InterpreterContext context) {
    return new InterpreterResult(
        InterpreterResult.Code.ERROR,
        "Notes cannot change the settings here: use %spark.sql and %md.");
  }

  @Override
  public void cancel(InterpreterContext context) {}

  @Override
  public FormType getFormType() {
    return FormType.NONE;
  }

  @Override
  public int getProgress(InterpreterContext context) {
    return 0;
  }
}
