package org.attune.model.program;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A {@link Primitive}'s formula over given arrays, and its adjoint. */
public interface Formula {

  /** Computes the output's array from the arguments' arrays. */
  void forward(Pass pass);

  /**
   * Adds the output's gradient contribution to each argument that {@linkplain
   * Argument#wantsGradient() wants one}. Called only after {@link #forward}, and only when the
   * output's gradient is complete.
   */
  void backward();

  /** The formula of these two steps. */
  static Formula of(Consumer<Pass> forward, Runnable backward) {
    return new Formula() {
      @Override
      public void forward(Pass pass) {
        forward.accept(pass);
      }

      @Override
      public void backward() {
        backward.run();
      }
    };
  }

  /**
   * The formula of these two steps.
   *
   * @param forward returns what the adjoint reads of it again
   */
  static <K> Formula keeping(Function<Pass, K> forward, Consumer<K> backward) {
    return new Formula() {
      private @Nullable K kept;

      @Override
      public void forward(Pass pass) {
        kept = forward.apply(pass);
      }

      @Override
      public void backward() {
        backward.accept(Objects.requireNonNull(kept, "no forward pass before this one"));
      }
    };
  }
}
