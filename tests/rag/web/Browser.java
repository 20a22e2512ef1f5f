package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a window, as Debian installs it (packages chromium and chromium-driver). */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ChromeDriver driver;
    private final URI home;

    /** Skips the test where there is no browser. */
    Browser(URI home) {
        this.home = home;
        var chromium = found("chromium", "google-chrome");
        var chromedriver = found("chromedriver");
        Assumptions.assumeTrue(
                chromium.isPresent() && chromedriver.isPresent(), "needs Debian's chromium and chromium-driver");
        var options = new ChromeOptions();
        options.setBinary(chromium.orElseThrow().toString());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
        var logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        var service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.orElseThrow().toFile())
                .usingAnyFreePort()
                .build();
        driver = new ChromeDriver(service, options);
        look(1280, false);
    }

    private static Optional<Path> found(String... names) {
        return Stream.of(names)
                .flatMap(name -> Stream.of(System.getenv("PATH").split(java.io.File.pathSeparator))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** The width of the window, and whether the user likes it dark. */
    void look(int width, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    void open(String path) {
        driver.get(home.resolve(path).toString());
    }

    String path() {
        return URI.create(driver.getCurrentUrl()).getPath();
    }

    /** Looks at the tab that was opened last, whose path begins so, and closes it. */
    void inNewTab(String path, Runnable look) {
        var first = driver.getWindowHandle();
        var second = until(
                "no tab was opened",
                () -> driver.getWindowHandles().stream()
                        .filter(handle -> !handle.equals(first))
                        .findFirst());
        driver.switchTo().window(second);
        until(
                () -> "the tab shows " + driver.getCurrentUrl(),
                () -> Optional.of(path()).filter(p -> p.startsWith(path)));
        look.run();
        driver.close();
        driver.switchTo().window(first);
    }

    /** What is to be seen, as PNG. */
    byte[] picture() {
        return driver.getScreenshotAs(org.openqa.selenium.OutputType.BYTES);
    }

    /** How many pixels of what is to be seen are neither black, white nor grey. */
    int coloured() {
        try {
            var picture = ImageIO.read(new ByteArrayInputStream(picture()));
            int coloured = 0;
            for (int rgb : picture.getRGB(0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth())) {
                int red = rgb >> 16 & 255, green = rgb >> 8 & 255, blue = rgb & 255;
                int most = Math.max(red, Math.max(green, blue)), least = Math.min(red, Math.min(green, blue));
                if (most - least > 20) coloured++;
            }
            return coloured;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    WebElement one(String css) {
        return until("no " + css, () -> all(css).stream().findFirst());
    }

    List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    void type(String css, String text) {
        var field = one(css);
        field.clear();
        field.sendKeys(text);
    }

    void click(String css) {
        press(one(css));
    }

    /** Scrolls to it first, as a person does. */
    void press(WebElement element) {
        driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
        element.click();
    }

    /** Clicks the button or link that says so. */
    void clickOn(String words) {
        until(() -> "nothing says " + words + " but:\n" + text(), () -> {
            var found = Stream.of("button", "a", "summary")
                    .flatMap(tag -> all(tag).stream())
                    .filter(element -> element.getText().strip().equals(words) && element.isDisplayed())
                    .findFirst();
            found.ifPresent(this::press);
            return found;
        });
    }

    String text() {
        return one("main").getText();
    }

    void waitFor(String words) {
        until(
                () -> "the page does not say '" + words + "' but:\n" + text(),
                () -> text().contains(words) ? Optional.of(true) : Optional.empty());
    }

    <T> T until(String complaint, Supplier<Optional<T>> wanted) {
        return until(() -> complaint, wanted);
    }

    private <T> T until(Supplier<String> complaint, Supplier<Optional<T>> wanted) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                var got = wanted.get();
                if (got.isPresent()) return got.get();
            } catch (org.openqa.selenium.StaleElementReferenceException e) {
                // the page changes just now
            }
            if (System.nanoTime() > end) throw new AssertionError(complaint.get());
            sleep(50);
        }
    }

    private static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    Object script(String source, Object... arguments) {
        return driver.executeScript(source, arguments);
    }

    /** What axe finds that keeps people out, in a line each. */
    List<String> barriers() {
        if (script("return typeof axe") instanceof String type && type.equals("undefined")) script(axe());
        var found = driver.executeAsyncScript("""
            const done = arguments[0];
            axe.run(document, {resultTypes: ['violations']}).then(result => done(result.violations
                .filter(v => v.impact === 'serious' || v.impact === 'critical')
                .map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ') + ' ' + (n.any[0] ? n.any[0].message : '')).join(' | '))))
            """);
        return found instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of("" + found);
    }

    private static String axe() {
        try (var in = Browser.class.getResourceAsStream("/axe.min.js")) {
            if (in == null) throw new AssertionError("axe is not on the class path");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Nothing in the browser's console: no error of a script, nothing that the policy refused. */
    void assertQuiet() {
        var said = driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(entry -> entry.getMessage())
                .filter(message -> !message.contains("/nowhere"))
                .toList();
        assertEquals(List.of(), said);
    }

    @Override
    public void close() {
        driver.quit();
    }
}
