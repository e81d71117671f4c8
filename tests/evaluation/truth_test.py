"""Every sentence of a verdict on small random data, checked against pairs computed here.

Scores are whole numbers of twentieths, so the permutation test's p is counted exactly here: the
sums of all choices of signs are a product of polynomials. Cases in which the package's drawn
permutations may decide otherwise are left out.
"""

import itertools
import re

import numpy as np
import pytest

from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.evaluation.compared_systems import ComparisonSettings
from sacrerouge_litepyramid.evaluation.judges import DataIdentity
from sacrerouge_litepyramid.evaluation.metric_agreement import measure_agreement
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.evaluation.system_comparison import compare_systems
from sacrerouge_litepyramid.evaluation.verdict import Findings, make_verdict

STEP, ALPHA, PERMUTATIONS = 0.05, 0.05, 2000
CASES = 120
KINDS = ("full", "scattered", "hard documents missing", "apart")


def draw_case(seed):
    """Return scores (systems, documents) by the metric and by annotators, NaN for a missing one.

    In every third case there are no scores by annotators.
    """
    rng = np.random.default_rng(seed)
    systems, documents = int(rng.integers(1, 7)), int(rng.integers(2, 31))
    easy = rng.random(documents)
    quality = rng.choice([0.0, 0.2, 0.6]) * rng.random(systems)
    shares = np.clip(
        easy[None, :] * 0.6 + quality[:, None] + rng.normal(0, 0.15, (systems, documents)), 0, 1
    )
    if rng.random() < 0.3:
        shares[rng.random(shares.shape) < 0.7] = 0
    ours = np.round(shares / rng.choice([STEP, 5 * STEP])) * STEP
    kind = KINDS[seed // 4 % len(KINDS)]
    if kind == "scattered":
        ours[rng.random(ours.shape) < 0.3] = np.nan
    elif kind == "hard documents missing":
        ours[-1, easy < np.median(easy)] = np.nan
    elif kind == "apart":
        ours[0, documents // 2 :], ours[1:, : documents // 2] = np.nan, np.nan
    human = (
        np.round(
            np.clip(shares + rng.normal(0, rng.choice([0.05, 0.6]), shares.shape), 0, 1) / STEP
        )
        * STEP
    )
    human[rng.random(human.shape) < rng.choice([0, 0.2])] = np.nan
    return ours, None if seed % 3 == 0 else human


class Truth:
    """The facts about a matrix (systems, documents): means, differences and adjusted p of pairs.

    They are computed by plain loops.
    """

    def __init__(self, matrix, names):
        self.matrix, self.names = (
            matrix,
            [name for name, row in zip(names, matrix, strict=True) if known(row).any()],
        )
        self.rows = dict(zip(names, matrix, strict=True))
        self.means = fit_means(self.rows)
        self.pairs = list(itertools.combinations(self.names, 2))
        self.adjusted = self._step_down()
        spread = 4 * np.sqrt(ALPHA * (1 - ALPHA) * 2 / PERMUTATIONS) + 0.002
        self.is_clear = all(abs(p - ALPHA) > spread for p in self.adjusted.values())

    def _step_down(self):
        """Return the step-down max-T p by pair, from random signs of all documents."""
        signs = np.random.default_rng(99).choice(
            [-1.0, 1.0], size=(PERMUTATIONS, self.matrix.shape[1])
        )
        flipped, reached = {}, {}
        for first, second in self.pairs:
            difference = np.nan_to_num(np.round((self.rows[first] - self.rows[second]) / STEP))
            if len(self.differences(first, second)):
                norm = np.sqrt((difference**2).sum()) or 1.0
                flipped[first, second] = np.abs(signs @ difference) / norm
                reached[first, second] = abs(difference.sum()) / norm
        adjusted, worst, left = {}, 0.0, list(flipped)
        for pair in sorted(flipped, key=reached.get, reverse=True):
            largest = np.max([flipped[other] for other in left], axis=0)
            adjusted[pair] = worst = max(worst, float((largest >= reached[pair] - 1e-9).mean()))
            left.remove(pair)
        return adjusted

    def differences(self, first, second):
        both = known(self.rows[first]) & known(self.rows[second])
        return np.round((self.rows[first] - self.rows[second])[both] / STEP).astype(int)

    def better(self, first, second):
        """Return whether the first system scores significantly higher."""
        pair = (first, second) if (first, second) in self.adjusted else (second, first)
        return self.adjusted.get(pair, 1.0) <= ALPHA and self.differences(first, second).sum() > 0

    def is_balanced(self):
        matrix = np.array([self.rows[name] for name in self.names])
        return bool((known(matrix).all(axis=0) | ~known(matrix).any(axis=0)).all())

    def count_groups(self):
        return len(list_linked(self.rows))


def list_linked(rows):
    """Return the groups of systems that share documents, themselves or through others."""
    groups = []
    for name, row in rows.items():
        if known(row).any():
            linked = [
                group
                for group in groups
                if any((known(row) & known(rows[other])).any() for other in group)
            ]
            groups = [group for group in groups if group not in linked] + [
                [name, *itertools.chain(*linked)]
            ]
    return groups


def known(values):
    return ~np.isnan(values)


def fit_means(rows):
    """Return each system's mean over all documents.

    A missing score is system effect + document effect.
    """
    rows = {name: row for name, row in rows.items() if known(row).any()}
    cells = [(s, d) for s, row in enumerate(rows.values()) for d in np.flatnonzero(known(row))]
    matrix = np.array(list(rows.values()))
    design = np.zeros((len(cells), len(rows) + matrix.shape[1]))
    for place, (system, document) in enumerate(cells):
        design[place, [system, len(rows) + document]] = 1
    effects = np.linalg.lstsq(design, [matrix[cell] for cell in cells], rcond=None)[0]
    scored = sorted({document for _, document in cells})
    return dict(zip(rows, effects[: len(rows)] + effects[len(rows) :][scored].mean(), strict=True))


NAMES = r"(?P<names>s\d[^.;(]*?)"
DISTANCE = (
    r"(?P<distance>[\d.]+)(?: \((?:simultaneous )?95% interval (?P<low>[-\d.e]+) to "
    r"(?P<high>[-\d.e]+)\))? lower(?: on the (?P<both>\d+) documents? that both have)?"
)
MEAN = r"(?P<word>adjusted mean|mean)"


def split_names(text):
    """Return the names that a text lists, and how many others it counts."""
    listed = re.findall(r"s\d", text)
    more = re.search(r"(\d+) others?$", text)
    return listed, int(more[1]) if more else 0


class Reader:
    """Checks the sentences about one metric, whose truth is given."""

    def __init__(self, truth):
        self.truth, self.top = truth, None

    def check_top(self, found):
        self.top = found["top"]
        return [name for name in self.truth.names if name != self.top]

    def check_mean(self, found):
        assert self.truth.count_groups() == 1, (
            "ranks systems that share no document, not even through others"
        )
        assert self.truth.means[self.top] >= max(self.truth.means.values()) - 1e-6, (
            "names another leader"
        )
        assert abs(float(found["mean"]) - self.truth.means[self.top]) < 0.00051, (
            "the mean is of other documents"
        )
        assert (found["word"] == "mean") == self.truth.is_balanced()

    def check_leader(self, found):
        others = self.check_top(found)
        assert all(self.truth.better(self.top, name) for name in others)
        self.check_mean(found)

    def check_highest(self, found):
        """Check how all others relate to the top; the sentence leaves out only those beaten."""
        others = self.check_top(found)
        truth, top, rest = self.truth, self.top, found["rest"]
        sets = {
            "higher": {name for name in others if truth.better(name, top)},
            "apart": {name for name in others if not len(truth.differences(name, top))},
            "beaten": {name for name in others if truth.better(top, name)},
        }
        sets["level"] = set(others) - set.union(*sets.values())
        if "no system leads" in found.string:
            assert not sets["beaten"]
        kinds = {
            "higher": r"scores? significantly higher than it on the documents that both have",
            "level": r"(?:do|does) not differ significantly from it",
            "apart": r"(?:have|has) no document in common with it",
        }
        for kind, words in kinds.items():
            clause = re.search(rf"(?:^|; ){NAMES} {words}", rest)
            assert bool(clause) == bool(sets[kind]), f"says otherwise than {kind}: {sets[kind]}"
            if clause:
                listed, more = split_names(clause["names"])
                assert set(listed) <= sets[kind] and len(listed) + more == len(sets[kind])
        self.check_mean(found)

    def check_distance(self, found, name):
        differences = self.truth.differences(self.top, name)
        assert self.truth.better(self.top, name)
        value = differences.mean() * STEP
        assert float(found["distance"]) == pytest.approx(value, abs=0.00051)
        assert (found["both"] is None) == self.truth.is_balanced()
        assert found["both"] is None or int(found["both"]) == len(differences)
        if found["low"]:
            assert (
                0 < float(found["low"]) <= value + 0.001 and value <= float(found["high"]) + 0.001
            )

    def check_beaten(self, found):
        beaten = [
            name
            for name in self.truth.names
            if name != self.top and self.truth.better(self.top, name)
        ]
        assert (
            self.truth.means[found["name"]] >= max(self.truth.means[name] for name in beaten) - 1e-6
        )
        self.check_distance(found, found["name"])

    def check_apart(self, found):
        assert self.truth.count_groups() == int(found["groups"])


def read_leaders(sentences, truth):
    """Check the sentences about who leads; each must have one of the forms below."""
    reader = Reader(truth)
    forms = {
        rf"(?:no system leads: )?(?P<top>s\d) has the highest {MEAN}, (?P<mean>[\d.]+), but "
        r"(?P<rest>.*)": "check_highest",
        rf"(?P<top>s\d) leads with the highest {MEAN}, (?P<mean>[\d.]+): every other system scores "
        "significantly lower": "check_leader",
        rf"The (?:next|closest that scores significantly lower), (?P<name>s\d), is {DISTANCE}": "check_beaten",
        r"no system leads: the systems fall into (?P<groups>\d+) groups without a common document, "
        r".*": "check_apart",
    }
    for sentence in sentences:
        text = re.sub(r"^By [^,]*, ", "", sentence)
        matches = [(re.fullmatch(rf"{form}\.", text), check) for form, check in forms.items()]
        match, check = next((pair for pair in matches if pair[0]), (None, None))
        assert match, sentence
        getattr(reader, check)(match)
    return reader


def read_agreement(text, reader_truth, human_truth, ours, human, names):
    """Check who leads by human scores, and how many pairs of systems both order alike."""
    rest = text = text or ""
    if begun := re.match(r"By human scores[^,]*, .*?\.(?= m orders|$)", text):
        read_leaders([begun[0]], human_truth)
        rest = text[begun.end() + 1 :]
    both = known(ours) & known(human)
    masked = dict(zip(names, np.where(both, ours, np.nan), strict=True))
    group = max(list_linked(masked), key=len)
    of_ours, of_human = (
        fit_means(
            {
                name: np.where(both, matrix, np.nan)[place]
                for place, name in enumerate(names)
                if name in group
            }
        )
        for matrix in (ours, human)
    )
    signs = [
        np.sign(np.round([of_ours[a] - of_ours[b], of_human[a] - of_human[b]], 9))
        for a, b in itertools.combinations(of_ours, 2)
    ]
    untied = [pair for pair in signs if pair.all()]
    alike = sum(pair[0] == pair[1] for pair in untied)
    if not rest:
        assert not untied
        return
    found = re.fullmatch(
        r"m orders (?P<alike>\d+) of (?P<pairs>\d+) pairs? of systems as human scores do "
        r"\(\d+%\)(?P<end>.*)\.",
        rest,
    )
    assert found, rest
    wrong = {
        f"{a} over {b}"
        for a, b in itertools.permutations(reader_truth.names, 2)
        if reader_truth.better(a, b)
        and a in of_human
        and b in of_human
        and of_human[a] < of_human[b] - 1e-9
    }
    end = found["end"]
    if wrong:
        count = re.match(
            r"; in (\d+) pairs? the system with the lower human score scores significantly higher: ",
            end,
        )
        assert int(count[1]) == len(wrong) and set(re.findall(r"s\d over s\d", end)) <= wrong
    else:
        assert end in ("", "; none of the others differs significantly") and bool(end) == (
            alike < len(untied)
        )
    assert (int(found["alike"]), int(found["pairs"])) == (alike, len(untied)), "counts other pairs"


def read_warnings(warnings, truth, others):
    """Check the numbers in the warnings of few documents and of unshared ones."""
    documents = [len(truth.differences(*pair)) for pair in truth.pairs]
    for text in map(str, warnings):
        if found := re.match(r"(\d+) documents are too few for ", text):
            assert int(found[1]) == max(documents) and not any(
                p <= ALPHA for p in truth.adjusted.values()
            )
        elif found := re.match(
            r"(\d+) of (\d+) documents lack the score of a system \((.*?)\): ", text
        ):
            matrix = np.array([truth.rows[name] for name in truth.names])
            matrix = matrix[:, known(matrix).any(axis=0)]
            assert (
                int(found[1]) == (~known(matrix)).any(axis=0).sum()
                and int(found[2]) == matrix.shape[1]
            )
            lacking = {
                name: int(count) for name, count in re.findall(r"(s\d) lacks (\d+)", found[3])
            }
            true = dict(zip(truth.names, (~known(matrix)).sum(axis=1), strict=True))
            assert lacking and all(true[name] == count for name, count in lacking.items())
            others.append(text)


def settle(matrix, names):
    """Return the comparison of a matrix, None where no two systems share a document."""
    if not (known(matrix).sum(axis=0) > 1).any():
        return None
    return compare_systems(
        matrix,
        names,
        [f"d{n}" for n in range(matrix.shape[1])],
        "m",
        ComparisonSettings(PERMUTATIONS),
    )


@pytest.mark.parametrize("part", range(4))
def test_every_sentence_of_a_verdict_is_true(part):
    checked, unbalanced, false = 0, [], []
    for seed in range(part, CASES, 4):
        ours, human = draw_case(seed)
        names = [f"s{place + 1}" for place in range(len(ours))]
        documents = tuple(f"d{place}" for place in range(ours.shape[1]))
        truth = Truth(ours, names)
        human_truth = None if human is None else Truth(human, names)
        if not truth.is_clear or (human_truth and not human_truth.is_clear):
            continue
        scores = Scores(
            tuple(names),
            documents,
            np.full(ours.shape, np.nan) if human is None else human,
            {"m": ours},
        )
        has_both = human is not None and (known(ours) & known(human)).any()
        if human is not None and not has_both:
            continue
        measured = None
        if human is not None:
            measured = measure_agreement(
                scores, "gold", Statistics(resamples=0, permutations=0)
            ).find("m")
        found, by_human = settle(ours, names), None if human is None else settle(human, names)
        findings = Findings("m", found, None, measured, None, by_human=by_human)
        verdict = make_verdict(
            findings, scores, None if human is None else "gold", DataIdentity("x", None)
        )
        try:
            if found is None:
                (leader,) = verdict.leaders
                assert leader.startswith(
                    "s1 is the only system" if len(names) == 1 else "No two systems have scores"
                )
            else:
                read_leaders(verdict.leaders, truth)
            if human is not None:
                read_agreement(verdict.agreement, truth, human_truth, ours, human, names)
            read_warnings(verdict.warnings, truth, unbalanced)
            is_unequal = found is not None and not truth.is_balanced()
            assert is_unequal == any(
                "lack the score of a system" in warning.text for warning in verdict.warnings
            )
        except AssertionError as error:
            false.append(f"case {seed}: {error}: {' '.join(verdict.lines())}")
        checked += 1
    assert not false, f"{len(false)} of {checked} verdicts are false:\n" + "\n".join(false)
    assert checked > CASES / 8 and unbalanced
