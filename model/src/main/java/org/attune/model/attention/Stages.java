package org.attune.model.attention;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.model.catalog.Variant;

/** Collects the parts of one layer, stage by stage, and the reasons against them. */
public final class Stages {

  private final Configuration settings;
  private final int layer;
  private final int layers;
  private final int length;
  private final List<ChosenPart> parts = new ArrayList<>();
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

  /** Adds the part chosen on an axis, for a place. */
  public void add(Parameter axis, Part part, Place place) {
    add(
        new ChosenPart(
            axis.key() + " " + Variant.name(axis, settings, layer, layers), part.declares()));
    limits.addAll(part.limits(place, length));
  }

  /** Adds a layer's choice on an axis. */
  public <P extends Part> void add(Parameter axis, List<Variant<P>> variants, Place place) {
    add(axis, Variant.chosen(axis, variants, settings, layer, layers), place);
  }

  /** Adds a part without an axis. */
  public void add(ChosenPart part) {
    parts.add(part);
  }

  /** Returns why parts cannot work at their places. */
  public Set<String> limits() {
    return limits;
  }

  /**
   * Returns the {@link #limits} and why parts are incompatible with each other or with the network.
   */
  public Set<String> refusals(List<ChosenPart> network) {
    List<ChosenPart> all = new ArrayList<>(parts);
    all.addAll(network);
    Set<String> reasons = new LinkedHashSet<>(limits);
    reasons.addAll(ChosenPart.disagreements(all));
    return reasons;
  }
}
