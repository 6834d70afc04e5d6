package org.attune.jobs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.attune.model.cuda.device.DeviceFacts;
import org.attune.model.cuda.device.Installation;

/**
 * The processors and cards of this machine, and where no trial can run on a card, why.
 *
 * @param devices each with its name and what it has
 * @param notes what was found of NVIDIA's software, and what was looked for in vain
 */
record DeviceList(List<Device> devices, List<String> notes) {

  /**
   * One device.
   *
   * @param name as in a sweep's table
   * @param has what it is and how much of it there is
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
    return new DeviceList(List.copyOf(devices), List.copyOf(notes));
  }

  String text() {
    List<String[]> rows = new ArrayList<>();
    for (Device d : devices) {
      rows.add(new String[] {d.name(), d.has(), d.usable() ? "yes" : "no"});
    }
    StringBuilder text =
        new StringBuilder(TextTable.of(new String[] {"device", "is", "usable"}, rows).aligned());
    notes.forEach(note -> text.append(note).append('\n'));
    return text.toString();
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
    return Json.print(Map.of("devices", objects, "notes", notes));
  }
}
