package org.attune.jobs.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Reads MLflow's file store by the rules that its own reader keeps to, and refuses what it would:
 * {@code FileStore._get_run_info_from_dir}, {@code _get_metric_from_line}, {@code
 * _get_param_from_file} and {@code _get_tag_from_file} in mlflow/store/tracking/file_store.py, and
 * the names and lengths that mlflow/utils/validation.py lets pass (MLflow 2).
 */
final class MlflowStore {

  private static final Pattern RUN_ID = Pattern.compile("[a-zA-Z0-9][\\w\\-]{0,255}");
  private static final Pattern EXPERIMENT_ID = Pattern.compile("[a-zA-Z0-9][\\w\\-]{0,63}");
  private static final Pattern NAME =
      Pattern.compile("[/\\w.\\- ]*", Pattern.UNICODE_CHARACTER_CLASS);
  private static final int MOST_PARAM = 6000;

  private MlflowStore() {}

  record Experiment(String id, String name) {}

  record Point(long time, double value, long step) {}

  record Run(
      String name,
      String experimentId,
      int status,
      long startTime,
      Optional<Long> endTime,
      Map<String, List<Point>> metrics,
      Map<String, String> params,
      Map<String, String> tags) {}

  static Experiment experiment(Path folder) {
    Map<String, Object> meta = meta(folder);
    require(
        meta.keySet()
            .containsAll(
                Set.of(
                    "artifact_location",
                    "creation_time",
                    "experiment_id",
                    "last_update_time",
                    "lifecycle_stage",
                    "name")),
        meta);
    String id = (String) meta.get("experiment_id");
    require(EXPERIMENT_ID.matcher(id).matches() && id.equals(folder.getFileName().toString()), id);
    require(meta.get("lifecycle_stage").equals("active"), meta);
    require(meta.get("creation_time") instanceof Number, meta);
    return new Experiment(id, (String) meta.get("name"));
  }

  static Run run(Path folder) {
    Map<String, Object> meta = meta(folder);
    String id = (String) meta.get("run_id");
    require(RUN_ID.matcher(id).matches() && id.equals(folder.getFileName().toString()), id);
    require(id.equals(meta.get("run_uuid")), meta);
    require(meta.get("artifact_uri").toString().startsWith("file:///"), meta);
    require(meta.get("start_time") instanceof Number, meta);
    require(meta.get("end_time") == null || meta.get("end_time") instanceof Number, meta);
    require(meta.get("lifecycle_stage").equals("active"), meta);
    require(meta.get("user_id") instanceof String, meta);
    require(Files.isDirectory(folder.resolve("artifacts")), folder);
    Map<String, List<Point>> metrics = new TreeMap<>();
    files(folder.resolve("metrics")).forEach((name, text) -> metrics.put(name, points(text)));
    Map<String, String> params = new LinkedHashMap<>();
    files(folder.resolve("params"))
        .forEach(
            (name, text) -> {
              // A second line would be "param recorded more than once".
              require(
                  text.split("[\\n\\r\\x0b\\x0c\\x1c-\\x1e\\x85\\u2028\\u2029]", -1).length <= 1,
                  text);
              require(text.length() <= MOST_PARAM, name);
              params.put(name, text);
            });
    return new Run(
        (String) meta.get("run_name"),
        (String) meta.get("experiment_id"),
        ((Number) meta.get("status")).intValue(),
        ((Number) meta.get("start_time")).longValue(),
        Optional.ofNullable((Number) meta.get("end_time")).map(Number::longValue),
        metrics,
        params,
        files(folder.resolve("tags")));
  }

  private static List<Point> points(String text) {
    List<Point> points = new ArrayList<>();
    for (String line : text.split("\n")) {
      String[] parts = line.strip().split(" ");
      require(parts.length == 2 || parts.length == 3, line);
      points.add(
          new Point(
              Long.parseLong(parts[0]),
              Double.parseDouble(parts[1]),
              parts.length == 3 ? Long.parseLong(parts[2]) : 0));
    }
    return points;
  }

  private static Map<String, String> files(Path folder) {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> in = Files.list(folder)) {
      for (Path file : in.toList()) {
        String name = file.getFileName().toString();
        require(NAME.matcher(name).matches() && Files.isRegularFile(file), name);
        files.put(name, Files.readString(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  private static Map<String, Object> meta(Path folder) {
    try {
      return new Yaml(new SafeConstructor(new LoaderOptions()))
          .load(Files.readString(folder.resolve("meta.yaml")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void require(boolean holds, Object what) {
    if (!holds) {
      throw new AssertionError("MLflow would not read " + what);
    }
  }
}
