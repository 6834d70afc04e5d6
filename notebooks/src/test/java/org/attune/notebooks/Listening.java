package org.attune.notebooks;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The addresses at which processes listen, as Linux tells them in {@code /proc/net/tcp}. */
final class Listening {

  private static final String LISTEN = "0A";
  private static final int WORD = 4;

  private Listening() {}

  /** The addresses of some processes, by their ids; one for each socket that listens. */
  static List<InetAddress> of(List<Long> processes) throws IOException {
    Set<String> sockets = new TreeSet<>();
    for (long process : processes) {
      try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(process), "fd"))) {
        for (Path file : files.toList()) {
          target(file).ifPresent(it -> sockets.add(it.replaceAll("socket:\\[(\\d+)]", "$1")));
        }
      }
    }
    List<InetAddress> found = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
        String[] columns = line.strip().split("\\s+");
        if (columns[3].equals(LISTEN) && sockets.contains(columns[9])) {
          found.add(address(columns[1].split(":")[0]));
        }
      }
    }
    return found;
  }

  /** What an open file is; empty if it was closed since it was listed. */
  private static Optional<String> target(Path file) throws IOException {
    try {
      return Optional.of(Files.readSymbolicLink(file).toString());
    } catch (NoSuchFileException closed) {
      return Optional.empty();
    }
  }

  /** Words of four bytes, each in the order of this machine: the least first. */
  private static InetAddress address(String hex) throws IOException {
    byte[] words = HexFormat.of().parseHex(hex);
    byte[] bytes = new byte[words.length];
    for (int i = 0; i < words.length; i++) {
      bytes[i] = words[i / WORD * WORD + WORD - 1 - i % WORD];
    }
    return InetAddress.getByAddress(bytes);
  }
}
