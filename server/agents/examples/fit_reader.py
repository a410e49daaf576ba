"""Fits the weights of the built-in reader of companies to labelled texts: logistic regression, checked on texts that it was not fitted to.

READER_TEXTS=<folder> READER_DUMP=1 cargo test -p agents measures_the_texts_of_a_folder -- --ignored --nocapture > signs.txt
python3 server/agents/examples/fit_reader.py signs.txt [server/agents/src/companies/words/weights.txt]

The folder holds texts as in `src/companies/tests/development.txt`. Only the second argument writes; without it the figures are printed.
The weights that are there count as much as texts: the penalty pulls towards them, since most texts that they were fitted to are not kept.
"""
import math, pathlib, random, sys

KNOWN = pathlib.Path(__file__).parent.parent / "src/companies/words/weights.txt"

# What a sign may be: a sign that speaks for a company never weighs against it.
FOR = "attached within clause placed settled subject stays asset tenant entry headed also item mate group legal trade".split()
AGAINST = "foreign ordinary oblique by theirs abroad aside speaks other wavers leaves out idle personal meant".split()
FIRM = {"attached", "within", "clause", "entry", "tenant"}
COUNTS = {"Present", "Announced"}
SMOOTHING, STEPS, FOLDS = 0.008, 250, 10
# Of the names to refuse, how many may be returned; and how many of those returned must be right.
MOST_LEAKS, LEAST_PRECISION = 0.01, 0.85
# Taken off the base beside that, because texts of authors that nobody has read yet are harder.
MARGIN = 0.2


class Mention:
    def __init__(self, label, name, listed, role, presence, near, _score, signs):
        self.label, self.name, self.listed, self.role, self.presence = label, name, listed, role, presence
        self.is_near, self.signs = near == "near", [sign for sign in signs.split(" ") if sign != "mate"]
        self.counts = role == "-" and presence in COUNTS


def read(path):
    texts = []
    for line in open(path, encoding="utf-8"):
        cells = line.rstrip("\n").split("\t")
        # A test runner may print before it.
        if cells[0].endswith("TEXT"):
            texts.append({"present": int(cells[2]), "refused": int(cells[3]), "mentions": []})
        elif cells[0] == "SIGNS":
            texts[-1]["mentions"].append(Mention(*cells[1:]))
    return texts


def weigh(weights, signs):
    return sum(weights.get(sign, 0.0) for sign in signs)


def with_mates(weights, mentions):
    """Each mention with its signs, as the reader adds "mate" to what a list's other entries speak for."""
    scores = [weigh(weights, one.signs) for one in mentions]
    firm = {(one.listed, one.name) for one, score in zip(mentions, scores) if score > 0 and one.counts}
    for one, score in zip(mentions, scores):
        mate = score <= 0 and any(listed == one.listed and name != one.name for listed, name in firm)
        yield one, one.signs + ["mate"] if mate else one.signs


def returned(weights, text):
    """The names that the reader would return, as `judge::verdict` decides."""
    companies = {}
    for one, signs in with_mates(weights, text["mentions"]):
        companies.setdefault(one.name, []).append((one, signs, weigh(weights, signs)))
    for own in companies.values():
        if any(one.presence in {"Left", "Denied"} and (one.is_near or "after" in signs) for one, signs, _ in own):
            continue
        free = [(score - (0 if one.presence in COUNTS else 20), one, signs) for one, signs, score in own if one.role == "-"]
        if not free:
            continue
        score, best, signs = max(free, key=lambda item: item[0])
        firm = best.counts and best.is_near and score > 0 and FIRM & set(signs)
        soft = any(one.role != "-" or one.presence == "Planned" for one, _, _ in own)
        if best.counts and score > 0 and (firm or not soft):
            yield best.label


def tally(weights, texts):
    labels = [label for text in texts for label in returned(weights, text)]
    return labels.count("+"), labels.count("-"), labels.count("?"), sum(t["present"] for t in texts), sum(t["refused"] for t in texts)


def rows(weights, texts):
    """What to learn from: of a company that is there its best mention, of others all, each company with the same say."""
    for text in texts:
        companies = {}
        for one, signs in with_mates(weights, text["mentions"]):
            if one.counts:
                companies.setdefault(one.name, []).append((weigh(weights, signs), signs, one.label))
        for own in companies.values():
            if own[0][2] == "+":
                yield 1.0, max(own, key=lambda item: item[0])[1], 1.0
            else:
                for _, signs, _ in own:
                    yield 0.0, signs, 1.0 / math.sqrt(len(own))


def fit(texts, names, start):
    weights = dict(start)
    for _ in range(4):
        data = list(rows(weights, texts))
        first, second, rate = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0), 0.08
        for step in range(1, STEPS + 1):
            slope = {name: (0.0 if name == "base" else SMOOTHING * len(data) * (weights[name] - start[name]) / 4) for name in names}
            for label, signs, share in data:
                error = share * (1 / (1 + math.exp(-max(-30.0, min(30.0, weigh(weights, signs))))) - label)
                for sign in signs:
                    slope[sign] += error
            for name in names:
                first[name] = 0.9 * first[name] + 0.1 * slope[name]
                second[name] = 0.99 * second[name] + 0.01 * slope[name] ** 2
                weights[name] -= rate * (first[name] / (1 - 0.9**step)) / (math.sqrt(second[name] / (1 - 0.99**step)) + 1e-8)
                if name in FOR:
                    weights[name] = max(weights[name], 0.05)
                if name in AGAINST:
                    weights[name] = min(weights[name], -0.05)
    return weights


def moved(weights, by):
    return {**weights, "base": weights["base"] + by}


def crossed(texts, names, start):
    """Pairs of weights and the texts that they were not fitted to."""
    order = list(range(len(texts)))
    random.Random(7).shuffle(order)
    for fold in range(FOLDS):
        held = set(order[fold::FOLDS])
        yield fit([t for at, t in enumerate(texts) if at not in held], names, start), [texts[at] for at in sorted(held)]


def main():
    texts = read(sys.argv[1])
    names = sorted({sign for text in texts for one in text["mentions"] for sign in one.signs} | {"mate"})
    start = {name: 0.5 if name in FOR else -0.5 for name in names}
    start["base"] = -2.0
    start.update((name, float(weight)) for name, weight in (line.split() for line in KNOWN.open() if not line.startswith("#")))
    folds, chosen = list(crossed(texts, names, start)), None
    print("shift  precision  recall  leaks")
    for tenth in range(10, -31, -2):
        counts = [sum(column) for column in zip(*(tally(moved(weights, tenth / 10), held) for weights, held in folds))]
        right, leaks, wrong, present, refused = counts
        precision = right / max(1, right + leaks + wrong)
        print(f"{tenth / 10:5.1f}  {precision:9.3f}  {right / present:6.3f}  {leaks} of {refused}")
        if chosen is None and precision >= LEAST_PRECISION and leaks <= MOST_LEAKS * refused:
            chosen = tenth / 10
    weights = moved(fit(texts, names, start), (chosen if chosen is not None else -3.0) - MARGIN)
    print("chosen", chosen, "on all texts", tally(weights, texts))
    print(" ".join(f"{name} {weights[name]:.1f}" for name in names))
    if len(sys.argv) > 2:
        head = [line for line in open(sys.argv[2], encoding="utf-8") if line.startswith("#")]
        lines = [f"{name} {round(weights[name], 1) or (0.1 if weights[name] > 0 else -0.1)}\n" for name in ["base", *(n for n in names if n != "base")]]
        open(sys.argv[2], "w", encoding="utf-8").writelines(head + lines)


main()
