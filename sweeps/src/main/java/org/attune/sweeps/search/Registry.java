package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.attune.api.catalog.Choosable;
import org.attune.api.catalog.Setting;

/**
 * The elements from which a section of a sweep file chooses: built-in elements, then those that
 * {@link ServiceLoader} finds with the thread's context class loader.
 *
 * @param what one element is, for messages: "search method"
 * @param builtIn elements
 * @param service that jars implement
 * @param reserved names of settings that no jar may use
 * @param as makes an element of a jar's implementation
 */
public record Registry<C extends Choosable, O extends Choosable>(
    String what, List<C> builtIn, Class<O> service, Set<String> reserved, Function<O, C> as) {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

  /**
   * All elements.
   *
   * @throws IllegalArgumentException if a jar's element has a name that is taken or is not
   *     kebab-case, or such a setting
   */
  public List<C> all() {
    List<C> all = new ArrayList<>(builtIn);
    Set<String> names = new HashSet<>();
    builtIn.forEach(one -> names.add(one.name()));
    for (O brought : ServiceLoader.load(service)) {
      O extension = OwnAnswers.of(service, brought);
      check(brought, "a " + what, extension.name(), names, "there is one already");
      Set<String> settings = new HashSet<>(reserved);
      for (Setting setting : extension.settings()) {
        check(brought, "the setting", setting.name(), settings, "every " + what + " has one");
      }
      all.add(as.apply(extension));
    }
    return all;
  }

  private static void check(
      Object extension, String brings, String name, Set<String> taken, String why) {
    boolean spelled = NAME.matcher(name).matches();
    if (!spelled || !taken.add(name)) {
      throw new IllegalArgumentException(
          "%s brings %s '%s', but %s; give it another name"
              .formatted(
                  extension.getClass().getName(),
                  brings,
                  name,
                  spelled ? why : "names are kebab-case, as in my-name"));
    }
  }

  /**
   * The element with a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public C named(String name) {
    return Choosable.find(all(), name)
        .orElseThrow(() -> new IllegalArgumentException("Unknown " + what + " '" + name + "'"));
  }
}
