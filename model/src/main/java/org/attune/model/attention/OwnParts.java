package org.attune.model.attention;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import org.attune.model.catalog.Variant;

/**
 * Variants of attention's stages that are not Attune's own. A jar for {@code --jars} names its
 * implementations in {@code META-INF/services/org.attune.model.attention.OwnParts}; what they bring
 * is listed, validated, swept and trained as our own parts are.
 *
 * <p>They are looked for once, with the context class loader of the thread that first asks for any
 * part.
 */
public interface OwnParts {

  /** What queries are made from. */
  default List<Variant<Source>> queries() {
    return List.of();
  }

  /** What keys are made from. */
  default List<Variant<Source>> keys() {
    return List.of();
  }

  /** How tokens become messages. */
  default List<Variant<Messages>> messages() {
    return List.of();
  }

  /** How the model knows order. */
  default List<Variant<Positions>> positions() {
    return List.of();
  }

  /** How scores become weights. */
  default List<Variant<Weights>> weights() {
    return List.of();
  }

  /** Norms of what heads read. */
  default List<Variant<HeadNorm>> headNorms() {
    return List.of();
  }

  /** Gates on what heads read. */
  default List<Variant<OutputGate>> gates() {
    return List.of();
  }

  /**
   * Attune's variants of a stage, then those that are found.
   *
   * @throws IllegalArgumentException where two have one name
   */
  static <P> List<Variant<P>> with(
      Function<OwnParts, List<Variant<P>>> stage, List<Variant<P>> ours) {
    List<Variant<P>> all = new ArrayList<>(ours);
    Set<String> names = new HashSet<>();
    ours.forEach(variant -> names.add(variant.option().name()));
    for (OwnParts own : ServiceLoader.load(OwnParts.class)) {
      for (Variant<P> variant : stage.apply(own)) {
        if (!names.add(variant.option().name())) {
          throw new IllegalArgumentException(
              "%s brings a part named '%s', and there is one already; give it another name"
                  .formatted(own.getClass().getName(), variant.option().name()));
        }
        all.add(variant);
      }
    }
    return List.copyOf(all);
  }
}
