package org.attune.model.attention.head;

import org.attune.model.attention.Place;
import org.attune.model.attention.Reading;
import org.attune.model.attention.Signals;
import org.attune.model.program.Value;

/** A reading that needs only queries, keys and values. */
interface SetReading extends Reading {

  @Override
  default Value read(Signals signals, Place place) {
    return read(signals.query(), signals.key(), signals.value(), place);
  }

  @Override
  Value read(Value q, Value k, Value v, Place place);
}
