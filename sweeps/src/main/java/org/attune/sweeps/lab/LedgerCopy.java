package org.attune.sweeps.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A ledger as one file, for publication: an entry a line, in their order. It can only be read, and
 * it cannot show that entries are missing at its end.
 *
 * @param file as {@code cat .attune-lab/*.json} gives it
 */
public record LedgerCopy(Path file) implements LedgerReader {

  /** The text of a copy. */
  public static String text(Entries entries) {
    StringBuilder text = new StringBuilder();
    entries.all().forEach(entry -> text.append(entry.line().text()).append('\n'));
    return text.toString();
  }

  @Override
  public Entries read() throws IOException {
    // a byte that is not UTF-8 becomes a character that the hash does not expect
    List<String> lines =
        new String(Files.readAllBytes(file), UTF_8)
            .lines()
            .filter(line -> !line.isBlank())
            .toList();
    if (lines.isEmpty()) {
      throw new IOException("There is no ledger in %s: it is empty".formatted(file));
    }
    List<Entry> entries = new ArrayList<>();
    for (String line : lines) {
      int number = entries.size() + 1;
      try {
        entries.add(new Entry(number, ChainedLine.read(line)));
      } catch (IOException broken) {
        throw new IOException(
            "entry %d of the ledger cannot be read: %s: %s"
                .formatted(number, file, broken.getMessage()),
            broken);
      }
    }
    return Entries.of(entries);
  }
}
