package org.attune.model.program;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The values among a record's components, in order. */
public final class Components {

  private static final ClassValue<List<Method>> VALUES =
      new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> type) {
          List<Method> values =
              Arrays.stream(type.getRecordComponents())
                  .filter(c -> c.getType() == Value.class)
                  .map(RecordComponent::getAccessor)
                  .toList();
          values.forEach(Method::trySetAccessible); // the record may not be public
          return values;
        }
      };

  private Components() {}

  /** The values, for a record with none elsewhere. */
  public static List<Value> values(Record record) {
    List<Value> values = new ArrayList<>();
    for (Method accessor : VALUES.get(record.getClass())) {
      try {
        values.add((Value) accessor.invoke(record));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("Cannot read the components of " + record, e);
      }
    }
    return values;
  }
}
