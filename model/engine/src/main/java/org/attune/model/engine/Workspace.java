package org.attune.model.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Memory that kernels use in turn, so that it stays in cache. */
final class Workspace<B extends Buffer> {

  private record Part<B>(@Nullable B block, long elements) {}

  private final Memory<B> memory;
  private final List<Part<B>> parts = new ArrayList<>();

  Workspace(Memory<B> memory) {
    this.memory = memory;
  }

  B get(int i, long elements) {
    while (parts.size() <= i) {
      parts.add(new Part<>(null, 0));
    }
    if (parts.get(i).elements() < elements) {
      parts.set(i, new Part<>(memory.block(elements), elements));
    }
    return Objects.requireNonNull(parts.get(i).block(), "no elements");
  }
}
