package org.attune.model.primitive;

import java.util.Arrays;
import java.util.BitSet;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Which of the keys at its own position and before it each query sees. It depends on the positions
 * alone, so that attention can skip what no query of a block sees.
 */
public final class KeyMask {

  /** Decides by positions, from 0. */
  @FunctionalInterface
  public interface Condition {
    boolean shows(int query, int key);
  }

  private final int length;
  private final BitSet[] keys; // of each query

  private KeyMask(int length, BitSet[] keys) {
    this.length = length;
    this.keys = keys;
  }

  /**
   * The mask of a sequence.
   *
   * @param length tokens of a sequence
   * @param condition of a key that is not later than the query
   */
  public static KeyMask of(int length, Condition condition) {
    BitSet[] keys = new BitSet[length];
    for (int i = 0; i < length; i++) {
      keys[i] = new BitSet(i + 1);
      for (int j = 0; j <= i; j++) {
        keys[i].set(j, condition.shows(i, j));
      }
    }
    return new KeyMask(length, keys);
  }

  /** Tokens of a sequence. */
  public int length() {
    return length;
  }

  /** Whether a query sees a key. */
  public boolean shows(int query, int key) {
    return keys[query].get(key);
  }

  /** Whether every query sees a key, without which it has no weights. */
  public boolean leavesSome() {
    return Arrays.stream(keys).noneMatch(BitSet::isEmpty);
  }

  /** Whether any query of a range sees a key of a range. */
  public boolean showsAny(int firstQuery, int queryEnd, int firstKey, int keyEnd) {
    for (int i = firstQuery; i < Math.min(queryEnd, length); i++) {
      int next = keys[i].nextSetBit(firstKey);
      if (next >= 0 && next < keyEnd) {
        return true;
      }
    }
    return false;
  }

  /** The number of pairs of a query and a key that it sees. */
  public long pairs() {
    return Arrays.stream(keys).mapToLong(BitSet::cardinality).sum();
  }

  /**
   * The largest number of keys that a query and all later ones still see, the query's own included.
   */
  public int mostKept() {
    int[] changes = new int[length + 1]; // +1 where a key comes, -1 after its last query
    for (int key = 0; key < length; key++) {
      int last = length - 1;
      while (last >= key && !keys[last].get(key)) {
        last--;
      }
      if (last >= key) {
        changes[key]++;
        changes[last + 1]--;
      }
    }
    int kept = 0;
    int most = 0;
    for (int change : changes) {
      kept += change;
      most = Math.max(most, kept);
    }
    return most;
  }

  /** Bits of 32 keys each, {@link #words} for each query. */
  public int[] bits() {
    int[] bits = new int[length * words()];
    for (int i = 0; i < length; i++) {
      for (int j = keys[i].nextSetBit(0); j >= 0; j = keys[i].nextSetBit(j + 1)) {
        bits[i * words() + j / Integer.SIZE] |= 1 << (j % Integer.SIZE);
      }
    }
    return bits;
  }

  /** Words of a query in {@link #bits}. */
  public int words() {
    return (length + Integer.SIZE - 1) / Integer.SIZE;
  }

  /** 1 where query i sees key j, else 0: (1, 1, queries, keys). */
  INDArray visible(DataType type) {
    double[] shown = new double[length * length];
    for (int i = 0; i < length; i++) {
      for (int j = 0; j <= i; j++) {
        shown[i * length + j] = shows(i, j) ? 1 : 0;
      }
    }
    return Nd4j.createFromArray(shown).castTo(type).reshape('c', 1, 1, length, length);
  }
}
