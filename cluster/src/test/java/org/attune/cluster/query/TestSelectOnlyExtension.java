package org.attune.cluster.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.spark.sql.SparkSession;
import org.attune.cluster.spark.RefusedStatementException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Spark session with the extension, as the notes' server has one. */
class TestSelectOnlyExtension {

  private static SparkSession spark;

  @BeforeAll
  static void start() {
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
    spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "localhost")
            .config("spark.sql.extensions", SelectOnlyExtension.class.getName())
            .getOrCreate();
  }

  @AfterAll
  static void stop() {
    spark.stop();
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
  }

  @Test
  void aTemporaryViewOfAQueryIsMadeAndRead() {
    spark.sql("create or replace temporary view finals as select 3 as n");

    assertThat(spark.sql("select n from finals").first().getInt(0)).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select transform(1) using 'id'",
        "select java_method('java.lang.System', 'getProperty', 'user.home')",
        "select * from text.`/etc/passwd`",
        "create temporary view t as select * from text.`/etc/passwd`",
        "create temporary view t as select transform(1) using 'id'",
        "create temporary view t as select reflect('java.lang.System', 'exit', 0)",
        "create temporary view t using text options (path '/etc/passwd')",
        "create temporary view t using org.apache.spark.sql.jdbc options (url 'jdbc:x')",
        "create global temporary view t as select 1",
        "create global temporary view t using attune options (dir '/some/folder')",
        "create view t as select 1",
        "create table t as select 1",
        "add jar '/some.jar'",
        "set spark.sql.extensions=none",
      })
  void theSessionRefusesAllElse(String statement) {
    assertThatThrownBy(() -> spark.sql(statement)).isInstanceOf(RefusedStatementException.class);
  }

  @Test
  void aViewUsingAttuneReachesTheDataSource() {
    assertThatThrownBy(
            () -> spark.sql("create temporary view t using attune options (table 'trials')"))
        .hasMessageContaining("Missing option dir");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${env:PATH}",
        "${system:user.home}",
        "${spark.master}",
        "${sparkconf:spark.driver.host}",
        "${hivevar:spark.app.id}",
      })
  void aStatementIsReadAsItIsWritten(String name) {
    assertThat(spark.sql("select '" + name + "'").first().getString(0)).isEqualTo(name);
    spark.sql("create or replace temporary view named as select '" + name + "' as n");
    assertThat(spark.table("named").first().getString(0)).isEqualTo(name);
    assertThat(spark.table("named").selectExpr("concat('" + name + "')").first().getString(0))
        .isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"xpath", "xpath_string", "XPath_Int", "xpath_boolean"})
  void xmlMayNameAFileOrAnAddressAndIsNotRead(String function) {
    String xml = "<!DOCTYPE a SYSTEM \"file:///etc/no-such-file\"><a/>";

    assertThatThrownBy(() -> spark.sql("select %s('%s', 'a')".formatted(function, xml)).first())
        .isInstanceOf(RefusedStatementException.class)
        .hasMessage(
            "Cannot run this statement: %s reads XML, which can name any file or address, and"
                    .formatted(function)
                + " statements here read the tables only.");
  }
}
