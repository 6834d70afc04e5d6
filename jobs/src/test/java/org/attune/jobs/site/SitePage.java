package org.attune.jobs.site;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** A Markdown file: its title, its sections for the search, its links, and its HTML. */
final class SitePage {

  private static final List<TablesExtension> TABLES =
      List.of((TablesExtension) TablesExtension.create());

  /**
   * What a heading is followed by, up to the next heading.
   *
   * @param id of the heading, as GitHub makes it; empty before the first heading
   * @param text without marks of Markdown
   */
  record Section(String id, String heading, String text) {}

  private final Node document;
  private final Map<Node, String> ids = new IdentityHashMap<>();
  private final List<Section> sections = new ArrayList<>();
  private final List<String> links = new ArrayList<>();

  SitePage(String markdown) {
    this.document = Parser.builder().extensions(TABLES).build().parse(markdown);
    readHeadings();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Link link) {
            links.add(link.getDestination());
            visitChildren(link);
          }

          @Override
          public void visit(Image image) {
            links.add(image.getDestination());
          }
        });
  }

  private void readHeadings() {
    Set<String> taken = new HashSet<>();
    String id = "";
    String heading = "";
    StringBuilder text = new StringBuilder();
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading) {
        sections.add(new Section(id, heading, text.toString().strip()));
        text.setLength(0);
        heading = text(node);
        id = slug(heading, taken);
        ids.put(node, id);
      } else {
        text.append(text(node)).append(' ');
      }
    }
    sections.add(new Section(id, heading, text.toString().strip()));
    sections.removeIf(section -> section.heading().isEmpty() && section.text().isEmpty());
  }

  private static String slug(String heading, Set<String> taken) {
    String slug =
        heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
    String free = slug;
    for (int i = 1; !taken.add(free); i++) {
      free = slug + "-" + i;
    }
    return free;
  }

  private static String text(Node of) {
    StringBuilder text = new StringBuilder();
    of.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text leaf) {
            text.append(leaf.getLiteral());
          }

          @Override
          public void visit(Code code) {
            text.append(code.getLiteral());
          }

          @Override
          public void visit(SoftLineBreak newLine) {
            text.append(' ');
          }

          @Override
          public void visit(FencedCodeBlock block) {
            text.append(block.getLiteral()).append(' ');
          }

          @Override
          public void visit(IndentedCodeBlock block) {
            text.append(block.getLiteral()).append(' ');
          }

          @Override
          protected void visitChildren(Node parent) {
            super.visitChildren(parent);
            if (parent instanceof TableCell || parent instanceof org.commonmark.node.Block) {
              text.append(' ');
            }
          }
        });
    return text.toString().replaceAll("\\s+", " ").strip();
  }

  String title() {
    return sections.stream()
        .map(Section::heading)
        .filter(heading -> !heading.isEmpty())
        .findFirst()
        .orElse("Attune");
  }

  List<Section> sections() {
    return sections;
  }

  Set<String> ids() {
    return Set.copyOf(ids.values());
  }

  /** Destinations of its links and pictures, as they are written. */
  List<String> links() {
    return links;
  }

  /**
   * Its HTML.
   *
   * @param address of what a destination means, in the site
   */
  String html(UnaryOperator<String> address) {
    return renderer(address).render(document);
  }

  /** The HTML of the first list under a heading. */
  String list(String heading, UnaryOperator<String> address) {
    Node node = document.getFirstChild();
    while (!(node instanceof Heading) || !text(node).equals(heading)) {
      node = node.getNext();
    }
    while (!(node instanceof BulletList)) {
      node = node.getNext();
    }
    return renderer(address).render(node);
  }

  private HtmlRenderer renderer(UnaryOperator<String> address) {
    return HtmlRenderer.builder()
        .extensions(TABLES)
        .attributeProviderFactory(
            context ->
                (node, tag, attributes) -> {
                  if (ids.containsKey(node)) {
                    attributes.put("id", ids.get(node));
                  }
                  attributes.computeIfPresent("href", (name, to) -> address.apply(to));
                  attributes.computeIfPresent("src", (name, to) -> address.apply(to));
                })
        .build();
  }
}
