package org.attune.sweeps.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TestProgramLines {

  @Test
  void linesEndAsProgramsAndProgressBarsEndThem() throws IOException {
    assertThat(lines("a\nb\r\nc\rd\n\n\r\re")).containsExactly("a", "b", "c", "d", "", "", "", "e");
    assertThat(lines("é\r\n\r\nend\n")).containsExactly("é", "", "end");
    assertThat(lines("")).isEmpty();
  }

  @Test
  void ofALineWithoutAnEndOnlyTheBeginningIsKept() throws IOException {
    long length = 40_000_000;
    try (ProgramLines lines = new ProgramLines(new Repeated(length))) {
      ProgramLines.Line line = lines.next().orElseThrow();

      assertThat(line.text()).hasSize(ProgramLines.MOST_CHARACTERS).containsOnlyOnce("{");
      assertThat(line.characters()).isEqualTo(length);
      assertThat(line.cut()).isTrue();
      assertThat(lines.next()).isEmpty();
    }
  }

  private static List<String> lines(String text) throws IOException {
    List<String> all = new ArrayList<>();
    InputStream stream = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    try (ProgramLines lines = new ProgramLines(stream)) {
      Optional<ProgramLines.Line> line = lines.next();
      while (line.isPresent()) {
        assertThat(line.get().cut()).isFalse();
        all.add(line.get().text());
        line = lines.next();
      }
    }
    return all;
  }

  /** A brace and then the same character, never in memory. */
  @SuppressWarnings("InputStreamSlowMultibyteRead") // it need not be fast
  private static final class Repeated extends InputStream {
    private final long length;
    private long given;

    Repeated(long length) {
      this.length = length;
    }

    @Override
    public int read() {
      return given == length ? -1 : given++ == 0 ? '{' : 'x';
    }
  }
}
