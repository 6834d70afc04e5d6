package org.attune.sweeps.lab;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An entry of a ledger.
 *
 * @param number its place, from 1
 * @param line its content
 */
public record Entry(int number, ChainedLine line) {

  /** The first entry: the lab's id and rate. */
  public static final String LAB = "lab";

  /** Claims of a sweep, before its first trial, with their level. */
  public static final String STATED = "stated";

  /** Verdicts on a sweep's claims, when they were shown. */
  public static final String VERDICT = "verdict";

  /** Someone had a sweep's sealed numbers shown before its verdicts. */
  public static final String OPENED = "opened";

  static final String KIND = "kind";
  static final String ID = "id";
  static final String RATE = "rate";
  static final String AT = "at";
  private static final String SWEEP = "sweep";
  private static final String DIRECTORY = "directory";
  private static final String SEED = "seed";
  private static final String CLAIMS = "claims";
  private static final String LEVEL = "level";
  private static final String COST = "cost";
  private static final String OF = "of";
  private static final String VERDICTS = "verdicts";
  private static final String WHY = "why";

  /**
   * A judged claim.
   *
   * @param claim as stated
   * @param verdict in words
   * @param shown whether it is a discovery
   * @param p adjusted for looks and for the table's other claims
   * @param seeds per cell
   */
  public record Judged(String claim, String verdict, boolean shown, double p, int seeds) {}

  /**
   * The content of an entry that states claims.
   *
   * @param sweep its name
   * @param directory as the user named it
   * @param seed that the lab drew for it
   * @param claims in the journal's form, with what decides how they are judged
   * @param wealth before the claims
   */
  public static Map<String, Object> stated(
      String sweep, String directory, long seed, List<String> claims, Wealth wealth) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put(KIND, STATED);
    content.put(SWEEP, sweep);
    content.put(DIRECTORY, directory);
    content.put(SEED, seed);
    content.put(CLAIMS, claims);
    content.put(LEVEL, wealth.level(claims.size()));
    content.put(COST, wealth.share(claims.size()));
    return content;
  }

  /** The content of an entry with the verdicts on the claims of an earlier entry. */
  public static Map<String, Object> verdict(int number, List<Judged> judged) {
    List<Map<String, Object>> verdicts = new ArrayList<>();
    for (Judged each : judged) {
      Map<String, Object> verdict = new LinkedHashMap<>();
      verdict.put("claim", each.claim());
      verdict.put("verdict", each.verdict());
      verdict.put("shown", each.shown());
      verdict.put("p", each.p());
      verdict.put("seeds", each.seeds());
      verdicts.add(verdict);
    }
    Map<String, Object> content = new LinkedHashMap<>();
    content.put(KIND, VERDICT);
    content.put(OF, number);
    content.put(VERDICTS, verdicts);
    return content;
  }

  /** The content of an entry that opens the sealed numbers of an earlier entry's sweep. */
  public static Map<String, Object> opened(int number, String why) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put(KIND, OPENED);
    content.put(OF, number);
    content.put(WHY, why);
    return content;
  }

  /** What it records: {@link #LAB}, {@link #STATED}, {@link #VERDICT} or {@link #OPENED}. */
  public String kind() {
    return text(KIND);
  }

  /** The number of the entry whose claims this one is about; 0 if it is about none. */
  public int of() {
    return line.json().path(OF).asInt();
  }

  /** The sweep's name; empty where the entry has none. */
  public String sweep() {
    return text(SWEEP);
  }

  /** The time of writing, by the writer's clock. */
  public String at() {
    return text(AT);
  }

  /** The seed that the lab drew for the stated claims. */
  public long seed() {
    return line.json().path(SEED).asLong();
  }

  /** The stated claims. */
  public List<String> claims() {
    List<String> claims = new ArrayList<>();
    line.json().path(CLAIMS).forEach(claim -> claims.add(claim.asText()));
    return claims;
  }

  /** The level that the stated claims share. */
  public double level() {
    return line.json().path(LEVEL).asDouble();
  }

  /** The part of the lab's wealth that the stated claims cost. */
  public double cost() {
    return line.json().path(COST).asDouble();
  }

  /** The verdicts. */
  public List<Judged> judged() {
    List<Judged> judged = new ArrayList<>();
    for (JsonNode each : line.json().path(VERDICTS)) {
      judged.add(
          new Judged(
              each.path("claim").asText(),
              each.path("verdict").asText(),
              each.path("shown").asBoolean(),
              each.path("p").asDouble(),
              each.path("seeds").asInt()));
    }
    return judged;
  }

  /** The entry in messages. */
  public String describe() {
    return "entry %d (%s)".formatted(number, sweep().isEmpty() ? kind() : kind() + " " + sweep());
  }

  String text(String key) {
    return line.json().path(key).asText("");
  }

  double number(String key) {
    return line.json().path(key).asDouble();
  }
}
