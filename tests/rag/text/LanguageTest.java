package rag.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.Character.UnicodeScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.config.Json;

class LanguageTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        en | The engine was stopped because the pump had lost its pressure, and it could not be started again.
        de | Die Maschine wurde angehalten, weil die Pumpe ihren Druck verloren hatte, und sie ließ sich nicht mehr starten.
        fr | La machine a été arrêtée parce que la pompe avait perdu sa pression, et elle ne pouvait plus être remise en marche.
        es | La máquina se detuvo porque la bomba había perdido la presión, y no se pudo volver a poner en marcha.
        it | La macchina è stata fermata perché la pompa aveva perso la pressione, e non è più stato possibile avviarla.
        pt | A máquina foi parada porque a bomba tinha perdido a pressão, e não foi possível pô-la de novo em marcha.
        ca | La màquina es va aturar perquè la bomba havia perdut la pressió, i no es va poder tornar a engegar.
        nl | De machine werd stilgezet omdat de pomp haar druk had verloren, en zij kon niet meer worden gestart.
        sv | Maskinen stoppades eftersom pumpen hade förlorat sitt tryck, och den kunde inte startas igen.
        da | Maskinen blev standset, fordi pumpen havde mistet sit tryk, og den kunne ikke startes igen efter dette.
        fi | Kone pysäytettiin, koska pumppu oli menettänyt paineensa, eikä se ollut enää käynnistettävissä, vaikka niin yritettiin.
        pl | Maszyna została zatrzymana, ponieważ pompa straciła ciśnienie, i nie można było jej już uruchomić.
        cs | Stroj byl zastaven, protože čerpadlo ztratilo tlak, a již jej nebylo možné znovu spustit.
        ro | Mașina a fost oprită pentru că pompa își pierduse presiunea și nu a mai putut fi pornită.
        tr | Makine durduruldu, çünkü pompa basıncını kaybetmişti ve bir daha çalıştırmak için hiç bir şey yapılamadı.
        hu | A gépet leállították, mert a szivattyú elvesztette a nyomást, és már nem lehetett újra elindítani.
        vi | Máy đã được dừng lại vì bơm bị mất áp suất và không thể khởi động lại được nữa.
        ru | Машина была остановлена, потому что насос потерял давление, и её нельзя было снова запустить.
        uk | Машину було зупинено, тому що насос втратив тиск, і її вже не можна було знову запустити.
        bg | Машината беше спряна, защото помпата беше загубила налягането си, и не можеше да се пусне отново.
        ar | توقفت الآلة لأن المضخة فقدت الضغط ولم يعد من الممكن تشغيلها مرة أخرى في ذلك اليوم
        fa | دستگاه متوقف شد زیرا پمپ فشار خود را از دست داده بود و دیگر نمی‌شد آن را روشن کرد
        he | המכונה נעצרה כי המשאבה איבדה את הלחץ
        el | Η μηχανή σταμάτησε επειδή η αντλία είχε χάσει την πίεση
        hi | मशीन बंद कर दी गई क्योंकि पंप का दबाव कम हो गया था और उसे फिर से चालू नहीं किया जा सका
        th | เครื่องจักรหยุดทำงานเพราะปั๊มสูญเสียแรงดัน
        ko | 펌프의 압력이 떨어져서 기계가 멈추었다.
        ja | ポンプの圧力が下がったため、機械は停止した。
        zh | 由于水泵失去压力，机器停止了运转。
        zh | 由於水泵失去壓力，機器停止了運轉。
        """)
    void runningTextIsRecognised(String language, String text) {
        assertEquals(language, Language.of(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        und | xylophone
        und | ---- 2024-01-02 10:30:00 ----
        und | A. J. Perlis, K. Samelson, L. de Vries
        und | Los Angeles, San Diego, La Paz, El Paso, Las Vegas
        und | int x = y + z; foo(bar, baz); x <<= 2;
        ja  | Linuxカーネルのコンパイル
        zh  | 用 Docker 部署 Spring Boot 应用
        zh  | 《となりのトトロ》是宫崎骏执导的一部日本动画电影，讲述两姐妹在乡村遇见精灵的故事，深受各地观众喜爱，并在世界范围内产生了广泛影响
        ko  | Spring Boot 애플리케이션을 배포하는 방법
        """)
    void shortTextsNamesAndCodeAreUnknownAndOneForeignWordChangesNothing(String language, String text) {
        assertEquals(language, Language.of(text));
    }

    @Test
    void nothingIsUnknown() {
        assertEquals(Language.UNKNOWN, Language.of(""));
        assertEquals(Language.UNKNOWN, Language.of("\ud83d"));
    }

    @Test
    void aLanguageThatSharesItsScriptWithAKnownOneIsNotTakenForIt() {
        assertEquals(
                Language.UNKNOWN,
                Language.of(
                        "Барлық адамдар тумысынан азат және қадір-қасиеті мен құқықтары тең болып дүниеге келеді."));
        assertEquals(
                Language.UNKNOWN,
                Language.of("Бардык адамдар өз беделинде жана укуктарында эркин жана тең укуктуу болуп жаралат."));
    }

    @Test
    void accentsBesideTheirLettersAreReadAsAccents() {
        var text = "Máy đã được dừng lại vì bơm bị mất áp suất và không thể khởi động lại được nữa.";
        assertEquals("vi", Language.of(java.text.Normalizer.normalize(text, java.text.Normalizer.Form.NFD)));
    }

    @Test
    void theProfileCountsLettersByScriptMostFirst() {
        var profile = Language.scripts("Привет, world! 世界 123");
        assertEquals(Map.of(UnicodeScript.CYRILLIC, 6, UnicodeScript.LATIN, 5, UnicodeScript.HAN, 2), profile);
        assertEquals(
                List.of(UnicodeScript.CYRILLIC, UnicodeScript.LATIN, UnicodeScript.HAN), List.copyOf(profile.keySet()));
    }

    @Test
    void signsOutsideTheBasicPlaneAreCountedOnce() {
        assertEquals(Map.of(UnicodeScript.HAN, 2), Language.scripts("\ud840\udc00中"));
    }

    @ParameterizedTest
    @CsvSource({"xquad-en,en", "xquad-es,es", "xquad-ru,ru", "xquad-zh,zh", "ja-jsquad,ja", "zh-rgb,zh", "cranfield,en"
    })
    void ninetyNineOfAHundredDocumentsOfATestCollectionAreRight(String set, String language) throws Exception {
        var corpus = Path.of("../shared/sets", set, "corpus.jsonl");
        Assumptions.assumeTrue(Files.exists(corpus), "the test collections are not here");
        int right = 0, all = 0;
        for (var line : Files.readAllLines(corpus)) {
            var text = Json.tree(line).get("text").asText();
            all++;
            if (Language.of(text).equals(language)) right++;
        }
        assertTrue(right >= 0.99 * all, right + " of " + all);
    }
}
