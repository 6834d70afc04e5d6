package org.apache.zeppelin.spark;

import java.io.File;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SparkSession;
import org.apache.zeppelin.interpreter.InterpreterContext;
import org.apache.zeppelin.interpreter.InterpreterGroup;
import org.apache.zeppelin.interpreter.InterpreterResult;
import org.apache.zeppelin.interpreter.ZeppelinContext;
import org.apache.zeppelin.interpreter.thrift.InterpreterCompletion;
import org.attune.cluster.query.SelectOnlyExtension;

/**
 * What Zeppelin 0.10's {@code %spark.sql} needs of Spark 3.5 or 4.2: a session, and a way to show
 * rows. Zeppelin's own class of this name holds a Scala shell of an older Spark; ours has none, and
 * refuses {@code %spark}. The session runs statements that read Attune's tables only. Zeppelin
 * finds this class by its name.
 */
public final class SparkScala212Interpreter extends AbstractSparkScalaInterpreter {

  private static final int DEFAULT_ROWS = 1000;

  /** Zeppelin's code for Spark 3 shows rows by Spark's Java API, which Spark 4 has too. */
  private static final String SHIMS = "3.5.0";

  private final SparkConf conf;
  private final Properties properties;
  private final InterpreterGroup group;
  private SparkSession spark;
  private ZeppelinContext context;

  /** As Zeppelin calls it; what concerns the Scala shell is not needed. */
  public SparkScala212Interpreter(
      SparkConf conf,
      List<String> dependencies,
      Properties properties,
      InterpreterGroup group,
      URLClassLoader shellLoader,
      File shellOutput) {
    this.conf = conf;
    this.properties = properties;
    this.group = group;
  }

  @Override
  public void open() {
    spark =
        SparkSession.builder().config(conf).withExtensions(new SelectOnlyExtension()).getOrCreate();
    int rows =
        Integer.parseInt(
            properties.getProperty("zeppelin.spark.maxResult", Integer.toString(DEFAULT_ROWS)));
    try {
      context =
          new Rows(
              SparkShims.getInstance(SHIMS, properties, spark),
              group.getInterpreterHookRegistry(),
              rows);
    } catch (Exception e) {
      throw new IllegalStateException("Cannot show rows of Spark " + spark.version(), e);
    }
  }

  @Override
  public void close() {
    if (spark != null) {
      spark.stop();
    }
  }

  @Override
  public SparkContext getSparkContext() {
    return spark.sparkContext();
  }

  @Override
  public SQLContext getSqlContext() {
    return spark.sqlContext();
  }

  @Override
  public Object getSparkSession() {
    return spark;
  }

  @Override
  public String getSparkUrl() {
    return "";
  }

  @Override
  public ZeppelinContext getZeppelinContext() {
    return context;
  }

  @Override
  public int getProgress(String jobGroup, InterpreterContext of) {
    return 0;
  }

  @Override
  public InterpreterResult interpret(String code, InterpreterContext of) {
    return new InterpreterResult(
        InterpreterResult.Code.ERROR, "Scala is not run here: use %spark.sql.");
  }

  @Override
  public List<InterpreterCompletion> completion(String code, int cursor, InterpreterContext of) {
    return List.of();
  }

  @Override
  public ClassLoader getScalaShellClassLoader() {
    return Thread.currentThread().getContextClassLoader();
  }

  /** Shows rows as Zeppelin's tables. */
  private static final class Rows extends ZeppelinContext {

    private final SparkShims shims;

    Rows(
        SparkShims shims,
        org.apache.zeppelin.interpreter.InterpreterHookRegistry hooks,
        int maxResult) {
      super(hooks, maxResult);
      this.shims = shims;
    }

    @Override
    public Map<String, String> getInterpreterClassMap() {
      return Map.of("sql", "org.apache.zeppelin.spark.SparkSqlInterpreter");
    }

    @Override
    @SuppressWarnings("rawtypes")
    public List<Class> getSupportedClasses() {
      return List.of(org.apache.spark.sql.Dataset.class);
    }

    @Override
    public String showData(Object rows, int maxResult) {
      return shims.showDataFrame(rows, maxResult, interpreterContext);
    }
  }
}
