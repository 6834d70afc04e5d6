package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.jobs.Printed.attune;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.jobs.OddNames;
import org.attune.jobs.OddSweeps;
import org.attune.jobs.OddSweepsOnce;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The report has every trial of odd sweeps, and no markup of theirs. */
@ExtendWith(OddSweepsOnce.class)
class TestOddReports {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void theReportHasEveryTrialAndNoMarkupOfTheirs(OddSweeps odd, @TempDir Path folder)
      throws IOException {
    Map<String, Integer> trials =
        Map.of(
            OddSweeps.BEGUN,
            1,
            OddSweeps.ONE,
            1,
            OddSweeps.FAILED,
            12,
            OddSweeps.NAN,
            4,
            OddSweeps.WIDE,
            8,
            OddSweeps.NAMES,
            24);
    for (String name : OddSweeps.ALL) {
      Path html = folder.resolve(name + ".html");
      attune("report", odd.run(name), "--html", html);
      String page = Files.readString(html);
      Matcher data =
          Pattern.compile(
                  "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL)
              .matcher(page);
      assertThat(data.find()).isTrue();
      JsonNode json = JSON.readTree(data.group(1));
      assertThat(json.get("trials")).as(name).hasSize(trials.get(name));
      assertThat(page.replaceAll("(?s)<script.*?</script>", ""))
          .as(name)
          .doesNotContain("injected", "onerror");
      if (name.equals(OddSweeps.NAMES)) {
        assertThat(json.get("cells"))
            .extracting(cell -> cell.get(0).asText())
            .isEqualTo(OddNames.ALL);
      }
    }
  }
}
