package org.attune.model.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.attune.model.program.Primitive;

/** A backend's kernels, one line for each primitive. */
public final class KernelTable<B extends Buffer> {

  /** Makes a primitive's kernel over the memory it works on. */
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

  /** Registers the kernel for a kind of primitive. */
  public <P extends Primitive> KernelTable<B> with(Class<P> kind, Factory<P, B> factory) {
    return with(kind, p -> true, factory);
  }

  /**
   * Registers the kernel for those primitives of a kind that it covers; the others have none.
   *
   * @param covers decides by the primitive's settings and shapes
   */
  public <P extends Primitive> KernelTable<B> with(
      Class<P> kind, Predicate<P> covers, Factory<P, B> factory) {
    if (entries.putIfAbsent(kind, new Entry<>(kind, covers, factory)) != null) {
      throw new IllegalArgumentException("Cannot register two kernels for " + kind.getSimpleName());
    }
    return this;
  }

  /** Whether a kernel exists for a primitive. */
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
