package org.attune.cluster.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;
import scala.Option;
import scala.Product;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/** Scala's values as Java's, and back. */
public final class ScalaValues {

  private ScalaValues() {}

  /**
   * A value of a row as Java knows it: maps and lists are Java's, at any depth, and a row within a
   * row is a list. Other values stay.
   */
  public static Object toJava(Object value) {
    if (value instanceof scala.collection.Map<?, ?> map) {
      Map<Object, Object> entries = new LinkedHashMap<>();
      JavaConverters.mapAsJavaMap(map)
          .forEach((key, eachValue) -> entries.put(toJava(key), toJava(eachValue)));
      return entries;
    }
    if (value instanceof Seq<?> several) {
      List<Object> elements = new ArrayList<>();
      list(several).forEach(element -> elements.add(toJava(element)));
      return elements;
    }
    if (value instanceof Row row) {
      List<Object> fields = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        fields.add(toJava(row.get(i)));
      }
      return fields;
    }
    return value;
  }

  static <T> List<T> list(Seq<T> several) {
    return JavaConverters.seqAsJavaList(several);
  }

  /** A list that both Scala 2.12 and 2.13 take for their {@code Seq}. */
  static <T> scala.collection.immutable.List<T> scala(List<T> several) {
    return JavaConverters.asScalaBuffer(several).toList();
  }

  static Map<String, String> map(scala.collection.Map<String, String> map) {
    return JavaConverters.mapAsJavaMap(map);
  }

  static <T> Optional<T> optional(Option<T> option) {
    return option.isDefined() ? Optional.of(option.get()) : Optional.empty();
  }

  static Iterator<?> parts(Product product) {
    return JavaConverters.asJavaIterator(product.productIterator());
  }

  static Iterator<?> parts(scala.collection.Iterable<?> several) {
    return JavaConverters.asJavaIterator(several.iterator());
  }

  /**
   * The first part of a node that is a list of texts: a name's parts. The accessors' results are
   * other types in Spark 4; a product's parts are not.
   */
  static List<String> name(Product node) {
    for (Iterator<?> parts = parts(node); parts.hasNext(); ) {
      if (parts.next() instanceof Seq<?> texts) {
        return list(texts).stream().map(String.class::cast).toList();
      }
    }
    throw new IllegalArgumentException("no name in " + node.productPrefix());
  }
}
