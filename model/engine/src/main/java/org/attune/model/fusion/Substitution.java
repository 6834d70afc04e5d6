package org.attune.model.fusion;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.attune.model.program.Primitive;
import org.attune.model.program.Value;

/** Makes a primitive read other values. Primitives are records, so their components say what. */
final class Substitution {

  private Substitution() {}

  /** Whether all of a primitive's inputs are its components, or lists among them. */
  static boolean works(Primitive primitive) {
    return primitive.getClass().isRecord()
        && Arrays.stream(primitive.getClass().getRecordComponents())
                .mapToLong(c -> values(component(primitive, c)))
                .sum()
            == primitive.inputs().size();
  }

  private static long values(Object component) {
    return component instanceof Value
        ? 1
        : component instanceof List<?> list
            ? list.stream().filter(Value.class::isInstance).count()
            : 0;
  }

  /**
   * The primitive with some inputs replaced.
   *
   * @param others by the value that each replaces, of the same shape
   */
  static Primitive of(Primitive primitive, Map<Value, Value> others) {
    RecordComponent[] components = primitive.getClass().getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] changed =
        Arrays.stream(components).map(c -> changed(component(primitive, c), others)).toArray();
    try {
      return primitive.getClass().getDeclaredConstructor(types).newInstance(changed);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Cannot rebuild " + primitive, e);
    }
  }

  private static Object changed(Object component, Map<Value, Value> others) {
    if (component instanceof List<?> list) {
      return list.stream().map(each -> changed(each, others)).toList();
    }
    return component instanceof Value value ? others.getOrDefault(value, value) : component;
  }

  private static Object component(Primitive primitive, RecordComponent component) {
    try {
      return component.getAccessor().invoke(primitive);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("Cannot read " + component + " of " + primitive, e);
    }
  }
}
