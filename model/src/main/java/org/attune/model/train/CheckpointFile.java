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
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.shade.jackson.databind.ObjectMapper;

/**
 * A training's state after a step as a zip archive: DL4J's model file, which {@code
 * ModelSerializer.restoreComputationGraph} opens, and a {@link History}.
 *
 * <p>The archive holds parameters, state that moves during training, and the update rule's state,
 * all bit for bit. Everything else that a training depends on follows from its settings, its seed
 * and the step: batches, noise and step sizes.
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
  static void write(ComputationGraph graph, History history, OutputStream out) throws IOException {
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
   * Restores a state into a graph. The graph keeps its own settings. If its update rule has a
   * different state layout from the saved one, the rule starts from scratch.
   *
   * @throws CheckpointException if the archive is damaged, or belongs to a network of a different
   *     size
   */
  static History restore(InputStream archive, ComputationGraph graph) throws CheckpointException {
    Map<String, byte[]> entries = entries(archive);
    History history;
    try {
      history = JSON.readValue(entry(entries, HISTORY), History.class);
      if (graph.numParams() > 0) {
        set(graph.params(), array(entry(entries, PARAMETERS)), graph);
        INDArray kept = graph.getUpdater(true).getStateViewArray();
        byte[] saved = entries.get(UPDATER);
        if (kept != null && saved != null) {
          INDArray before = array(saved);
          if (before.length() == kept.length()) {
            kept.assign(before.reshape(kept.shape()));
          }
          before.close();
        }
      }
    } catch (CheckpointException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new CheckpointException("Cannot read a checkpoint: " + e.getMessage(), e);
    }
    graph.getConfiguration().setIterationCount(Math.toIntExact(history.step));
    return history;
  }

  private static void set(INDArray parameters, INDArray saved, ComputationGraph graph)
      throws CheckpointException {
    if (saved.length() != parameters.length()) {
      throw new CheckpointException(
          "Cannot begin from a checkpoint of %,d parameters: this network has %,d"
              .formatted(saved.length(), parameters.length()));
    }
    graph.setParams(saved);
    saved.close();
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
