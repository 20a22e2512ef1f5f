import java.awt.Color;
import java.io.IOException;
import java.util.List;

/**
 * A flow chart of lines and letters, not of pixels: questions one below the other, the way out of each to its right, the end at
 * the bottom.
 */
final class Flow {

    private static final float HIGH = 30, GAP = 20, LEFT = 205, RIGHT = 205, SIDE = 48, POINTS = 9.5f;

    private final Sheet sheet;

    private Flow(Sheet sheet) {
        this.sheet = sheet;
    }

    static float width() {
        return LEFT + SIDE + RIGHT;
    }

    static float height(List<Block.Step> steps) {
        return steps.size() * (HIGH + GAP);
    }

    /** @param left edge of the chart @param top edge of the chart */
    static void draw(Sheet sheet, List<Block.Step> steps, float left, float top) throws IOException {
        var flow = new Flow(sheet);
        float y = top - HIGH;
        for (int i = 0; i < steps.size(); i++) {
            var step = steps.get(i);
            flow.box(step.text(), left, y, LEFT);
            if (!step.exit().isEmpty()) {
                float from = left + LEFT;
                flow.arrow(from, y + HIGH / 2, from + SIDE, y + HIGH / 2);
                sheet.show(step.answer(), sheet.sans, POINTS, from + 14, y + HIGH / 2 + 4, Color.BLACK);
                flow.box(step.exit(), from + SIDE, y, RIGHT);
            }
            if (i + 1 < steps.size()) flow.arrow(left + LEFT / 2, y, left + LEFT / 2, y - GAP);
            y -= HIGH + GAP;
        }
    }

    private void box(String text, float left, float bottom, float wide) throws IOException {
        sheet.out.setStrokingColor(Sheet.INK);
        sheet.out.setLineWidth(1);
        sheet.out.addRect(left, bottom, wide, HIGH);
        sheet.out.stroke();
        float indent = (wide - sheet.measure(text, sheet.sans, POINTS)) / 2;
        sheet.show(text, sheet.sans, POINTS, left + indent, bottom + HIGH / 2 - POINTS / 3, Color.BLACK);
    }

    private void arrow(float fromX, float fromY, float toX, float toY) throws IOException {
        float length = (float) Math.hypot(toX - fromX, toY - fromY);
        float dx = (toX - fromX) / length * 5, dy = (toY - fromY) / length * 5;
        sheet.out.setStrokingColor(Sheet.INK);
        sheet.out.setNonStrokingColor(Sheet.INK);
        sheet.out.moveTo(fromX, fromY);
        sheet.out.lineTo(toX - dx, toY - dy);
        sheet.out.stroke();
        sheet.out.moveTo(toX, toY);
        sheet.out.lineTo(toX - dx - dy / 2, toY - dy + dx / 2);
        sheet.out.lineTo(toX - dx + dy / 2, toY - dy - dx / 2);
        sheet.out.fill();
    }
}
