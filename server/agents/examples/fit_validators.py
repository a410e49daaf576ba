"""Fits the judges of the built-in validators of opportunities to labelled texts: logistic regression, checked on trades left out.

cargo test -p agents prints_the_signs -- --ignored --nocapture > signs.txt
python3 server/agents/examples/fit_validators.py signs.txt [server/agents/src/opportunities/rules/validate/words/weights.txt]

The signs are those of the texts in `src/opportunities/rules/validate/tests/labelled` and of its cases. Only the second argument
writes; without it the figures are printed.
"""
import math, random, sys

FOLDS, ROUNDS, RATE = 5, 30, 0.1
# How much a weight may grow, for each check; and in how many trades a sign has to be to be weighed at all.
SMOOTHING = 0.0015
LEAST_TRADES = 3
# A smaller weight is none.
LEAST_WEIGHT = 0.03
# Trades of the texts that have as many good ones as life has: they alone decide from which score a text is rejected.
NATURAL = "natural "


def read(path):
    """Rows of trade, labels and signs. Cases are of no trade, and are never left out."""
    rows = []
    for line in open(path, encoding="utf-8"):
        cells = line.rstrip("\n").split("\t")
        if cells[0].endswith("SIGNS"):
            labels = dict(label.rsplit("=", 1) for label in cells[2].split(","))
            rows.append((cells[1], {check: sign == "+" for check, sign in labels.items()}, sorted(set(cells[3:]))))
    return rows


def known(rows):
    trades = {}
    for at, (trade, _, signs) in enumerate(rows):
        for sign in signs:
            # Each case is by itself.
            trades.setdefault(sign, set()).add(trade if trade != "cases" else at)
    return {sign for sign, of in trades.items() if len(of) >= LEAST_TRADES}


def fit(rows, check):
    """Steps by one text after the other, each sign with a rate of its own that falls the more it has learned."""
    names = known(rows)
    data = [(rows[at][1][check], [sign for sign in rows[at][2] if sign in names]) for at in range(len(rows))]
    weights, learned = {"base": -1.0}, {}
    order = random.Random(7)
    for _ in range(ROUNDS):
        order.shuffle(data)
        for fails, signs in data:
            score = weights["base"] + sum(weights.get(sign, 0.0) for sign in signs)
            error = 1 / (1 + math.exp(-max(-30.0, min(30.0, score)))) - fails
            for sign in ["base", *signs]:
                weight = weights.get(sign, 0.0)
                slope = error + (0.0 if sign == "base" else SMOOTHING * weight)
                learned[sign] = learned.get(sign, 1e-6) + slope * slope
                weights[sign] = weight - RATE * slope / math.sqrt(learned[sign])
    return weights


def weigh(weights, signs):
    return weights["base"] + sum(weights.get(sign, 0.0) for sign in signs)


def best(scored):
    """The score from which rejecting has the highest F1, with that F1."""
    failing, hits, chosen = sum(fails for _, fails in scored), 0, (0.0, 0.0)
    ordered = sorted(scored, reverse=True)
    for found, (score, fails) in enumerate(ordered, 1):
        hits += fails
        value = 2 * hits / (found + failing)
        behind = ordered[found][0] if found < len(ordered) else score - 1
        chosen = max(chosen, (value, (score + behind) / 2))
    return chosen


def crossed(rows, check):
    """Scores of the natural texts by weights that were fitted without their trades."""
    trades = sorted({trade for trade, _, _ in rows if trade.startswith(NATURAL)})
    random.Random(7).shuffle(trades)
    for fold in range(FOLDS):
        held = set(trades[fold::FOLDS])
        weights = fit([row for row in rows if row[0] not in held], check)
        yield from ((weigh(weights, signs), labels[check]) for trade, labels, signs in rows if trade in held)


def main():
    rows, lines = read(sys.argv[1]), []
    checks = sorted({check for _, labels, _ in rows for check in labels})
    for check in checks:
        own = [row for row in rows if check in row[1]]
        scored = list(crossed(own, check))
        highest, least = best(scored)
        weights = fit(own, check)
        weights["base"] -= least
        kept = {sign: weight for sign, weight in weights.items() if abs(weight) >= LEAST_WEIGHT}
        print(f"{check:22} {len(own)} texts, F1 on natural trades left out {highest:.2f} above {least:.1f}, {len(kept)} signs")
        lines += [f"{check} {sign} {kept[sign]:.2f}\n" for sign in sorted(kept)]
    if len(sys.argv) > 2:
        head = [line for line in open(sys.argv[2], encoding="utf-8") if line.startswith("#")]
        open(sys.argv[2], "w", encoding="utf-8").writelines(head + lines)


if __name__ == "__main__":
    main()
