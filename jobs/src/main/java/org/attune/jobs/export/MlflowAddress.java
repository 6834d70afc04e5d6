package org.attune.jobs.export;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.attune.jobs.console.InputException;

/** Where MLflow keeps runs: the address of a server, or a folder. */
final class MlflowAddress {

  /** What a user of a folder must know. */
  static final String FOLDERS =
      "MLflow 3.13 and later open no folders: mlflow migrate-filestore moves them to a database, and --to http://HOST:PORT writes to a server.";

  private static final Pattern SERVER = Pattern.compile("(?i)https?:.*");
  private static final Pattern OTHER = Pattern.compile("[a-zA-Z][\\w+.-]*://.*");

  private MlflowAddress() {}

  /**
   * The address without a slash at its end; empty if a folder is meant.
   *
   * @throws InputException if it is neither
   */
  static Optional<URI> of(String to) {
    if (!SERVER.matcher(to).matches()) {
      if (OTHER.matcher(to).matches()) {
        throw new InputException(
            "--to %s: only MLflow itself writes there. Start mlflow server --backend-store-uri %s --port 5000, and write --to http://127.0.0.1:5000"
                .formatted(to, to));
      }
      return Optional.empty();
    }
    try {
      URI address = new URI(to.replaceAll("/+(#.*)?$", ""));
      if (address.getRawUserInfo() != null) {
        throw new InputException(
            "--to: leave user and password out of the address; set MLFLOW_TRACKING_USERNAME and MLFLOW_TRACKING_PASSWORD.");
      }
      if (address.getHost() != null
          && address.getRawQuery() == null
          && address.getFragment() == null) {
        return Optional.of(address);
      }
    } catch (URISyntaxException e) {
      // refused below, in words of our own
    }
    throw new InputException(
        "--to %s: this is not an address of a server; write it as http://HOST:PORT".formatted(to));
  }

  /** What a second export did, in words; empty for a first one. */
  static String again(MlflowServer.Written written) {
    if (written.unchanged() == 0 && written.replaced() == 0) {
      return "";
    }
    return "; %d as before, %d replaced".formatted(written.unchanged(), written.replaced());
  }
}
