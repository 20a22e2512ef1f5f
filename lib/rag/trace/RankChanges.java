package rag.trace;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** The movements of a stage in sum. {@code maxGain} and {@code maxDrop} are places, 0 when nothing rose or fell. */
public record RankChanges(
        int movedUp,
        int movedDown,
        int unchanged,
        @JsonProperty("new") int arrived,
        int maxGain,
        int maxDrop,
        int dropped) {

    public static RankChanges of(List<RankChange> changes) {
        int up = 0, down = 0, same = 0, arrived = 0, gain = 0, drop = 0, dropped = 0;
        for (var change : changes) {
            if (change.rank() == null) dropped++;
            else if (change.rankDelta() == null) arrived++;
            else if (change.rankDelta() > 0) {
                up++;
                gain = Math.max(gain, change.rankDelta());
            } else if (change.rankDelta() < 0) {
                down++;
                drop = Math.max(drop, -change.rankDelta());
            } else same++;
        }
        return new RankChanges(up, down, same, arrived, gain, drop, dropped);
    }
}
