package org.attune.model.attention;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter;
import org.attune.model.catalog.Variant;

/** The parts of one layer, stage by stage, with what speaks against them. */
public final class Stages {

  private final Configuration settings;
  private final int layer;
  private final int layers;
  private final int length;
  private final List<Chosen> parts = new ArrayList<>();
  private final Set<String> limits = new LinkedHashSet<>();

  /**
   * @param length tokens of a sequence, or rows of a set
   */
  public Stages(Configuration settings, int layer, int layers, int length) {
    this.settings = settings;
    this.layer = layer;
    this.layers = layers;
    this.length = length;
  }

  /** Adds what was chosen on an axis, which stands at a place. */
  public void add(Parameter axis, Part part, Place place) {
    add(
        new Chosen(
            axis.key() + " " + Variant.name(axis, settings, layer, layers), part.declares()));
    limits.addAll(part.limits(place, length));
  }

  /** Adds what a layer has on an axis. */
  public <P extends Part> void add(Parameter axis, List<Variant<P>> variants, Place place) {
    add(axis, Variant.chosen(axis, variants, settings, layer, layers), place);
  }

  /** Adds what has no axis of parts. */
  public void add(Chosen part) {
    parts.add(part);
  }

  /** Why parts cannot stand where they are. */
  public Set<String> limits() {
    return limits;
  }

  /** The same, and why parts do not go together or with the network around them. */
  public Set<String> refusals(List<Chosen> network) {
    List<Chosen> all = new ArrayList<>(parts);
    all.addAll(network);
    Set<String> reasons = new LinkedHashSet<>(limits);
    reasons.addAll(Chosen.disagreements(all));
    return reasons;
  }
}
