package org.attune.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.regression.LinearRegression;
import org.apache.spark.ml.regression.LinearRegressionModel;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.attune.model.engine.Backends;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.Standalone;
import org.attune.model.primitive.Lambda;
import org.attune.model.primitive.Ridge;
import org.attune.model.program.Init;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Ridge attention reads a set by the ridge regression of its values on its keys. spark-mllib's
 * gives the same predictions: its objective divides by twice the number of rows n and it scales
 * labels to a standard deviation of 1 (that of a population), so its λ is ours times that over n.
 */
class TestRidgeAgreesWithSpark {

  private static final int QUERIES = 4;

  @ParameterizedTest
  @CsvSource({"40, 6, 2, 0.5", "12, 3, 1, 10", "5, 8, 2, 0.1"})
  void predictsWhatSparksRidgeRegressionPredicts(int n, int d, int e, double lambda)
      throws Exception {
    Random random = new Random(n);
    double[][] keys = gaussian(n, d, random);
    double[][] values = gaussian(n, e, random);
    double[][] queries = gaussian(QUERIES, d, random);

    double[][] ours = ours(queries, keys, values, lambda);

    try (SparkSession spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "localhost")
            .getOrCreate()) {
      for (int output = 0; output < e; output++) {
        LinearRegressionModel model = fit(spark, keys, values, output, lambda);
        for (int q = 0; q < QUERIES; q++) {
          Vector query = Vectors.dense(queries[q]);
          assertThat(ours[q][output]).isCloseTo(model.predict(query), within(1e-8));
        }
      }
    }
  }

  private static LinearRegressionModel fit(
      SparkSession spark, double[][] keys, double[][] values, int output, double lambda) {
    double[] labels = Arrays.stream(values).mapToDouble(row -> row[output]).toArray();
    double deviation = Math.sqrt(StatUtils.populationVariance(labels));
    List<Row> rows =
        IntStream.range(0, keys.length)
            .mapToObj(i -> RowFactory.create(values[i][output], Vectors.dense(keys[i])))
            .toList();
    StructType schema =
        new StructType(
            new StructField[] {
              new StructField("label", DataTypes.DoubleType, false, Metadata.empty()),
              new StructField("features", SQLDataTypes.VectorType(), false, Metadata.empty())
            });
    return new LinearRegression()
        .setSolver("normal")
        .setFitIntercept(false)
        .setStandardization(false)
        .setElasticNetParam(0)
        .setRegParam(lambda * deviation / keys.length)
        .fit(spark.createDataFrame(rows, schema));
  }

  private static double[][] ours(
      double[][] queries, double[][] keys, double[][] values, double lambda) {
    Map<String, double[][]> given = new LinkedHashMap<>();
    Program p = new Program(1);
    Value q = given(p, given, "q", queries);
    Value k = given(p, given, "k", keys);
    Value v = given(p, given, "v", values);
    p.output("read", Ridge.ridge(q, k, v, 1, Lambda.fixed(lambda), 1));
    try (Standalone execution =
        Standalone.forward(p, Backends.reference(), DataType.DOUBLE, new Given(given))) {
      execution.forward(Pass.evaluation());
      return execution.array("read").dup('c').toDoubleMatrix();
    }
  }

  private static Value given(
      Program p, Map<String, double[][]> given, String name, double[][] matrix) {
    given.put(name, matrix);
    return p.parameter(name, Init.constant(0), matrix.length, matrix[0].length);
  }

  private record Given(Map<String, double[][]> matrices) implements ParameterArrays {
    @Override
    public INDArray values(ParameterSpec spec) {
      return Nd4j.createFromArray(matrices.get(spec.name()));
    }

    @Override
    public INDArray gradient(ParameterSpec spec) {
      throw new UnsupportedOperationException("forward only");
    }
  }

  private static double[][] gaussian(int rows, int columns, Random random) {
    double[][] matrix = new double[rows][columns];
    Arrays.stream(matrix).forEach(row -> Arrays.setAll(row, i -> random.nextGaussian()));
    return matrix;
  }
}
