"""Made-up texts in thirteen languages of ten scripts: of a bridge, and of a choir or a harvest."""

from typing import NamedTuple


class Texts(NamedTuple):
    """Two texts of a language on different subjects."""

    bridge: str
    other: str


LANGUAGES = {
    "English": Texts(
        "The mayor of Lindau opened the new bridge on Monday. It cost 12 million euros and "
        "replaces a ferry. Residents complain about the noise.",
        "A children's choir from Malmö won the singing contest. The judges praised its clear "
        "voices. Next year it will travel to Japan.",
    ),
    "German": Texts(
        "Die Bürgermeisterin von Lindau hat am Montag die neue Brücke eröffnet. Sie kostete 12 "
        "Millionen Euro und ersetzt eine Fähre. Anwohner beklagen den Lärm.",
        "Ein Kinderchor aus Malmö gewann den Gesangswettbewerb. Die Jury lobte seine klaren "
        "Stimmen. Nächstes Jahr reist er nach Japan.",
    ),
    "French": Texts(
        "La maire de Lindau a inauguré lundi le nouveau pont. Il a coûté 12 millions d'euros et "
        "remplace un bac. Les riverains se plaignent du bruit.",
        "Une chorale d'enfants venue de Malmö a gagné le concours de chant. Le jury a salué ses "
        "voix limpides. Elle partira au Japon l'an prochain.",
    ),
    "Spanish": Texts(
        "La alcaldesa de Lindau inauguró el lunes el nuevo puente. Costó 12 millones de euros y "
        "sustituye a un transbordador. Los vecinos se quejan del ruido.",
        "Un coro infantil de Malmö ganó el concurso de canto. El jurado elogió sus voces claras. "
        "El próximo año viajará a Japón.",
    ),
    "Russian": Texts(
        "Мэр Линдау открыла в понедельник новый мост. Он обошёлся в 12 миллионов евро и заменил "
        "паром. Жители жалуются на шум.",
        "Детский хор из Мальмё победил на певческом конкурсе. Судьи похвалили чистые голоса. В "
        "будущем году он поедет в Японию.",
    ),
    "Greek": Texts(
        "Η δήμαρχος του Λίνταου εγκαινίασε τη Δευτέρα τη νέα γέφυρα. Κόστισε 12 εκατομμύρια ευρώ "
        "και αντικαθιστά ένα πορθμείο. Οι κάτοικοι παραπονιούνται για τον θόρυβο.",
        "Μια παιδική χορωδία από το Μάλμε κέρδισε τον διαγωνισμό τραγουδιού. Οι κριτές επαίνεσαν "
        "τις καθαρές φωνές. Του χρόνου θα ταξιδέψει στην Ιαπωνία.",
    ),
    "Arabic": Texts(
        "افتتحت رئيسة بلدية ليندو الجسر الجديد يوم الاثنين. بلغت كلفته ١٢ مليون يورو وحل محل "
        "عبارة. يشكو السكان من الضوضاء.",
        "فازت جوقة أطفال من مالمو بمسابقة الغناء. أشاد الحكام بأصواتها الصافية. ستسافر العام "
        "المقبل إلى اليابان.",
    ),
    "Hebrew": Texts(
        "ראשת העיר לינדאו חנכה ביום שני את הגשר החדש. "
        "עלותו 12 מיליון אירו והוא מחליף מעבורת. התושבים מתלוננים על הרעש.",
        "מקהלת ילדים ממאלמו זכתה בתחרות הזמר. השופטים שיבחו קולות צלולים. בשנה הבאה תיסע ליפן.",
    ),
    "Hindi": Texts(
        "लिंडाउ की महापौर ने सोमवार को नए पुल का उद्घाटन किया। "
        "इस पर 12 करोड़ यूरो खर्च हुए और अब नाव नहीं चलेगी। निवासी शोर से परेशान हैं।",
        "माल्मो के बाल गायकों ने संगीत प्रतियोगिता जीती। निर्णायकों ने उनके मधुर स्वर सराहे। अगले "
        "साल वे जापान जाएँगे।",
    ),
    "Thai": Texts(
        "นายกเทศมนตรีเมืองลินเดาเปิดสะพานใหม่เมื่อวันจันทร์ ใช้งบ 12 ล้านยูโรแทนเรือข้ามฟาก "
        "ชาวบ้านร้องเรียนเรื่องเสียงดัง",
        "คณะประสานเสียงเด็กจากมัลเมอชนะการประกวดร้องเพลง กรรมการชมว่าน้ำเสียงใส ปีหน้าจะไปญี่ปุ่น",
    ),
    "Chinese": Texts(
        "林道市长周一为新桥剪彩。大桥耗资1200万欧元，取代了渡轮。居民抱怨噪音太大。",
        "马尔默的儿童合唱团赢得歌唱比赛。评委称赞他们嗓音清澈。明年他们将前往日本演出。",
    ),
    "Japanese": Texts(
        "リンダウの市長は月曜日、新しい橋の開通を祝った。費用は1200万ユーロで、渡し船に代わるものだ。住民は騒音に悩んでいる。",
        "マルメの児童合唱団が歌のコンクールで優勝した。審査員は澄んだ声をほめた。来年は日本へ行く予定だ。",
    ),
    "Korean": Texts(
        "린다우 시장은 월요일에 새 다리를 개통했다. "
        "공사비는 1200만 유로이며 나룻배를 대신한다. 주민들은 소음을 호소한다.",
        "말뫼의 어린이 합창단이 노래 대회에서 우승했다. "
        "심사 위원들은 맑은 목소리를 칭찬했다. 내년에는 일본으로 떠난다.",
    ),
}
