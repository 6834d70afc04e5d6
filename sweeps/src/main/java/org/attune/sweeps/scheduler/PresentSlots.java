package org.attune.sweeps.scheduler;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.sweeps.event.Event;

/** The present slots: their places, the idle ones, and those in cool-down. */
final class PresentSlots {

  private final Map<Long, SlotLocation> places = new HashMap<>();
  private final Deque<Long> idle = new ArrayDeque<>();
  private final Set<Long> resting = new LinkedHashSet<>();
  private final Health health = new Health(places.values());

  /** Adds an arrived slot as idle. */
  void arrived(long slot, SlotLocation place) {
    places.put(slot, place);
    health.arrived(place);
    enter(slot);
  }

  /** Marks a slot as idle again; does nothing if the slot is gone. */
  void free(long slot) {
    if (places.containsKey(slot)) {
      enter(slot);
    }
  }

  private void enter(long slot) {
    if (health.rests(places.get(slot))) {
      resting.add(slot);
    } else {
      idle.add(slot);
    }
  }

  /** Removes a slot; returns its place if it had arrived. */
  Optional<SlotLocation> remove(long slot) {
    idle.remove(slot);
    resting.remove(slot);
    return Optional.ofNullable(places.remove(slot));
  }

  SlotLocation place(long slot) {
    return places.get(slot);
  }

  /** The number of present slots, including those in cool-down. */
  int size() {
    return places.size();
  }

  /** The number of idle slots outside cool-down. */
  int idle() {
    return idle.size();
  }

  /** The number of idle slots in cool-down. */
  int resting() {
    return resting.size();
  }

  /** Whether a trial should run in an idle slot now instead of waiting for a better place. */
  boolean welcomes(String trialId) {
    return idle.stream().anyMatch(slot -> health.suits(trialId, places.get(slot)))
        || !health.hasBetter(trialId);
  }

  /** The place of an idle slot; there must be one. */
  SlotLocation idlePlace() {
    return places.get(idle.getFirst());
  }

  /** Takes an idle slot for a trial, preferably where the trial has not failed. */
  long take(String trialId) {
    Iterator<Long> slots = idle.iterator();
    while (slots.hasNext()) {
      long slot = slots.next();
      if (health.suits(trialId, places.get(slot))) {
        slots.remove();
        return slot;
      }
    }
    return idle.remove();
  }

  /** Returns a slot that was taken and not used. */
  void untake(long slot) {
    idle.addFirst(slot);
  }

  /** Takes away the idle slots that came last, because another trial needs their room. */
  List<Long> takeAway(int count) {
    List<Long> taken = new ArrayList<>();
    while (taken.size() < count) {
      taken.add(idle.pollLast());
    }
    places.keySet().removeAll(taken);
    return taken;
  }

  /**
   * Records the end of an attempt in a slot; it counts towards the health of the slot's executor.
   */
  void ended(long slot, Event.OfAttempt end) {
    SlotLocation place = places.get(slot);
    if (place != null) {
      health.ended(place, end);
    }
  }

  /** Records that an attempt was lost with its slot. */
  void lost(SlotLocation place, String trialId) {
    health.lost(place, trialId);
  }

  /** The executors and hosts that now enter or leave cool-down; their slots follow. */
  List<Health.CoolDown> review(long nanos) {
    List<Health.CoolDown> changes = health.review(nanos);
    if (!changes.isEmpty()) {
      List<Long> free = new ArrayList<>(idle);
      free.addAll(resting);
      idle.clear();
      resting.clear();
      free.forEach(this::enter);
    }
    return changes;
  }
}
