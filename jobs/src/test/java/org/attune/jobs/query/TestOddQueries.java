package org.attune.jobs.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;
import org.attune.jobs.OddNames;
import org.attune.jobs.OddSweeps;
import org.attune.jobs.OddSweepsOnce;
import org.attune.jobs.export.Rendered;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** SQL has every row of odd sweeps and takes no name for more than a name, in every format. */
@ExtendWith(OddSweepsOnce.class)
class TestOddQueries {

  private static final ObjectMapper JSON = new ObjectMapper();

  @BeforeEach
  void forgetTheSessionsOfOtherTests() {
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
  }

  @Test
  void sqlHasEveryRowAndEveryNameInEachFormat(OddSweeps odd) throws IOException {
    try (QuerySession session = new QuerySession(odd.runs().toString(), false)) {
      Function<String, Rows> ask =
          query -> {
            try {
              return session.run(Statement.parse(query));
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          };
      JsonNode states =
          JSON.readTree(
              RowFormat.JSON.print(
                  ask.apply(
                      "select sweep, state, count(*) n from results group by all order by all")));
      assertThat(states)
          .extracting(
              row ->
                  row.get("sweep").asText() + " " + row.get("state").asText() + " " + row.get("n"))
          .containsExactly(
              "all-failed failed 12",
              "begun running 1",
              "names finished 24",
              "nan finished 4",
              "one finished 1",
              "wide finished 8");

      Rows names =
          ask.apply(
              "select name, avg(validation_loss) from results where name is not null group by name"
                  + " order by 2");
      assertThat(JSON.readTree(RowFormat.JSON.print(names)))
          .extracting(row -> row.get("name").asText())
          .isEqualTo(OddNames.ALL);
      assertThat(Rendered.csv(RowFormat.CSV.print(names)).stream().skip(1).map(row -> row[0]))
          .containsExactlyElementsOf(OddNames.ALL.stream().map(OddNames::withoutFormula).toList());
      assertThat(
              Rendered.table(RowFormat.MARKDOWN.print(names)).stream().skip(1).map(r -> r.get(0)))
          .containsExactlyElementsOf(OddNames.ALL.stream().map(OddNames::oneLine).toList());
      String table = RowFormat.TABLE.print(names);
      assertThat(table.lines()).hasSize(1 + OddNames.ALL.size());
      assertThat(table).doesNotContainPattern(OddNames.UNSEEN);
      for (String name : OddNames.ALL) {
        Rows one =
            ask.apply(
                "select count(*) from results where name = '%s'"
                    .formatted(name.replace("\\", "\\\\").replace("'", "\\'")));
        assertThat(one.rows().get(0).getLong(0)).as(name).isEqualTo(2);
      }

      assertThat(
              RowFormat.CSV.print(
                  ask.apply(
                      "select gate, validation_loss l from results where sweep = 'nan' order by"
                          + " gate")))
          .isEqualTo("gate,l\ng0,NaN\ng1,Infinity\ng2,0.5\ng3,-Infinity\n");
      Rows wide = ask.apply("select * from results where sweep = 'wide' order by trial_id");
      assertThat(Rendered.csv(RowFormat.CSV.print(wide)))
          .hasSize(9)
          .allMatch(row -> row.length > OddSweeps.AXES);
      assertThat(ask.apply("describe results").rows()).hasSizeGreaterThan(OddSweeps.AXES);
      assertThat(
              JSON.readTree(
                  RowFormat.JSON.print(
                      ask.apply(
                          "select a.message from attempts a join sweeps s using (sweep_id) where"
                              + " s.sweep = 'all-failed'"))))
          .extracting(row -> row.get("message").asText())
          .containsExactlyInAnyOrderElementsOf(OddNames.ALL);
    }
  }
}
