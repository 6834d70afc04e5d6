package org.attune.model.network;

import java.util.function.Supplier;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Whether layers compute their forward pass again in the backward pass, instead of keeping it:
 * activation checkpointing, Chen et al. 2016, arXiv 1604.06174. No digit depends on it.
 */
public final class Recompute {

  public static final Parameter RECOMPUTE =
      Parameter.flag(
              "train.recompute",
              "recompute",
              false,
              "whether layers run forward again in the backward pass, in place of keeping what they"
                  + " computed: less memory, more time, the same digits")
          .alsoCalled("gradient-checkpointing", "activation-checkpointing")
          .added();

  private Recompute() {}

  /** Describes a layer. */
  static Value layer(Configuration settings, Program p, Supplier<Value> layer) {
    return settings.flag(RECOMPUTE) ? p.recomputed(layer) : layer.get();
  }
}
