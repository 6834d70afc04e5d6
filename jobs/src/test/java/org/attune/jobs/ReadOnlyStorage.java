package org.attune.jobs;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.apache.hadoop.security.AccessControlException;
import org.attune.api.storage.Storage;

/** A storage that may only be read, as a folder of another user's on HDFS. */
public final class ReadOnlyStorage {

  private static final Set<String> READS =
      Set.of("describe", "localFolder", "exists", "list", "open", "stamp");

  private ReadOnlyStorage() {}

  public static Storage of(Storage storage) {
    return (Storage)
        Proxy.newProxyInstance(
            Storage.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (proxy, method, arguments) -> {
              if (!READS.contains(method.getName())) {
                throw new AccessControlException("Permission denied: access=WRITE\n\tat org.x");
              }
              try {
                return method.invoke(storage, arguments);
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            });
  }
}
