package org.attune.model.attention;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import org.attune.model.catalog.Variant;

/**
 * Third-party variants of attention's stages. A jar for {@code --jars} names its implementations in
 * {@code META-INF/services/org.attune.model.attention.OwnParts}. Attune lists, validates, sweeps
 * and trains their parts like its own.
 *
 * <p>The lookup happens once, with the context class loader of the thread that first uses any part.
 */
public interface OwnParts {

  /** Returns sources of queries. */
  default List<Variant<Source>> queries() {
    return List.of();
  }

  /** Returns sources of keys. */
  default List<Variant<Source>> keys() {
    return List.of();
  }

  /** Returns ways to make messages from tokens. */
  default List<Variant<Messages>> messages() {
    return List.of();
  }

  /** Returns position encodings. */
  default List<Variant<Positions>> positions() {
    return List.of();
  }

  /** Returns rules that turn scores into weights. */
  default List<Variant<Weights>> weights() {
    return List.of();
  }

  /** Returns norms of the heads' outputs. */
  default List<Variant<HeadNorm>> headNorms() {
    return List.of();
  }

  /** Returns gates on the heads' outputs. */
  default List<Variant<OutputGate>> gates() {
    return List.of();
  }

  /**
   * Returns Attune's variants of a stage, then the third-party ones.
   *
   * @throws IllegalArgumentException if two variants have the same name
   */
  static <P> List<Variant<P>> with(
      Function<OwnParts, List<Variant<P>>> stage, List<Variant<P>> builtIn) {
    List<Variant<P>> all = new ArrayList<>(builtIn);
    Set<String> names = new HashSet<>();
    builtIn.forEach(variant -> names.add(variant.option().name()));
    for (OwnParts jar : ServiceLoader.load(OwnParts.class)) {
      for (Variant<P> variant : stage.apply(jar)) {
        if (!names.add(variant.option().name())) {
          throw new IllegalArgumentException(
              "%s brings a part named '%s', and there is one already; give it another name"
                  .formatted(jar.getClass().getName(), variant.option().name()));
        }
        all.add(variant);
      }
    }
    return List.copyOf(all);
  }
}
