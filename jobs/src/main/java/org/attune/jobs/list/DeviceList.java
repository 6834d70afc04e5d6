package org.attune.jobs.list;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.TextTable;
import org.attune.model.cuda.device.DeviceFacts;
import org.attune.model.cuda.device.Installation;
import org.attune.model.train.PartCoverage;

/**
 * The processors and GPUs of this machine, and the reason when no trial can run on a GPU.
 *
 * @param devices each device's name and properties
 * @param notes the NVIDIA software found, and the software missing
 * @param parts the options of networks' parts with their missing GPU kernels
 */
record DeviceList(List<Device> devices, List<String> notes, List<PartCoverage> parts) {

  /**
   * One device.
   *
   * @param name the device's name in a sweep's table
   * @param has the device's kind and its size
   * @param usable whether a trial can run there now
   */
  record Device(String name, String has, boolean usable) {}

  static DeviceList of(Installation cuda) {
    List<Device> devices = new ArrayList<>();
    int cores = Runtime.getRuntime().availableProcessors();
    devices.add(new Device("cpu", cores + (cores == 1 ? " core" : " cores"), true));
    for (DeviceFacts card : cuda.cards()) {
      devices.add(
          new Device(
              "gpu:" + card.ordinal(),
              String.format(
                  Locale.ROOT,
                  "%s, %.0f GiB, %s",
                  card.name(),
                  card.memory() / (double) (1 << 30),
                  card.architecture()),
              cuda.isComplete()));
    }
    List<String> notes = new ArrayList<>(cuda.facts());
    notes.addAll(cuda.problems());
    return new DeviceList(List.copyOf(devices), List.copyOf(notes), PartCoverage.all());
  }

  String text() {
    List<String[]> rows = new ArrayList<>();
    for (Device d : devices) {
      rows.add(new String[] {d.name(), d.has(), d.usable() ? "yes" : "no"});
    }
    StringBuilder text =
        new StringBuilder(TextTable.of(new String[] {"device", "is", "usable"}, rows).aligned());
    notes.forEach(note -> text.append(note).append('\n'));
    return text.append('\n').append(coverage()).toString();
  }

  /** A table with one line per part. */
  private String coverage() {
    Map<String, List<PartCoverage>> byPart = new LinkedHashMap<>();
    parts.forEach(p -> byPart.computeIfAbsent(p.key(), k -> new ArrayList<>()).add(p));
    List<String[]> rows = new ArrayList<>();
    byPart.forEach(
        (part, options) -> {
          String lacking =
              options.stream()
                  .filter(o -> !o.missing().isEmpty())
                  .map(o -> o.option() + " (no " + String.join(", ", o.missing()) + ")")
                  .collect(Collectors.joining(", "));
          long covered = options.stream().filter(o -> o.missing().isEmpty()).count();
          String count = covered + " of " + options.size();
          rows.add(new String[] {part, count, lacking.isEmpty() ? "-" : lacking});
        });
    return TextTable.of(new String[] {"part", "options with GPU kernels", "lacking"}, rows)
        .aligned();
  }

  String json() throws Exception {
    List<Map<String, Object>> objects = new ArrayList<>();
    for (Device d : devices) {
      Map<String, Object> object = new LinkedHashMap<>();
      object.put("device", d.name());
      object.put("is", d.has());
      object.put("usable", d.usable());
      objects.add(object);
    }
    List<Map<String, Object>> options = new ArrayList<>();
    for (PartCoverage p : parts) {
      options.add(Map.of("part", p.key(), "option", p.option(), "without", p.missing()));
    }
    return Json.print(Map.of("devices", objects, "notes", notes, "kernels", options));
  }
}
