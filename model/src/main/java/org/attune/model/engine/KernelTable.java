package org.attune.model.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.attune.model.program.Primitive;

/** The kernels that a backend has, a line for each primitive. */
public final class KernelTable<B extends Buffer> {

  /** Makes the kernel of a primitive over the memory it is to work on. */
  @FunctionalInterface
  public interface Factory<P extends Primitive, B extends Buffer> {
    Kernel make(P primitive, Operands<B> operands);
  }

  private record Entry<P extends Primitive, B extends Buffer>(
      Class<P> kind, Predicate<P> covers, Factory<P, B> factory) {

    boolean covers(Primitive primitive) {
      return covers.test(kind.cast(primitive));
    }

    Kernel make(Primitive primitive, Operands<B> operands) {
      return factory.make(kind.cast(primitive), operands);
    }
  }

  private final Map<Class<? extends Primitive>, Entry<?, B>> entries = new HashMap<>();

  /** Says how a kind of primitive is computed. */
  public <P extends Primitive> KernelTable<B> with(Class<P> kind, Factory<P, B> factory) {
    return with(kind, p -> true, factory);
  }

  /**
   * The same for those primitives of a kind that the kernel covers; the others have none.
   *
   * @param covers reads the primitive's settings and shapes
   */
  public <P extends Primitive> KernelTable<B> with(
      Class<P> kind, Predicate<P> covers, Factory<P, B> factory) {
    if (entries.putIfAbsent(kind, new Entry<>(kind, covers, factory)) != null) {
      throw new IllegalArgumentException("Cannot register two kernels for " + kind.getSimpleName());
    }
    return this;
  }

  /** Whether there is a kernel for a primitive. */
  public boolean covers(Primitive primitive) {
    Entry<?, B> entry = entries.get(primitive.getClass());
    return entry != null && entry.covers(primitive);
  }

  Optional<Kernel> kernel(Primitive primitive, Operands<B> operands) {
    return covers(primitive)
        ? Optional.of(entries.get(primitive.getClass()).make(primitive, operands))
        : Optional.empty();
  }
}
