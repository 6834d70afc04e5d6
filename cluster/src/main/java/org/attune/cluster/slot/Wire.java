package org.attune.cluster.slot;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.io.UncheckedIOException;

/**
 * Messages as bytes. Spark reads a plugin's messages with the class loader of its own jars. That
 * loader does not know the submit jar's classes, so an executor that receives one loses its driver.
 */
final class Wire {

  /**
   * The classes that messages consist of: Attune's records, and Java's numbers, texts and
   * collections.
   */
  private static final ObjectInputFilter OF_MESSAGES =
      ObjectInputFilter.Config.createFilter(
          "maxdepth=64;org.attune.**;java.lang.*;java.util.*;java.time.*;!*");

  private Wire() {}

  static byte[] encode(Serializable message) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(message);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot encode " + message, e);
    }
    return bytes.toByteArray();
  }

  static Object decode(byte[] bytes) {
    try (ObjectInputStream in = new OwnClasses(bytes)) {
      return in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("Cannot decode a message between slot and driver", e);
    }
  }

  /** Finds classes with the class loader of this class. */
  private static final class OwnClasses extends ObjectInputStream {
    OwnClasses(byte[] bytes) throws IOException {
      super(new ByteArrayInputStream(bytes));
      setObjectInputFilter(OF_MESSAGES);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(description.getName(), false, Wire.class.getClassLoader());
      } catch (ClassNotFoundException notOurs) {
        return super.resolveClass(description);
      }
    }
  }
}
