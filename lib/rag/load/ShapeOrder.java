package rag.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The order in which shapes of a slide are read: from top to bottom, those side by side from left to right. */
final class ShapeOrder {

    /** A shape and where it stands; any unit, y downwards; a height below 0 where the shape does not tell. */
    record Placed<T>(T shape, double x, double y, double height) {}

    private ShapeOrder() {}

    static <T> Placed<T> unplaced(T shape) {
        return new Placed<>(shape, 0, 0, -1);
    }

    /** As given where any shape does not tell its place: the order of painting is the better guess then. */
    static <T> List<T> of(List<Placed<T>> placed) {
        if (placed.stream().anyMatch(shape -> shape.height < 0))
            return placed.stream().map(Placed::shape).toList();
        var left = new ArrayList<>(placed);
        var ordered = new ArrayList<T>();
        while (!left.isEmpty()) {
            var top = left.stream().min(Comparator.comparingDouble(Placed::y)).orElseThrow();
            var row = new ArrayList<>(left.stream()
                    .filter(shape -> shape == top || shape.y < top.y + Math.min(top.height, shape.height) / 2)
                    .toList());
            row.sort(Comparator.comparingDouble(Placed::x));
            left.removeAll(row);
            row.forEach(shape -> ordered.add(shape.shape));
        }
        return ordered;
    }
}
