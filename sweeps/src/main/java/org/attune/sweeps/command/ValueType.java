package org.attune.sweeps.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attune.api.catalog.Numbers;

/** How a parameter's value stands in the file {@code {config}}, as its declaration says. */
public enum ValueType {
  /** A text, whatever it looks like. */
  TEXT,
  /** A whole number. */
  INTEGER,
  /** A number with a fraction, also where the fraction is 0. */
  REAL,
  /** True or false. */
  FLAG,
  /** What the value looks like: nothing here knows how the parameter was declared. */
  UNKNOWN;

  /** Adds a parameter to the file; a number that does not read as one stands as a text. */
  void put(ObjectNode json, String key, String value) {
    switch (this) {
      case TEXT -> json.put(key, value);
      case INTEGER ->
          Numbers.integer(value)
              .ifPresentOrElse(number -> json.put(key, number), () -> json.put(key, value));
      case REAL ->
          Numbers.real(value)
              .ifPresentOrElse(number -> json.put(key, number), () -> json.put(key, value));
      case FLAG -> json.put(key, Boolean.parseBoolean(value));
      case UNKNOWN -> {
        ValueType looks =
            value.equals("true") || value.equals("false")
                ? FLAG
                : Numbers.integer(value).isPresent() ? INTEGER : REAL;
        looks.put(json, key, value);
      }
    }
  }
}
