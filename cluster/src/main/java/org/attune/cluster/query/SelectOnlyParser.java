package org.attune.cluster.query;

import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.collection.Seq;

/**
 * Spark's parser with a check: it parses a statement as it is written, then refuses it unless it
 * only reads.
 */
record SelectOnlyParser(ParserInterface parser) implements ParserInterface {

  @Override
  public LogicalPlan parsePlan(String text) throws ParseException {
    LogicalPlan statement = LiteralText.parse(() -> parser.parsePlan(text));
    TemporaryView.requireReading(statement);
    return statement;
  }

  @Override
  public LogicalPlan parseQuery(String text) throws ParseException {
    LogicalPlan query = LiteralText.parse(() -> parser.parseQuery(text));
    SelectOnly.require(query);
    return query;
  }

  @Override
  public Expression parseExpression(String text) throws ParseException {
    return LiteralText.parse(() -> parser.parseExpression(text));
  }

  @Override
  public TableIdentifier parseTableIdentifier(String text) throws ParseException {
    return parser.parseTableIdentifier(text);
  }

  @Override
  public FunctionIdentifier parseFunctionIdentifier(String text) throws ParseException {
    return parser.parseFunctionIdentifier(text);
  }

  @Override
  public Seq<String> parseMultipartIdentifier(String text) throws ParseException {
    return parser.parseMultipartIdentifier(text);
  }

  @Override
  public StructType parseTableSchema(String text) throws ParseException {
    return parser.parseTableSchema(text);
  }

  @Override
  public DataType parseDataType(String text) throws ParseException {
    return parser.parseDataType(text);
  }
}
