package org.attune.sweeps.journal;

import java.io.IOException;
import org.attune.sweeps.event.Event;

/** Receives the events of a journal, in order. */
@FunctionalInterface
interface EventSink {

  /**
   * Takes the next event.
   *
   * @throws IOException to end the reading
   */
  void accept(Event event) throws IOException;
}
