package org.attune.cluster.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.TableFunctionRegistry;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.execution.SparkSqlParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoSession.class)
class TestSelectOnly {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1",
        "select gate, avg(validation_loss) l from results where gate <> 'none' group by gate having"
            + " l < 1 order by l desc nulls last limit 3 offset 1",
        "select distinct gate from results union all select query from results intersect select 'a'"
            + " except select 'b'",
        "with best as (select * from trials), more as (select * from best) select * from more",
        "select t.*, m.value from trials t left join metrics m using (sweep_id, trial_id)",
        "select (select count(*) from trials) n, exists (select 1 from attempts) e,"
            + " gate in (select gate from results) from results",
        "select rank() over (partition by gate order by validation_loss) r from results",
        "select sum(x) over w from results window w as (partition by gate)",
        "select key, value from trials lateral view explode(params) p as key, value",
        "select * from trials, lateral (select explode(params))",
        "select * from explode(array(1, 2)) as t(x)",
        "select * from range(10)",
        "select * from values (1, 'a'), (2, 'b') as v(n, s)",
        "values 1, 2",
        "table results",
        "from results select gate",
        "select * from results pivot (avg(validation_loss) for gate in ('none', 'learned'))",
        "select * from results unpivot (v for k in (width, layers))",
        "select * from results tablesample (10 rows)",
        "select gate, count(*) from results group by grouping sets ((gate), ())",
        "select gate, count(*) from results group by cube (gate, query)",
        "select /*+ broadcast(t) */ * from results r join trials t on r.trial_id = t.trial_id",
        "select transform(array(1, 2), x -> x + 1)",
        "select * from results distribute by gate sort by gate",
        "select map_from_entries(collect_list(struct(name, value))) from metrics",
        "show tables",
        "show columns in results",
        "show functions like 'per*'",
        "describe results",
        "describe table extended results",
        "desc results gate",
        "describe query select 1",
        "describe function avg",
        "explain select * from results",
      })
  void readsRun(String statement) {
    assertThatCode(() -> require(statement)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert overwrite directory '/some/folder' using csv select 1",
        "insert overwrite local directory '/some/folder' stored as parquet select 1",
        "insert into trials select * from trials",
        "insert overwrite table trials select * from trials",
        "with t as (select 1) insert into trials select * from t",
        "with t as (select 1) insert overwrite directory '/some/folder' using csv select * from t",
        "from trials insert overwrite directory '/some/folder' using csv select *",
        "from trials insert into a select * insert into b select *",
        "create table t as select 1",
        "create table t using csv location '/some/folder' as select 1",
        "create or replace temporary view t as select 1",
        "create temporary view t using csv options (path '/some/file')",
        "create function f as 'some.Class' using jar '/some.jar'",
        "create database d",
        "drop table results",
        "drop view results",
        "truncate table results",
        "alter view results as select 1",
        "alter table results add columns (a int)",
        "delete from trials where 1 = 1",
        "update trials set state = 'finished'",
        "merge into trials using results on true when matched then delete",
        "load data inpath '/some/file' into table trials",
        "msck repair table trials",
        "analyze table trials compute statistics",
        "refresh table trials",
        "refresh '/some/folder'",
        "cache table trials",
        "cache table t as select 1",
        "uncache table trials",
        "clear cache",
        "set spark.sql.warehouse.dir=/some/folder",
        "set",
        "reset",
        "use other",
        "add jar '/some.jar'",
        "add file '/some/file'",
        "list jars",
        "explain create table t as select 1",
        "explain insert overwrite directory '/some/folder' using csv select 1",
        "select transform(gate) using 'sh' from results",
        "from results map gate using 'sh' reduce gate using 'sh'",
        "show create table results",
      })
  void allElseIsRefused(String statement) {
    assertThatThrownBy(() -> require(statement)).isInstanceOf(RefusedStatementException.class);
  }

  @Test
  void aSecondStatementIsRefusedBySparkItself() {
    assertThatThrownBy(() -> require("select * from trials; drop table trials"))
        .isInstanceOf(ParseException.class)
        .hasMessageContaining("Syntax error at or near 'drop': extra input 'drop'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from csv.`/etc/passwd`",
        "select * from parquet.`runs/a/tables`",
        "with t as (select * from text.`/etc/passwd`) select * from t",
        "select (select max(value) from text.`/etc/passwd`)",
        "select 1 where exists (select 1 from json.`/some/file`)",
        "select * from trials where state in (select value from text.`/etc/passwd`)",
        "select * from trials, lateral (select * from text.`/etc/passwd`)",
        "select * from trials t join text.`/etc/passwd` on true",
        "explain select * from text.`/etc/passwd`",
        "describe query select * from text.`/etc/passwd`",
        "describe csv.`/etc/passwd`",
        "show columns in other.trials",
        "table text.`/etc/passwd`",
      })
  void filesAreNotTables(String statement) {
    assertThatThrownBy(() -> require(statement))
        .isInstanceOf(RefusedStatementException.class)
        .hasMessageContaining("Cannot read '")
        .hasMessageContaining("results, trials, attempts, metrics, artifacts, sweeps");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select reflect('java.lang.System', 'exit', 0)",
        "select Java_Method('java.lang.System', 'setProperty', 'a', 'b')",
        "select * from values (reflect('java.lang.System', 'setProperty', 'a', 'b')) as t(x)",
        "select 1 limit length(reflect('java.lang.System', 'getProperty', 'a'))",
        "select * from trials where exists (select 1 order by reflect('a.B', 'c'))",
        "select transform(array(1), x -> reflect('java.lang.System', 'exit', x))",
        "select sum(1) over (order by reflect('a.B', 'c')) from trials",
        "with t as (select reflect('a.B', 'c')) select 1 from t",
        "select * from trials lateral view explode(array(reflect('a.B', 'c'))) t as x",
        "select identifier('reflect')('java.lang.System', 'exit', 0)",
        "select * from identifier('text.' || '/etc/passwd')",
      })
  void functionsThatRunCodeAreRefused(String statement) {
    assertThatThrownBy(() -> require(statement)).isInstanceOf(RefusedStatementException.class);
  }

  /** A later Spark's function is refused until somebody has looked at it. */
  @Test
  void everyFunctionThatSparkHasIsListedOrRefused() {
    List<String> all = new ArrayList<>();
    ScalaValues.parts((scala.collection.Iterable<?>) FunctionRegistry.functionSet())
        .forEachRemaining(function -> all.add(((FunctionIdentifier) function).funcName()));
    ScalaValues.parts((scala.collection.Iterable<?>) TableFunctionRegistry.functionSet())
        .forEachRemaining(function -> all.add(((FunctionIdentifier) function).funcName()));
    Set<String> refused = new TreeSet<>();
    for (String function : all) {
      try {
        SqlFunctions.require(function);
      } catch (RefusedStatementException e) {
        assertThat(e).hasMessageNotContaining("does not know");
        refused.add(function);
      }
    }

    assertThat(all).hasSizeGreaterThan(400);
    assertThat(refused)
        .contains("reflect", "java_method", "xpath", "xpath_string")
        .isSubsetOf(
            Set.of(
                ("reflect java_method try_reflect xpath xpath_boolean xpath_double xpath_float"
                        + " xpath_int xpath_long xpath_number xpath_short xpath_string from_xml"
                        + " schema_of_xml to_xml from_avro to_avro schema_of_avro from_protobuf"
                        + " to_protobuf python_worker_logs")
                    .split(" ")));
  }

  /** New since Spark 3.5; refused by name also where Spark lacks them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select from_protobuf(gate, 'M', '/etc/passwd') from results",
        "select from_avro(gate, '{}', map('avroSchemaUrl', 'file:/etc/passwd')) from results",
        "select from_xml(gate, 'a int', map('rowValidationXSDPath', '/etc/passwd')) from results",
        "select schema_of_xml('<a/>')",
        "select try_reflect('java.lang.System', 'exit', 0)",
        "select system.builtin.from_protobuf(gate, 'M', '/etc/passwd') from results",
        "select * from python_worker_logs()",
      })
  void newFunctionsThatReadFilesAreRefused(String statement) {
    assertThatThrownBy(() -> require(statement)).isInstanceOf(RefusedStatementException.class);
  }

  private static void require(String statement) throws Exception {
    SelectOnly.require(new SparkSqlParser().parsePlan(statement));
  }
}
