package org.attune.jobs.list;

import static org.attune.jobs.console.JsonType.FLAG;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.list;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.attune.jobs.console.Shape;
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
              "%s, %.0f GiB, %s"
                  .formatted(card.name(), card.memory() / (double) (1 << 30), card.architecture()),
              cuda.isComplete()));
    }
    List<String> notes = new ArrayList<>(cuda.facts());
    notes.addAll(cuda.problems());
    return new DeviceList(List.copyOf(devices), List.copyOf(notes), PartCoverage.all());
  }

  String text() {
    TextTable table = TextTable.of("device", "is", "usable");
    devices.forEach(d -> table.add(d.name(), d.has(), d.usable() ? "yes" : "no"));
    StringBuilder text = new StringBuilder(table.aligned());
    notes.forEach(note -> text.append(note).append('\n'));
    return text.append('\n').append(coverage()).toString();
  }

  /** A table with one line per part. */
  private String coverage() {
    Map<String, List<PartCoverage>> byPart = new LinkedHashMap<>();
    parts.forEach(p -> byPart.computeIfAbsent(p.key(), k -> new ArrayList<>()).add(p));
    TextTable table = TextTable.of("part", "options with GPU kernels", "lacking");
    byPart.forEach(
        (part, options) -> {
          String lacking =
              options.stream()
                  .filter(o -> !o.missing().isEmpty())
                  .map(o -> o.option() + " (no " + String.join(", ", o.missing()) + ")")
                  .collect(Collectors.joining(", "));
          long covered = options.stream().filter(o -> o.missing().isEmpty()).count();
          String count = covered + " of " + options.size();
          table.add(part, count, lacking.isEmpty() ? "-" : lacking);
        });
    return table.aligned();
  }

  private static final Shape<Device> DEVICE =
      Shape.<Device>of(Device.class)
          .with("device", TEXT, Device::name)
          .with("is", TEXT, Device::has)
          .with("usable", FLAG, Device::usable);

  private static final Shape<PartCoverage> KERNELS =
      Shape.<PartCoverage>of(PartCoverage.class)
          .with("part", TEXT, PartCoverage::key)
          .with("option", TEXT, PartCoverage::option)
          .with("without", list(TEXT), PartCoverage::missing);

  static final Shape<DeviceList> SHAPE =
      Shape.<DeviceList>of(DeviceList.class)
          .with("devices", list(DEVICE), DeviceList::devices)
          .with("notes", list(TEXT), DeviceList::notes)
          .with("kernels", list(KERNELS), DeviceList::parts);
}
