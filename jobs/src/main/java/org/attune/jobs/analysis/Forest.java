package org.attune.jobs.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.attribute.NominalAttribute;
import org.apache.spark.ml.attribute.NumericAttribute;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.regression.RandomForestRegressionModel;
import org.apache.spark.ml.regression.RandomForestRegressor;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.Run;
import org.attune.sweeps.catalog.Numbers;

/**
 * Random forests of spark-mllib on bootstrap samples of a sweep's trials (Breiman, Mach. Learn. 45,
 * 2001): what each sample leaves out tells how well its forest predicts, and how much worse it does
 * once an axis' values are shuffled.
 */
public final class Forest {

  private static final int LEAST_TRIALS = 12;
  private static final int MOST_TRIALS = 2000;
  private static final int BAGS = 10;
  private static final int TREES = 10;
  private static final int DEPTH = 7;
  private static final int LEAST_BINS = 32;
  private static final long SEED = 1;

  private final List<Factor> factors;
  private final double[][] features;
  private final double[] values;
  private final int of;

  private Forest(Observations observations) {
    factors = observations.factors();
    of = observations.runs().size();
    List<Run> runs = new ArrayList<>(observations.runs());
    if (runs.size() > MOST_TRIALS) {
      Collections.shuffle(runs, new Random(SEED));
      runs = runs.subList(0, MOST_TRIALS);
    }
    features = new double[runs.size()][factors.size()];
    values = runs.stream().mapToDouble(Run::value).toArray();
    for (int f = 0; f < factors.size(); f++) {
      Factor factor = factors.get(f);
      double absent = absent(factor);
      for (int i = 0; i < runs.size(); i++) {
        String level = factor.level(runs.get(i).cell());
        features[i][f] =
            factor.numeric() ? Numbers.real(level).orElse(absent) : factor.levels().indexOf(level);
      }
    }
  }

  /**
   * A number below all others, for cells that lack a numeric parameter: one split sets it apart.
   */
  private static double absent(Factor factor) {
    return factor.numeric() ? Double.parseDouble(factor.present().get(0)) - 1 : 0;
  }

  /** Whether there are 12 trials, some spread between them, and something that varies. */
  public static boolean worthwhile(Observations observations) {
    double[] values = observations.runs().stream().mapToDouble(Run::value).toArray();
    return values.length >= LEAST_TRIALS
        && !observations.factors().isEmpty()
        && StatUtils.variance(values) > 0;
  }

  /** Importances of a sweep's axes; for observations that are {@linkplain #worthwhile}. */
  public static Importances importances(SparkSession spark, Observations observations) {
    if (!worthwhile(observations)) {
      throw new IllegalArgumentException(
          "Cannot grow a forest on %d trials".formatted(observations.runs().size()));
    }
    return new Forest(observations).grow(spark);
  }

  private Importances grow(SparkSession spark) {
    StructType schema = schema();
    double[] impurity = new double[factors.size()];
    double[] worse = new double[factors.size()];
    double[] helps = new double[factors.size()];
    double[] predicted = new double[values.length];
    int[] times = new int[values.length];
    double variance = StatUtils.populationVariance(values);
    for (int bag = 0; bag < BAGS; bag++) {
      Random random = new Random(SEED + bag);
      int[] in = random.ints(values.length, 0, values.length).toArray();
      boolean[] seen = new boolean[values.length];
      Arrays.stream(in).forEach(i -> seen[i] = true);
      int[] out = IntStream.range(0, values.length).filter(i -> !seen[i]).toArray();
      RandomForestRegressionModel model = fit(spark, schema, in, bag);
      double[] importances = model.featureImportances().toArray();
      double[] own = predict(model, out, -1, random);
      for (int i = 0; i < out.length; i++) {
        predicted[out[i]] += own[i];
        times[out[i]]++;
      }
      double error = squaredError(own, out);
      for (int f = 0; f < factors.size(); f++) {
        impurity[f] += importances[f] / BAGS;
        double more =
            importances[f] == 0 ? 0 : squaredError(predict(model, out, f, random), out) - error;
        worse[f] += more / variance / BAGS;
        helps[f] += more > 0 ? 1.0 / BAGS : 0;
      }
    }
    List<Importances.Axis> axes = new ArrayList<>();
    for (int f = 0; f < factors.size(); f++) {
      axes.add(new Importances.Axis(factors.get(f).key(), impurity[f], worse[f], helps[f]));
    }
    axes.sort(Comparator.comparingDouble(Importances.Axis::permutation).reversed());
    return new Importances(values.length, of, outOfBag(predicted, times), axes);
  }

  private RandomForestRegressionModel fit(
      SparkSession spark, StructType schema, int[] in, int bag) {
    List<Row> rows =
        Arrays.stream(in)
            .mapToObj(i -> RowFactory.create(values[i], Vectors.dense(features[i])))
            .toList();
    int bins = factors.stream().mapToInt(f -> f.numeric() ? 0 : f.levels().size()).max().orElse(0);
    return new RandomForestRegressor()
        .setNumTrees(TREES)
        .setMaxDepth(DEPTH)
        .setMaxBins(Math.max(LEAST_BINS, bins))
        .setFeatureSubsetStrategy(factors.size() > 3 ? "onethird" : "all")
        .setSeed(SEED + bag)
        .fit(spark.createDataFrame(rows, schema).coalesce(1));
  }

  /** Predictions of some trials, one factor's values shuffled among them; none below 0. */
  private double[] predict(
      RandomForestRegressionModel model, int[] rows, int shuffled, Random random) {
    List<Integer> from = new ArrayList<>(Arrays.stream(rows).boxed().toList());
    Collections.shuffle(from, random);
    double[] predictions = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      double[] row = features[rows[i]].clone();
      if (shuffled >= 0) {
        row[shuffled] = features[from.get(i)][shuffled];
      }
      predictions[i] = model.predict((Vector) Vectors.dense(row));
    }
    return predictions;
  }

  private double squaredError(double[] predictions, int[] rows) {
    double sum = 0;
    for (int i = 0; i < rows.length; i++) {
      sum += (predictions[i] - values[rows[i]]) * (predictions[i] - values[rows[i]]);
    }
    return rows.length == 0 ? 0 : sum / rows.length;
  }

  /** R² of the mean prediction of the forests that had not seen a trial. */
  private double outOfBag(double[] predicted, int[] times) {
    int[] rows = IntStream.range(0, values.length).filter(i -> times[i] > 0).toArray();
    double[] means = Arrays.stream(rows).mapToDouble(i -> predicted[i] / times[i]).toArray();
    double[] own = Arrays.stream(rows).mapToDouble(i -> values[i]).toArray();
    return 1 - squaredError(means, rows) / StatUtils.populationVariance(own);
  }

  /** Says which features are names and which are numbers. */
  private StructType schema() {
    Attribute[] attributes = new Attribute[factors.size()];
    for (int f = 0; f < attributes.length; f++) {
      Factor factor = factors.get(f);
      attributes[f] =
          factor.numeric()
              ? NumericAttribute.defaultAttr().withName("f" + f)
              : NominalAttribute.defaultAttr()
                  .withName("f" + f)
                  .withNumValues(factor.levels().size());
    }
    Metadata metadata = new AttributeGroup("features", attributes).toMetadata();
    return new StructType(
        new StructField[] {
          new StructField("label", DataTypes.DoubleType, false, Metadata.empty()),
          new StructField("features", SQLDataTypes.VectorType(), false, metadata)
        });
  }
}
