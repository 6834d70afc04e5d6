package org.attune.jobs.sweep;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.Json;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.WholeFile;

/**
 * A copy of a run's sweep file in the sweep's directory. The report reads the claims from it, and
 * {@code rerun} the declaration of a program; the journal does not hold these in full. Nothing else
 * reads it: the journal alone decides what is run.
 *
 * @param text the file's content
 * @param set the values that the command line set
 */
public record SpecCopy(String text, Map<String, String> set) {

  /** Its path in the directory. */
  public static final String PATH = "sweep.yaml";

  private static final String HEAD =
      "# Attune's copy of this run's sweep file, for its report. Values set by the command line:\n"
          + "# ";

  private static final ObjectMapper JSON = new ObjectMapper();

  public SpecCopy {
    set = Map.copyOf(set);
  }

  /** The copy in a sweep's directory; empty in directories of earlier versions. */
  public static Optional<SpecCopy> read(Storage storage) throws IOException {
    if (!storage.exists(PATH)) {
      return Optional.empty();
    }
    try {
      String all = new String(WholeFile.read(storage, PATH), UTF_8);
      int end = all.indexOf('\n', HEAD.length());
      if (!all.startsWith(HEAD) || end < 0) {
        return Optional.empty(); // a file of the user's
      }
      Map<String, String> set =
          JSON.readValue(all.substring(HEAD.length(), end), new TypeReference<>() {});
      return Optional.of(new SpecCopy(all.substring(end + 1), set));
    } catch (JsonProcessingException edited) {
      return Optional.empty();
    }
  }

  /** This copy with a further value, as if the command line had set it. */
  SpecCopy with(String key, String value) {
    Map<String, String> all = new TreeMap<>(set);
    all.put(key, value);
    return new SpecCopy(text, all);
  }

  /** The program that the file declares. Empty without one. */
  public Optional<CommandTask> program() {
    try {
      return SpecFile.recorded(PATH, text);
    } catch (SpecException edited) {
      return Optional.empty();
    }
  }

  /** Writes the copy, unless the directory has it or has another file of the user's there. */
  public void write(Storage storage) throws IOException {
    if (storage.exists(PATH)) {
      Optional<SpecCopy> stored = read(storage);
      if (stored.isEmpty() || stored.get().equals(this)) {
        return;
      }
    }
    String head = HEAD + Json.line(new TreeMap<>(set)) + "\n";
    storage.replace(PATH, (head + text).getBytes(UTF_8));
  }
}
