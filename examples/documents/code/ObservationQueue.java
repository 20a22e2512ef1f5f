package vireo.nightjar.queue;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Chooses the next observing block for Halcyon. Part of Nightjar v2.3.1.
 *
 * <p>A block is first tested against hard limits. Of those that pass, the one with the largest merit wins.
 */
public final class ObservationQueue {

    /** Blocks lower in the sky than this airmass are never observed. */
    static final double MAX_AIRMASS = 1.8;

    /** Blocks nearer to the Moon, in degrees, are rejected with NJ-6409. */
    static final double MIN_MOON_DISTANCE_DEG = 35;

    /** How long a user record may be reused. Was unlimited in v2.3.0, which caused incident IR-2024-019. */
    static final Duration USER_CACHE = Duration.ofSeconds(300);

    /** Degrees a second at which the azimuth axis slews. */
    static final double SLEW_RATE = 2.0;

    public record User(long id, String name, String institute) {}

    public record Block(
            String programme,
            long userId,
            double priority,
            double airmass,
            double moonDistanceDeg,
            double slewDeg,
            double maxSeeing) {}

    private record CachedUser(User user, Instant fetched) {}

    private final LongFunction<Optional<User>> directory;
    private final Clock clock;
    private final Map<Long, CachedUser> cache = new HashMap<>();

    public ObservationQueue(LongFunction<Optional<User>> directory, Clock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    /** The best block that can be observed now; empty means alarm NJ-6401. */
    public Optional<Block> next(List<Block> blocks, double seeing) {
        return blocks.stream()
                .filter(block -> observable(block, seeing))
                .filter(block -> getUserById(block.userId()).isPresent())
                .max(Comparator.comparingDouble(ObservationQueue::merit));
    }

    static boolean observable(Block block, double seeing) {
        return block.airmass() <= MAX_AIRMASS
                && block.moonDistanceDeg() >= MIN_MOON_DISTANCE_DEG
                && seeing <= block.maxSeeing();
    }

    /**
     * Half of the merit is the priority of the panel, 30 % the height in the sky, 10 % each the distance to the Moon
     * and the time to slew. All four terms lie between 0 and 1.
     */
    static double merit(Block block) {
        double height = (MAX_AIRMASS - block.airmass()) / (MAX_AIRMASS - 1);
        double moon = Math.min(1, block.moonDistanceDeg() / 90);
        double slew = Math.max(0, 1 - block.slewDeg() / SLEW_RATE / 90);
        return 0.5 * block.priority() + 0.3 * height + 0.1 * moon + 0.1 * slew;
    }

    /**
     * The account that owns a block, at most 300 seconds old, from the cache or else from the directory. An unknown id
     * raises NJ-6404 and the block is skipped.
     */
    Optional<User> getUserById(long id) {
        var cached = cache.get(id);
        var now = clock.instant();
        if (cached != null && Duration.between(cached.fetched(), now).compareTo(USER_CACHE) < 0) {
            return Optional.of(cached.user());
        }
        var fresh = directory.apply(id);
        fresh.ifPresentOrElse(user -> cache.put(id, new CachedUser(user, now)), () -> cache.remove(id));
        return fresh;
    }

    /** Called when a programme changes hands, so that the new investigator is seen at once. */
    public void clearUserCache() {
        cache.clear();
    }
}
