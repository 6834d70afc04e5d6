package org.attune.model.contract;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.ModelCatalog;
import org.attune.model.network.Network;
import org.attune.model.network.Networks;
import org.attune.model.network.Refusals;
import org.attune.model.network.Signature;
import org.attune.model.program.Program;

/**
 * A network drawn by chance, a function of its seed: the kind, every axis with its settings, sizes
 * and a task's shapes.
 *
 * @param settings all that differs from the defaults, and the sizes
 * @param batch examples
 * @param numbers the seed of the parameters and the examples
 * @param showing whether programs show the numbers on which they decide
 */
record RandomConfiguration(
    long seed,
    Map<String, String> settings,
    Signature signature,
    int batch,
    long numbers,
    boolean showing) {

  private static final int DRAWS = 500; // about one in ten is not a network
  private static final int[] WIDTHS = {2, 4, 6, 8, 8, 12, 16, 24, 32, 48, 64, 100, 128, 128, 256};
  private static final int[] LENGTHS = {1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 20, 31, 40};
  private static final String[] LAYERS = {"all", "first", "last", "every 2", "every 2 from 1", "1"};
  private static final double SHARE_OF_DECODERS = 0.65;
  private static final double SHARE_OF_DEFAULTS = 0.6;
  private static final long OTHERS = 1_000_003;
  private static final double FOLD = 5; // how far a number goes from its default

  /** Later than the seeds that docs/soak.md names, which must stay the networks they were. */
  private static final Set<String> LATER =
      Set.of(
          "attention.reading",
          "attention.scores",
          "model.parametrisation",
          "model.input",
          "model.stream",
          "model.kind.averages",
          "attention.gate.where");

  private static final String FORMULA = "formula"; // an option with tests of its own

  /** The network of a seed: the first one drawn that nothing refuses. */
  static RandomConfiguration of(long seed) {
    SplittableRandom random = new SplittableRandom(seed * 7919 + 17);
    for (int draw = 0; draw < DRAWS; draw++) {
      RandomConfiguration drawn = drawn(seed, random);
      if (!drawn.isRefused()) {
        return drawn;
      }
    }
    throw new IllegalStateException("Nothing but refusals in %d draws".formatted(DRAWS));
  }

  /** The same network with other parameters, from other examples. */
  RandomConfiguration withOtherNumbers(int which) {
    return new RandomConfiguration(seed, settings, signature, batch, seed + OTHERS * which, false);
  }

  /** The same, of which programs show the numbers on which they decide. */
  RandomConfiguration shown() {
    return new RandomConfiguration(seed, settings, signature, batch, numbers, true);
  }

  /** The network that is described, for a program's batch. */
  Network network() {
    return Networks.of(new Configuration(settings), signature);
  }

  private boolean isRefused() {
    try {
      if (!Refusals.of(new Configuration(settings), signature).isEmpty()) {
        return true;
      }
      network().describe(new Program(1));
      return false;
    } catch (IllegalArgumentException e) {
      return true; // a reason of the network's own
    }
  }

  private static RandomConfiguration drawn(long seed, SplittableRandom random) {
    Map<String, String> settings = new TreeMap<>();
    boolean decoder = random.nextDouble() < SHARE_OF_DECODERS;
    int width = WIDTHS[random.nextInt(WIDTHS.length)];
    int length = LENGTHS[random.nextInt(width > 64 ? LENGTHS.length - 2 : LENGTHS.length)];
    int[] heads = IntStream.of(1, 2, 3, 4, 8).filter(h -> width % h == 0).toArray();
    settings.put("model.width", Integer.toString(width));
    settings.put("model.heads", Integer.toString(heads[random.nextInt(heads.length)]));
    settings.put("model.layers", Integer.toString(1 + random.nextInt(width > 64 ? 2 : 3)));
    settings.put("model.feed-forward", Integer.toString(1 + random.nextInt(2 * width)));
    for (Parameter axis : new ModelCatalog().parameters()) {
      if (LATER.contains(axis.key())) {
        continue;
      }
      if (axis.key().equals("model.kind")) {
        List<Option> kinds = axis.options();
        Option kind = decoder ? kinds.get(0) : kinds.get(1 + random.nextInt(kinds.size() - 1));
        choose(settings, axis, kind, random);
      } else if (axis.key().equals("attention.weights")
          || decoder && (axis.key().startsWith("model.") || axis.key().startsWith("attention."))) {
        draw(settings, axis, random, width);
      }
    }
    Signature signature =
        decoder ? Signature.tokens(length, 2 + random.nextInt(40)) : set(random, length);
    int batch = 1 + random.nextInt(4);
    return new RandomConfiguration(seed, settings, signature, batch, seed, false);
  }

  private static Signature set(SplittableRandom random, int length) {
    int columns = 1 + random.nextInt(4);
    int outputs = 1 + random.nextInt(3);
    Signature asked = Signature.set(length, 1 + random.nextInt(4), columns, outputs);
    return switch (random.nextInt(6)) {
      case 0 -> Signature.whole(length, columns, random.nextInt(3), outputs);
      case 1 -> Signature.member(length, columns);
      case 2 -> Signature.set(length + 1, 2, columns, 2).ofClasses();
      case 3 -> asked.ofVaryingContext();
      default -> asked;
    };
  }

  private static void draw(
      Map<String, String> settings, Parameter p, SplittableRandom random, int width) {
    if (settings.containsKey(p.key())
        || LATER.contains(p.key())
        || random.nextDouble() < SHARE_OF_DEFAULTS) {
      return;
    }
    if (p.domain() instanceof Domain.Choice) {
      List<Option> options =
          p.options().stream().filter(option -> !option.name().equals(FORMULA)).toList();
      Option option = options.get(random.nextInt(options.size()));
      choose(settings, p, option, random);
    } else {
      settings.put(p.key(), number(p, random, width));
    }
  }

  private static void choose(
      Map<String, String> settings, Parameter p, Option option, SplittableRandom random) {
    settings.put(p.key(), option.name());
    int width = Integer.parseInt(settings.get("model.width"));
    option.parameters().forEach(setting -> draw(settings, setting, random, width));
  }

  private static String number(Parameter p, SplittableRandom random, int width) {
    if (p.domain() instanceof Domain.IntegerRange range) {
      long most = Math.min(range.max(), Math.max(range.min(), Math.min(width, 9)));
      return Long.toString(random.nextLong(range.min(), most + 1));
    }
    if (p.domain() instanceof Domain.RealRange range) {
      double standard = Double.parseDouble(p.defaultValue());
      double value =
          standard == 0
              ? range.min() + (Math.min(range.max(), 1) - range.min()) * random.nextDouble()
              : standard * Math.pow(FOLD, random.nextDouble(-1, 1));
      return Double.toString(Math.max(range.min(), Math.min(range.max(), value)));
    }
    if (p.domain() instanceof Domain.Text) {
      return LAYERS[random.nextInt(LAYERS.length)];
    }
    return Boolean.toString(random.nextBoolean());
  }

  @Override
  public String toString() {
    return "seed %d: batch %d, %s, %s".formatted(seed, batch, signature, settings);
  }
}
