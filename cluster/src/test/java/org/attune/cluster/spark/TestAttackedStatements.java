package org.attune.cluster.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.apache.spark.sql.catalyst.parser.ParseException;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What somebody writes who wants more than the tables: other files, code, settings, other sessions.
 * Each statement is refused, or is not SQL of the Spark that the tests run on.
 */
@ExtendWith(NoSession.class)
class TestAttackedStatements {

  private static final String TOUCHED = "attune.touched";

  /** Files, folders and catalogs in the place of a table, deeper than the first level. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from `text`.`/etc/passwd`",
        "select * from orc.`/some/folder`",
        "select * from binaryFile.`/etc`",
        "select * from attune.`/another/sweep`",
        "select * from jdbc.`jdbc:derby:memory:a;create=true`",
        "select * from spark_catalog.default.trials",
        "select * from default.trials",
        "select * from global_temp.trials",
        "select * from system.session.trials",
        "select * from information_schema.tables",
        "select * from system.information_schema.tables",
        "select * from trials.partitions",
        "select a.* from (select * from (select * from text.`/etc/passwd`) x) a",
        "select * from trials union select value from text.`/etc/passwd`",
        "select * from trials except all select value from text.`/etc/passwd`",
        "select * from trials cross join text.`/etc/passwd`",
        "select * from trials natural join text.`/etc/passwd`",
        "select * from trials left anti join text.`/etc/passwd` p on true",
        "select * from trials t left semi join csv.`/etc/passwd` p on t.state = p._c0",
        "select * from (text.`/etc/passwd`)",
        "select * from (table text.`/etc/passwd`)",
        "(table text.`/etc/passwd`) limit 1",
        "from (from text.`/etc/passwd` select value) select value",
        "select case when exists (table text.`/etc/passwd`) then 1 end",
        "select coalesce((select first(value) from text.`/etc/passwd`), 1)",
        "select * from trials order by (select max(value) from text.`/etc/passwd`)",
        "select * from trials limit (select count(*) from text.`/etc/passwd`)",
        "select * from trials offset (select count(*) from text.`/etc/passwd`)",
        "select 1 group by (select max(value) from text.`/etc/passwd`)",
        "select 1 having (select max(value) from text.`/etc/passwd`) is not null",
        "select sum(1) over (order by (select max(value) from text.`/etc/passwd`))",
        "select sum(1) filter (where exists (table text.`/etc/passwd`)) from trials",
        "select * from trials join attempts on exists (table text.`/etc/passwd`)",
        "select * from values ((select max(value) from text.`/etc/passwd`)) t(x)",
        "select * from range((select count(*) from text.`/etc/passwd`))",
        "select * from trials pivot (max((select max(value) from text.`/etc/passwd`)) for state in ('a'))",
        "select transform(array(1), x -> (select max(value) from text.`/etc/passwd`))",
        "with a as (with b as (table text.`/etc/passwd`) select * from b) select * from a",
        "with trials as (select * from text.`/etc/passwd`) select * from trials",
        "select * from trials tablesample (1 percent) join text.`/etc/passwd` tablesample (1 rows)",
        "explain extended select * from text.`/etc/passwd`",
        "explain cost table csv.`/etc/passwd`",
        "explain codegen from text.`/etc/passwd` select *",
        "explain analyze select * from text.`/etc/passwd`",
        "describe extended spark_catalog.default.trials",
        "describe query with t as (table text.`/etc/passwd`) select * from t",
        "describe formatted text.`/etc/passwd`",
        "show columns from trials in other",
        "show tblproperties text.`/etc/passwd`",
      })
  void anotherTableIsRefused(String statement) {
    requireRefused(statement);
  }

  /**
   * Code of a class or of a process, also where Spark 4 works an expression out while it parses.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "values (reflect('java.lang.System', 'setProperty', 'attune.touched', 'x'))",
        "select * from values (1, java_method('java.lang.System', 'setProperty', 'attune.touched', 'x')) t(a, b)",
        "select * from range(length(reflect('java.lang.System', 'setProperty', 'attune.touched', 'x')))",
        "select * from explode(array(reflect('java.lang.System', 'setProperty', 'attune.touched', 'x')))",
        "select REFLECT /* a */ ('java.lang.System', 'setProperty', 'attune.touched', 'x')",
        "select `Java_Method`('java.lang.System', 'setProperty', 'attune.touched', 'x')",
        "select `system`.`builtin`.`reflect`('java.lang.System', 'setProperty', 'attune.touched', 'x')",
        "select spark_catalog.system.reflect('java.lang.System', 'setProperty', 'attune.touched', 'x')",
        "select distinct reflect(distinct 'java.lang.System', 'setProperty', 'attune.touched', 'x')",
        "select reflect('a.B', 'c') filter (where true)",
        "select reflect('a.B', 'c') over ()",
        "select reflect('a.B', 'c') within group (order by 1)",
        "select reflect('a.B', 'c') ignore nulls from trials",
        "select 'java.lang.System' is not null and try_reflect('a.B', 'c') is null",
        "select cast(reflect('a.B', 'c') as int)",
        "select reflect('a.B', 'c')::int",
        "select reflect('a.B', 'c').x[0]",
        "select named_struct('a', reflect('a.B', 'c')).a",
        "select interval '1' day * length(reflect('a.B', 'c'))",
        "select * from trials where state like any ('a', reflect('a.B', 'c'))",
        "select * from trials tablesample (bucket 1 out of 2 on reflect('a.B', 'c'))",
        "select * from trials cluster by reflect('a.B', 'c')",
        "select * from trials distribute by reflect('a.B', 'c')",
        "select /*+ repartition(reflect('a.B', 'c')) */ * from trials",
        "select /*+ range_join(trials, reflect('a.B', 'c')) */ * from trials",
        "select grouping(reflect('a.B', 'c')) from trials group by cube (reflect('a.B', 'c'))",
        "select * from trials unpivot (reflect('a.B', 'c') for k in (a))",
        "select * from trials lateral view outer reflect('a.B', 'c') t as x",
        "select * from trials lateral view explode(split(reflect('a.B', 'c'), ',')) t as x",
        "select * from reflect('a.B', 'c')",
        "select * from trials, lateral reflect('a.B', 'c')",
        "select identifier('re' || 'flect')('a.B', 'c')",
        "select identifier('state') from identifier('text.`/etc/passwd`')",
        "select * from trials where identifier('reflect')('a.B', 'c') = 1",
        "select map(state, 1) from trials map state using 'sh -c id'",
        "select transform(state) row format delimited using 'sh -c id' as (x) from trials",
        "select xpath_string('<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>', 'a')",
        "select from_xml('<a/>', 'a int', map('rowValidationXSDPath', 'http://a/b'))",
        "select to_protobuf(named_struct('a', 1), 'M', '/etc/passwd')",
        "select to_avro(1, '{}')",
        "select schema_of_avro('{}')",
        "describe function extended `/etc/passwd`.f; select 1",
      })
  void codeIsRefusedAndDoesNotRun(String statement) {
    requireRefused(statement);
    assertThat(System.getProperty(TOUCHED)).isNull();
  }

  /** Writes, settings and statements that hold others. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1; select 2",
        "select 1 into t",
        "select * from trials for update",
        "/* select */ drop table trials",
        "-- select\ndrop table trials",
        "select 1 /* ; */ ; drop table trials --",
        "with t as (select 1) delete from trials",
        "with t as (select 1) update trials set state = 'x'",
        "with t as (insert into trials select 1) select * from t",
        "with t as (select 1) create table u as select * from t",
        "select * from (insert into trials select 1)",
        "select * from (delete from trials)",
        "from trials insert into trials select *",
        "from trials select * insert into trials select *",
        "create or replace table t using parquet location '/some/folder' as select 1",
        "create external table t (a int) location '/some/folder'",
        "create table t like trials",
        "create temporary view t as select 1",
        "create temporary function f as 'a.B'",
        "alter table trials rename to t",
        "alter database default set location '/some/folder'",
        "drop temporary function f",
        "export table trials to '/some/folder'",
        "import table t from '/some/folder'",
        "copy into trials from '/some/folder'",
        "dfs -ls /",
        "!sh -c id",
        "source /some/script.sql",
        "set spark.sql.variable.substitute = true",
        "set spark.sql.ansi.enabled",
        "set -v",
        "set role admin",
        "reset spark.sql.shuffle.partitions",
        "list files",
        "add jars /some.jar",
        "show databases",
        "show namespaces in spark_catalog",
        "show current namespace",
        "show table extended in default like '*'",
        "show create table trials as serde",
        "show cached tables",
        "describe database extended default",
        "repair table trials",
        "lock table trials exclusive",
        "explain set spark.sql.ansi.enabled = false",
        "explain formatted with t as (select 1) insert into trials select * from t",
        "explain explain drop table trials",
        "explain create temporary function f as 'a.B'",
        "select * from trials version as of 1",
        "select * from trials timestamp as of '2020-01-01'",
        "prepare s as drop table trials",
        "begin atomic drop table trials; end",
        "begin declare c cursor for select 1; open c; close c; end",
        "begin for x as select 1 do drop table trials; end for; end",
        "begin execute immediate 'drop table trials'; end",
        "execute immediate concat('drop ', 'table trials')",
        "execute immediate 'select 1' into x",
        "call spark_catalog.system.rollback('trials', 1)",
        "from trials |> select * |> union all (table text.`/etc/passwd`)",
        "from trials |> aggregate max(reflect('a.B', 'c')) group by state",
        "from trials |> set state = reflect('a.B', 'c')",
        "from trials |> order by (select max(value) from text.`/etc/passwd`)",
        "from trials |> insert into t",
      })
  void writesAndSettingsAreRefused(String statement) {
    requireRefused(statement);
  }

  private static void requireRefused(String statement) {
    assertThat(catchThrowable(() -> SqlStatement.parse(statement)))
        .as(statement)
        .isInstanceOfAny(RefusedStatementException.class, ParseException.class);
  }

  /** Spark's parser runs out of its stack, or the check does; neither is a crash. */
  @ParameterizedTest
  @CsvSource({"array(, ), 1", "not, '', true"})
  void whatNestsTooDeeplyIsRefused(String before, String after, String middle) {
    int depth = 3_000;
    String statement =
        "select " + (before + " ").repeat(depth) + middle + (" " + after).repeat(depth);

    assertThatThrownBy(() -> SqlStatement.parse(statement))
        .isInstanceOf(RefusedStatementException.class)
        .hasMessage("Cannot run this statement: it nests too deeply for Spark.");
  }

  /** They look like an attack, and read only the tables. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 'drop table trials; select * from text.`/etc/passwd`'",
        "select 1 as `text./etc/passwd`",
        "select trials.state as reflect from trials",
        "select * from trials -- ; drop table trials",
        "select reflect.state from trials reflect",
        "with reflect as (select 1 x) select x from reflect",
      })
  void whatOnlyLooksLikeOneRuns(String statement) {
    assertThatCode(() -> SqlStatement.parse(statement)).doesNotThrowAnyException();
  }
}
