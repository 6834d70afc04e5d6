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

/** The slots that are there: where they are, which are idle, and which of these are to rest. */
final class Seats {

  private final Map<Long, Place> places = new HashMap<>();
  private final Deque<Long> idle = new ArrayDeque<>();
  private final Set<Long> resting = new LinkedHashSet<>();
  private final Health health = new Health(places.values());

  /** A slot is there, and idle. */
  void arrived(long slot, Place place) {
    places.put(slot, place);
    health.arrived(place);
    seat(slot);
  }

  /** A slot is idle again; nothing happens to one that is gone. */
  void free(long slot) {
    if (places.containsKey(slot)) {
      seat(slot);
    }
  }

  private void seat(long slot) {
    if (health.rests(places.get(slot))) {
      resting.add(slot);
    } else {
      idle.add(slot);
    }
  }

  /** A slot is gone, with its place if it had arrived. */
  Optional<Place> remove(long slot) {
    idle.remove(slot);
    resting.remove(slot);
    return Optional.ofNullable(places.remove(slot));
  }

  Place place(long slot) {
    return places.get(slot);
  }

  /** How many are there, resting ones included. */
  int size() {
    return places.size();
  }

  /** How many are idle and may be given something. */
  int idle() {
    return idle.size();
  }

  /** How many are to be given nothing for now. */
  int resting() {
    return resting.size();
  }

  /** Whether a trial should run in one of the idle slots, rather than wait for a better place. */
  boolean welcomes(String trialId) {
    return idle.stream().anyMatch(slot -> health.suits(trialId, places.get(slot)))
        || !health.hasBetter(trialId);
  }

  /** Takes an idle slot for a trial: where it has not failed, if there is such a one. */
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

  /** Gives back a slot that was taken and not used. */
  void untake(long slot) {
    idle.addFirst(slot);
  }

  /** Takes away idle slots, those that came last, for someone who needs their room. */
  List<Long> takeAway(int count) {
    List<Long> taken = new ArrayList<>();
    while (taken.size() < count) {
      taken.add(idle.pollLast());
    }
    places.keySet().removeAll(taken);
    return taken;
  }

  /** An attempt has ended in a slot; it tells about the slot's executor. */
  void heard(long slot, Event.OfAttempt end) {
    Place place = places.get(slot);
    if (place != null) {
      health.ended(place, end);
    }
  }

  /** An attempt was lost with its slot. */
  void lost(Place place, String trialId) {
    health.lost(place, trialId);
  }

  /** Who begins and who ends to rest now; from then on their slots do. */
  List<Health.Turn> review(long nanos) {
    List<Health.Turn> turns = health.review(nanos);
    if (!turns.isEmpty()) {
      List<Long> free = new ArrayList<>(idle);
      free.addAll(resting);
      idle.clear();
      resting.clear();
      free.forEach(this::seat);
    }
    return turns;
  }
}
