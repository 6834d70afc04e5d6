package org.attune.sweeps.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.attune.api.storage.Storage;

/**
 * The requests to one driver: files in the sweep's directory. Anyone may add files, and the driver
 * checks for them from time to time. Later drivers ignore the requests that a dead driver left.
 */
public final class RequestBox {

  private static final String SUFFIX = ".request";

  private final Storage storage;
  private final String folder;

  /**
   * @param epoch of the driver
   */
  public RequestBox(Storage storage, int epoch) {
    this.storage = storage;
    this.folder = SweepLayout.requests(epoch);
  }

  /** Adds a request; returns its name. */
  public String post(Request request) throws IOException {
    String name =
        String.format(
            Locale.ROOT, "%013d-%s%s", System.currentTimeMillis(), UUID.randomUUID(), SUFFIX);
    storage.replace(folder + "/" + name, request.text().getBytes(StandardCharsets.UTF_8));
    return name;
  }

  /** Whether a request is pending: the driver has not taken it yet. */
  public boolean waits(String name) throws IOException {
    return storage.exists(folder + "/" + name);
  }

  /** Withdraws a pending request. */
  public void withdraw(String name) throws IOException {
    storage.delete(folder + "/" + name);
  }

  /** Takes all pending requests, in the order of arrival. */
  public List<Request> take() throws IOException {
    List<Request> taken = new ArrayList<>();
    for (String name : storage.list(folder)) {
      if (name.endsWith(SUFFIX)) {
        String path = folder + "/" + name;
        byte[] text = WholeFile.read(storage, path);
        Request.of(new String(text, StandardCharsets.UTF_8)).ifPresent(taken::add);
        storage.delete(path);
      }
    }
    return taken;
  }
}
