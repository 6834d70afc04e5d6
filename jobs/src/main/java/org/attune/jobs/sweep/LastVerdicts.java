package org.attune.jobs.sweep;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.JsonObject;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.WholeFile;

/**
 * The verdicts on a sweep's claims when someone last saw them, for lists of sweeps: a list must not
 * judge, since that opens a sealed split and takes time. Nothing else reads the file. It stands on
 * the trials that had ended, so a sweep that went on has none; where it is lost or damaged, the
 * next look at the claims writes it again.
 *
 * @param ended numbers of trials in all, finished, stopped and failed
 * @param words the verdict of each claim
 */
public record LastVerdicts(List<Integer> ended, List<String> words) {

  /** Its path in the directory. */
  static final String PATH = "verdicts.json";

  private static final int MOST_BYTES = 1 << 16;

  private static final Pattern WORDS = Pattern.compile("[a-z ]{1,40}");

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The verdicts of a sweep, about to be shown. */
  public static LastVerdicts of(SweepView sweep, List<String> words) {
    return new LastVerdicts(ended(sweep), words);
  }

  /** The verdicts in a sweep's directory, if they are of the trials that the sweep has now. */
  public static Optional<LastVerdicts> read(Storage storage, SweepView sweep) throws IOException {
    if (!storage.exists(PATH)) {
      return Optional.empty();
    }
    try {
      LastVerdicts stored =
          JSON.readValue(
              new String(WholeFile.read(storage, PATH, MOST_BYTES), UTF_8), LastVerdicts.class);
      boolean whole =
          stored.words() != null
              && !stored.words().isEmpty()
              && stored.words().stream().allMatch(word -> WORDS.matcher(word).matches());
      return whole && ended(sweep).equals(stored.ended()) ? Optional.of(stored) : Optional.empty();
    } catch (JsonProcessingException edited) {
      return Optional.empty();
    }
  }

  private static List<Integer> ended(SweepView sweep) {
    Counts counts = sweep.counts();
    return List.of(counts.total(), counts.finished(), counts.stopped(), counts.failed());
  }

  /** Writes the file; a directory that cannot be written keeps its old one. */
  public void write(Storage storage) {
    try {
      byte[] text =
          (Json.line(new JsonObject().with("ended", ended).with("words", words)) + "\n")
              .getBytes(UTF_8);
      storage.replace(PATH, text);
    } catch (IOException | RuntimeException unwritable) {
      // a list then shows none
    }
  }

  /** How many claims have each verdict, in the order of the claims. */
  public Map<String, Integer> counts() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    words.forEach(word -> counts.merge(word, 1, Integer::sum));
    return counts;
  }
}
