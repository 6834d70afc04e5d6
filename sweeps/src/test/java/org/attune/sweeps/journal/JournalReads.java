package org.attune.sweeps.journal;

import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.UnaryOperator;
import org.attune.api.storage.Storage;

/** A storage that passes on what it is asked, and reads its journals through a stream of a test. */
final class JournalReads {

  private JournalReads() {}

  static Storage through(UnaryOperator<InputStream> stream, Storage storage) {
    return (Storage)
        Proxy.newProxyInstance(
            Storage.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(storage, arguments);
                boolean journal =
                    method.getName().equals("open")
                        && arguments[0].toString().startsWith("journal/");
                return journal ? stream.apply((InputStream) result) : result;
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            });
  }
}
