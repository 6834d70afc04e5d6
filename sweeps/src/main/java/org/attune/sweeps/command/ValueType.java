package org.attune.sweeps.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.attune.api.catalog.Numbers;

/** How a parameter's value stands in the file {@code {config}}, as its declaration says. */
public enum ValueType {
  /** A text, whatever it looks like. */
  TEXT {
    @Override
    void put(ObjectNode json, String key, String value) {
      json.put(key, value);
    }
  },
  /** A whole number. */
  INTEGER {
    @Override
    void put(ObjectNode json, String key, String value) {
      Optional<Long> number = Numbers.integer(value);
      if (number.isPresent()) {
        json.put(key, number.get());
      } else {
        json.put(key, value);
      }
    }
  },
  /** A number with a fraction, also where the fraction is 0. */
  REAL {
    @Override
    void put(ObjectNode json, String key, String value) {
      Optional<Double> number = Numbers.real(value);
      if (number.isPresent()) {
        json.put(key, number.get());
      } else {
        json.put(key, value);
      }
    }
  },
  /** True or false. */
  FLAG {
    @Override
    void put(ObjectNode json, String key, String value) {
      json.put(key, Boolean.parseBoolean(value));
    }
  },
  /** What the value looks like: nothing here knows how the parameter was declared. */
  UNKNOWN {
    @Override
    void put(ObjectNode json, String key, String value) {
      ValueType looks =
          value.equals("true") || value.equals("false")
              ? FLAG
              : Numbers.integer(value).isPresent() ? INTEGER : REAL;
      looks.put(json, key, value);
    }
  };

  /** Adds a parameter to the file. */
  abstract void put(ObjectNode json, String key, String value);
}
