package org.attune.jobs.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import javax.imageio.ImageIO;

/** A drawing for a file of PNG, with two pixels for each unit. */
final class PngCanvas implements Canvas {

  private static final int SCALE = 2;
  private static final int OPACITY = 36; // of 255
  private static final int FONT_SIZE = 12;

  private final BufferedImage image;
  private final Graphics2D graphics;

  PngCanvas(int width, int height) {
    image = new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
    graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
    graphics.scale(SCALE, SCALE);
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, FONT_SIZE));
  }

  @Override
  public void line(List<double[]> points, String colour, double width, float... dashes) {
    graphics.setColor(Color.decode(colour));
    graphics.setStroke(
        new BasicStroke(
            (float) width,
            BasicStroke.CAP_ROUND,
            BasicStroke.JOIN_ROUND,
            1, // no joint is mitred
            dashes.length == 0 ? null : dashes,
            0));
    graphics.draw(path(points));
  }

  @Override
  public void area(List<double[]> points, String colour) {
    Color solid = Color.decode(colour);
    graphics.setColor(new Color(solid.getRed(), solid.getGreen(), solid.getBlue(), OPACITY));
    Path2D path = path(points);
    path.closePath();
    graphics.fill(path);
  }

  private static Path2D path(List<double[]> points) {
    Path2D path = new Path2D.Double();
    path.moveTo(points.get(0)[0], points.get(0)[1]);
    points.forEach(point -> path.lineTo(point[0], point[1]));
    return path;
  }

  @Override
  public void text(double x, double y, Svg.Anchor anchor, String colour, String text) {
    graphics.setColor(Color.decode(colour));
    double width = graphics.getFontMetrics().stringWidth(text);
    double left =
        switch (anchor) {
          case START -> x;
          case MIDDLE -> x - width / 2;
          case END -> x - width;
        };
    graphics.drawString(text, (float) left, (float) y);
  }

  @Override
  public byte[] drawn(String title) throws IOException {
    graphics.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(image, "png", bytes);
    return bytes.toByteArray();
  }
}
