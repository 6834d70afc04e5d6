package org.attune.api.catalog;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * An immutable sorted map of texts in two arrays. Maps with equal keys share the array of keys, so
 * that an entry takes one reference where a tree takes 40 bytes and its texts.
 */
final class PackedTexts extends AbstractMap<String, String> implements SortedMap<String, String> {

  private static final int SHAPES = 1 << 10;

  /** Known arrays of keys, each at the place that its hash gives. */
  private static final AtomicReferenceArray<String[]> KNOWN = new AtomicReferenceArray<>(SHAPES);

  private final String[] keys;
  private final String[] values;

  /** A copy of a map that is sorted in the natural order of its keys. */
  PackedTexts(SortedMap<String, String> texts) {
    keys = shared(texts.keySet().toArray(String[]::new));
    values = texts.values().stream().map(SharedText::of).toArray(String[]::new);
  }

  private static String[] shared(String[] keys) {
    int hash = Arrays.hashCode(keys);
    int place = (hash ^ hash >>> 16) & SHAPES - 1;
    String[] known = KNOWN.get(place);
    if (Arrays.equals(keys, known)) {
      return known;
    }
    KNOWN.set(place, keys);
    return keys;
  }

  @Override
  @SuppressWarnings("NullAway") // as Map says of an absent key
  public String get(Object key) {
    int at = key instanceof String text ? Arrays.binarySearch(keys, text) : -1;
    return at < 0 ? null : values[at];
  }

  @Override
  public boolean containsKey(Object key) {
    return get(key) != null;
  }

  @Override
  public int size() {
    return keys.length;
  }

  @Override
  public Set<Entry<String, String>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return keys.length;
      }

      @Override
      public Iterator<Entry<String, String>> iterator() {
        return new Iterator<>() {
          private int next;

          @Override
          public boolean hasNext() {
            return next < keys.length;
          }

          @Override
          public Entry<String, String> next() {
            if (next == keys.length) {
              throw new NoSuchElementException();
            }
            return Map.entry(keys[next], values[next++]);
          }
        };
      }
    };
  }

  @Override
  @SuppressWarnings("NullAway") // as SortedMap says of the natural order
  public Comparator<? super String> comparator() {
    return null;
  }

  @Override
  public String firstKey() {
    return tree().firstKey();
  }

  @Override
  public String lastKey() {
    return tree().lastKey();
  }

  @Override
  public SortedMap<String, String> subMap(String from, String to) {
    return tree().subMap(from, to);
  }

  @Override
  public SortedMap<String, String> headMap(String to) {
    return tree().headMap(to);
  }

  @Override
  public SortedMap<String, String> tailMap(String from) {
    return tree().tailMap(from);
  }

  private SortedMap<String, String> tree() {
    return Collections.unmodifiableSortedMap(new TreeMap<>(this));
  }
}
