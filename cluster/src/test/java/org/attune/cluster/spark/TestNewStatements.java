package org.attune.cluster.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.apache.spark.sql.catalyst.parser.ParseException;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Statements that came with Spark 4: scripts, variables, procedures, pipes. Each is refused, or is
 * no SQL of the Spark that the tests run on.
 */
@ExtendWith(NoSession.class)
class TestNewStatements {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "begin select 1; end",
        "begin drop table trials; end",
        "begin declare x int default 1; select x; end",
        "begin if 1 = 1 then drop table trials; end if; end",
        "begin while true do select 1; end while; end",
        "begin declare exit handler for sqlexception begin drop table t; end; select 1; end",
        "execute immediate 'drop table trials'",
        "execute immediate 'select * from text.`/etc/passwd`'",
        "declare variable x int default 1",
        "declare or replace variable x string default reflect('a.B', 'c')",
        "drop temporary variable x",
        "set var x = 1",
        "set variable x = (select max(value) from text.`/etc/passwd`)",
        "call system.run('x')",
        "show procedures",
        "create procedure p() language sql as begin select 1; end",
        "create temporary function f() returns int return 1",
        "create or replace function f(x int) returns int language python as $$ return x $$",
        "create materialized view v as select 1",
        "create streaming table t as select 1",
        "create flow f as insert into t by name select 1",
        "create view v with metrics language yaml as $$ a: 1 $$",
        "create database d default collation unicode",
        "alter table trials cluster by (gate)",
        "alter table trials add constraint c check (1 = 1)",
        "insert into trials replace where 1 = 1 select 1",
        "insert into trials by name select 1 as a",
        "insert overwrite local directory '/some/folder' using parquet select 1",
        "merge with schema evolution into trials using results on true when matched then delete",
        "from text.`/etc/passwd` |> select *",
        "from trials |> select reflect('java.lang.System', 'exit', 0)",
        "from trials |> join text.`/etc/passwd`",
        "from trials |> where exists (select 1 from csv.`/etc/passwd`)",
        "from trials |> extend java_method('a.B', 'c') as x",
        "select * from identifier('text.`/etc/passwd`')",
        "select * from python_worker_logs()",
        "select * from some_function(table(text.`/etc/passwd`))",
        "select * from explode(array(try_reflect('a.B', 'c')))",
        "select x from (values (1)) t(x), lateral explode(array(reflect('a.B', 'c')))",
        "with recursive t(n) as (select 1 union all select reflect('a.B', 'c') from t)"
            + " select * from t",
        "select * from stream trials, text.`/etc/passwd`",
        "describe table extended text.`/etc/passwd` as json",
        "cache lazy table t as select 1",
        "show table extended like '*'",
        "show catalogs",
        "show partitions trials",
        "set catalog spark_catalog",
        "set time zone 'UTC'",
        "set path = system.builtin",
        "add archive '/some.zip'",
        "refresh function f",
        "comment on table trials is 'x'",
        "explain execute immediate 'drop table trials'",
        "explain begin drop table trials; end",
        "select reflect(class => 'a.B', method => 'c')",
        "select from_protobuf(data => x'00', messageName => 'M', descFilePath => '/etc/passwd')",
        "select `reflect`('java.lang.System', 'exit', 0)",
        "select system.builtin.reflect('java.lang.System', 'exit', 0)",
        "select builtin.java_method('java.lang.System', 'exit', 0)",
        "select /*+ broadcast(t) */ * from text.`/etc/passwd` t",
      })
  void newStatementsAreRefused(String statement) {
    assertThat(catchThrowable(() -> SqlStatement.parse(statement)))
        .as(statement)
        .isInstanceOfAny(RefusedStatementException.class, ParseException.class);
  }
}
