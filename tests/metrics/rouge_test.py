import math

import pytest

from sacrerouge_litepyramid.metrics.metric import Item, SummaryMetric
from sacrerouge_litepyramid.metrics.rouge import score_references
from sacrerouge_litepyramid.registry import build


def test_by_hand_and_of_whole_summaries():
    found = score_references(["cats sat", "the mat"], [["the cat sat", "down"]])
    assert [found[f"1_{name}"] for name in ("recall", "precision", "f1")] == pytest.approx(
        [3 / 4] * 3
    )
    assert [found[f"2_{name}"] for name in ("recall", "precision", "f1")] == pytest.approx(
        [1 / 3] * 3
    )
    assert found["l_recall"] == pytest.approx(2 / 4)
    assert score_references("cats sat", ["cat sat"], stem=False)["1_recall"] == pytest.approx(1 / 2)


def test_several_references():
    assert score_references("a b", ["a b c d", "a c"])["1_recall"] == pytest.approx(1 / 2)
    assert score_references("a b", ["a b", "c d"], combine="mean")["1_f1"] == pytest.approx(1 / 2)


def test_without_text_or_reference():
    assert set(score_references("", ["a b"]).values()) == {0.0}
    assert all(map(math.isnan, score_references("a", []).values()))


def test_the_metric():
    metric = build(SummaryMetric, {"type": "rouge-native", "combine": "mean", "stem": False})
    result = metric.score([Item("cats sat", ["cat sat", "cats sat"])])
    assert result.values == [
        score_references("cats sat", ["cat sat", "cats sat"], "mean", stem=False)
    ]
    assert result.signature["metric"] == "rouge-native" and result.signature["combine"] == "mean"
    with pytest.raises(ValueError, match="combine"):
        build(SummaryMetric, {"type": "rouge-native", "combine": "min"})


#: 12 languages of 8 scripts: a text, and another without a word in common
TEXTS = {
    "German": ("Der Rat genehmigte die Brücke über den Fluss.", "Gestern fiel viel Schnee."),
    "French": (
        "Le conseil a approuvé le pont sur la rivière.",
        "Hier, beaucoup de neige est tombée.",
    ),
    "Spanish": ("El consejo aprobó un puente nuevo.", "Ayer cayó mucha nieve."),
    "Turkish": ("Meclis yeni köprüyü onayladı.", "Dün çok kar yağdı."),
    "Russian": ("Совет одобрил новый мост.", "Вчера выпало много снега."),
    "Greek": ("Το συμβούλιο ενέκρινε τη γέφυρα.", "Χθες έπεσε πολύ χιόνι."),
    "Arabic": ("وافق المجلس على الجسر الجديد.", "سقط ثلج كثير أمس."),
    "Hindi": ("परिषद ने पुल को मंज़ूरी दी।", "कल बहुत बर्फ़ गिरी।"),
    "Chinese": ("市议会批准大桥。", "昨天下雪很多。"),
    "Japanese": ("市議会は橋を承認した。", "きのう雪がふる。"),
    "Korean": ("시의회는 새 다리를 승인했다.", "어제 눈이 많이 내렸다."),
    "Thai": ("สภาอนุมัติ", "หิมะตกหนัก"),
}


@pytest.mark.parametrize("language", TEXTS)
def test_identical_texts_have_1_in_any_language(language):
    text, other = TEXTS[language]
    same, different = (
        build(SummaryMetric, "rouge-native").score([Item(text, [text]), Item(other, [text])]).values
    )
    assert set(same.values()) == {1.0}
    assert different["2_f1"] == 0 and different["1_f1"] < 0.3


def test_the_signature_says_which_words():
    russian, english = (
        Item("Мост открыт.", ["Мост закрыт."]),
        Item("The café is open.", ["The café was open."]),
    )
    metric = build(SummaryMetric, "rouge-native")
    assert "tokenizer" not in metric.score([english]).signature
    assert metric.score([russian]).signature["tokenizer"] == "unicode"
    assert metric.score([english, russian]).signature["tokenizer"] == "rouge-score and unicode"


def test_a_pair_has_one_tokenizer():
    # "bridges" is not stemmed beside a Russian reference
    assert score_references("bridges", ["Мост: bridge"])["1_recall"] == 0
    assert score_references("bridges", ["Bridge: bridge"])["1_precision"] == 1


def test_case_and_width_do_not_count():
    (value,) = (
        build(SummaryMetric, "rouge-native").score([Item("GRÖSSE ＡＢＣ", ["Größe abc"])]).values
    )
    assert value["1_f1"] == 1
