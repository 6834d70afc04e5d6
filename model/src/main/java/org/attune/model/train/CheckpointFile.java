package org.attune.model.train;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.attune.model.layer.NetworkLayer;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.shade.jackson.databind.ObjectMapper;

/**
 * A training's state after a step as a zip archive: DL4J's model file, which {@code
 * ModelSerializer.restoreComputationGraph} opens, and a {@link TrainingHistory}.
 *
 * <p>The archive holds parameters, state that moves during training, and the update rule's state,
 * all bit for bit. Its configuration names the network and the rule of that state, and the step at
 * which the state began. Everything else that a training depends on follows from its settings, its
 * seed and the step: batches, noise and step sizes.
 */
final class CheckpointFile {

  private static final String CONFIGURATION = "configuration.json"; // DL4J's names
  private static final String PARAMETERS = "coefficients.bin";
  private static final String UPDATER = "updaterState.bin";
  private static final String HISTORY = "history.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  private CheckpointFile() {}

  /**
   * Writes a checkpoint; leaves the stream open.
   *
   * @param graph the graph after the last step
   */
  static void write(ComputationGraph graph, TrainingHistory history, OutputStream out)
      throws IOException {
    ZipOutputStream zip = new ZipOutputStream(out);
    zip.setLevel(Deflater.NO_COMPRESSION); // floats hardly compress
    write(zip, CONFIGURATION, graph.getConfiguration().toJson().getBytes(StandardCharsets.UTF_8));
    if (graph.numParams() > 0) {
      write(zip, PARAMETERS, graph.params());
      INDArray kept = graph.getUpdater(true).getStateViewArray();
      if (kept != null) {
        write(zip, UPDATER, kept);
      }
    }
    write(zip, HISTORY, JSON.writeValueAsBytes(history));
    zip.finish();
  }

  private static void write(ZipOutputStream zip, String name, byte[] content) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(content);
    zip.closeEntry();
  }

  private static void write(ZipOutputStream zip, String name, INDArray array) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(zip));
    Nd4j.write(array, out);
    out.flush();
    zip.closeEntry();
  }

  /**
   * A restored training.
   *
   * @param anew a sentence for the user if the update rule's state begins anew; empty if it was
   *     read
   */
  record Restored(TrainingHistory history, Optional<String> anew) {}

  /**
   * Restores a state into a graph, which keeps its own settings. The update rule's state is read
   * only if the same rule wrote it; else the rule begins anew.
   *
   * @param own whether the graph's own training wrote the archive
   * @throws CheckpointException if the archive is damaged, or belongs to another network
   */
  static Restored restore(InputStream archive, ComputationGraph graph, boolean own)
      throws CheckpointException {
    Map<String, byte[]> entries = entries(archive);
    TrainingHistory history;
    Optional<String> anew = Optional.empty();
    try {
      history = JSON.readValue(entry(entries, HISTORY), TrainingHistory.class);
      if (graph.numParams() > 0) {
        Optional<SavedNetwork> saved = SavedNetwork.of(entry(entries, CONFIGURATION));
        NetworkLayer ours = NetworkLayer.configurationOf(graph.getLayer(0));
        INDArray parameters = array(entry(entries, PARAMETERS));
        requireFitting(saved, ours, parameters, graph);
        graph.setParams(parameters);
        parameters.close();
        INDArray kept = graph.getUpdater(true).getStateViewArray();
        if (kept != null) {
          boolean same = saved.map(network -> network.hasRuleOf(ours)).orElse(own);
          if (same && load(kept, entries.get(UPDATER))) {
            ours.beginState(saved.map(SavedNetwork::stateBegan).orElse(0L));
          } else {
            ours.beginState(history.step);
            anew = Optional.of(sentence(saved, ours, history.step));
          }
        }
      }
    } catch (CheckpointException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new CheckpointException("Cannot read a checkpoint: " + e.getMessage(), e);
    }
    graph.getConfiguration().setIterationCount(Math.toIntExact(history.step));
    return new Restored(history, anew);
  }

  /** Whether there is a state of the expected size; it is then loaded. */
  private static boolean load(INDArray kept, byte[] saved) throws IOException {
    if (saved == null) {
      return false;
    }
    INDArray before = array(saved);
    boolean fits = before.length() == kept.length();
    if (fits) {
      kept.assign(before.reshape(kept.shape()));
    }
    before.close();
    return fits;
  }

  private static String sentence(Optional<SavedNetwork> saved, NetworkLayer ours, long step) {
    return "the checkpoint has %s: %s begins its own anew at step %d"
        .formatted(
            saved
                .map(network -> "the state of " + network.rule())
                .orElse("a state of unknown rule"),
            SavedNetwork.rule(ours),
            step);
  }

  private static void requireFitting(
      Optional<SavedNetwork> network, NetworkLayer ours, INDArray saved, ComputationGraph graph)
      throws CheckpointException {
    if (saved.length() != graph.numParams()) {
      throw new CheckpointException(
          "Cannot begin from a checkpoint of %,d parameters: this network has %,d"
              .formatted(saved.length(), graph.numParams()));
    }
    Optional<String> difference =
        network.flatMap(savedNetwork -> savedNetwork.differenceFrom(ours));
    if (difference.isPresent()) {
      throw new CheckpointException(
          "Cannot begin from a checkpoint of another network: " + difference.get());
    }
  }

  private static INDArray array(byte[] content) throws IOException {
    return Nd4j.read(new DataInputStream(new ByteArrayInputStream(content)));
  }

  private static Map<String, byte[]> entries(InputStream archive) throws CheckpointException {
    Map<String, byte[]> entries = new HashMap<>();
    try (ZipInputStream zip = new ZipInputStream(archive)) {
      for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
        entries.put(e.getName(), zip.readAllBytes()); // verifies the entry's checksum
      }
    } catch (IOException e) {
      throw new CheckpointException("Cannot read a checkpoint: " + e.getMessage(), e);
    }
    return entries;
  }

  private static byte[] entry(Map<String, byte[]> entries, String name) throws CheckpointException {
    byte[] content = entries.get(name);
    if (content == null) {
      throw new CheckpointException("Cannot read a checkpoint: it has no " + name);
    }
    return content;
  }
}
