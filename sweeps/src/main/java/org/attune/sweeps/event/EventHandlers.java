package org.attune.sweeps.event;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the objects of a class do at each kind of event. The class handles or ignores each kind by
 * name. When {@link Event} gets a new kind, the class fails to load until it names that kind too.
 *
 * <pre>{@code
 * private static final EventHandlers<Tally> HANDLERS =
 *     EventHandlers.of(Tally.class)
 *         .on(Event.Suggested.class, Tally::suggested)
 *         .ignore(Event.OfAttempt.class)
 *         ...
 *         .build();
 * }</pre>
 *
 * @param <T> the class
 */
public final class EventHandlers<T> {

  private final Map<Class<?>, BiConsumer<T, Event>> handlers;

  private EventHandlers(Map<Class<?>, BiConsumer<T, Event>> handlers) {
    this.handlers = handlers;
  }

  /** Starts the list of handlers of a class. */
  public static <T> Builder<T> of(Class<T> type) {
    return new Builder<>(type);
  }

  /** Calls the handler of the event's kind; does nothing if the class ignores the kind. */
  public void handle(T target, Event event) {
    handlers.get(event.getClass()).accept(target, event);
  }

  /** Collects the handlers of a class. */
  public static final class Builder<T> {
    private final Class<T> type;
    private final Map<Class<?>, BiConsumer<T, Event>> handlers = new HashMap<>();

    private Builder(Class<T> type) {
      this.type = type;
    }

    /**
     * Handles one kind of event, or all kinds of a group.
     *
     * @throws IllegalArgumentException if the class already names a kind
     */
    public <E extends Event> Builder<T> on(Class<E> kinds, BiConsumer<T, E> handler) {
      records(kinds).forEach(kind -> put(kind, (t, event) -> handler.accept(t, kinds.cast(event))));
      return this;
    }

    /**
     * Ignores kinds of events, or groups of kinds.
     *
     * @throws IllegalArgumentException if the class already names a kind
     */
    @SafeVarargs
    public final Builder<T> ignore(Class<? extends Event>... kinds) {
      Stream.of(kinds).flatMap(Builder::records).forEach(kind -> put(kind, (target, event) -> {}));
      return this;
    }

    /**
     * Ends the list.
     *
     * @throws IllegalStateException if the class names not every kind
     */
    public EventHandlers<T> build() {
      Set<String> missing =
          records(Event.class)
              .filter(kind -> !handlers.containsKey(kind))
              .map(Class::getSimpleName)
              .collect(Collectors.toCollection(TreeSet::new));
      if (!missing.isEmpty()) {
        throw new IllegalStateException(
            "%s neither handles nor ignores the events %s"
                .formatted(type.getSimpleName(), String.join(", ", missing)));
      }
      return new EventHandlers<>(Map.copyOf(handlers));
    }

    private void put(Class<?> kind, BiConsumer<T, Event> handler) {
      if (handlers.putIfAbsent(kind, handler) != null) {
        throw new IllegalArgumentException(
            "%s names the event %s twice".formatted(type.getSimpleName(), kind.getSimpleName()));
      }
    }

    private static Stream<Class<?>> records(Class<?> kinds) {
      return kinds.isSealed()
          ? Stream.of(kinds.getPermittedSubclasses()).flatMap(Builder::records).distinct()
          : Stream.of(kinds);
    }
  }
}
