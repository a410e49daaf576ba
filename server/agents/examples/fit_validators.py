"""Fits what the built-in validators of briefs learn beside their rules to labelled texts: logistic regression, checked on trades left out.

cargo test -p agents prints_the_signs -- --ignored --nocapture > signs.txt
python3 server/agents/examples/fit_validators.py signs.txt [server/agents/src/opportunities/rules/validate/words/weights.txt]

The signs are those of the texts in `src/opportunities/rules/validate/tests/labelled` and of its cases. Only the second argument
writes; without it the figures are printed. The same signs give the same weights, and the file names the signs that it was fitted to.
"""
import math, random, sys

FOLDS, ROUNDS, RATE = 5, 30, 0.1
# How much a weight may grow, for each check; and in how many trades a sign has to be to be weighed at all.
SMOOTHING = 0.0015
LEAST_TRADES = 3
# A smaller weight is none.
LEAST_WEIGHT = 0.03
# A text is rejected where at most this part of the good ones weighs as much. That holds however many are good. Rules miss most of the
# solutions, and texts of every author gain by more of them.
DOUBT = {"no_surface": 0.01, "several_issues": 0.01, "solution_for_problem": 0.05}
# Trades of the texts that have as many good ones as life has.
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
    # What a rule finds is rejected anyhow: it is there for the figures only.
    return {sign for sign, of in trades.items() if len(of) >= LEAST_TRADES and not sign.startswith("rule ")}


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


def crossed(rows, check):
    """Scores of texts by weights that were fitted without their trades."""
    trades = sorted({trade for trade, _, _ in rows if trade != "cases"})
    random.Random(7).shuffle(trades)
    for fold in range(FOLDS):
        held = set(trades[fold::FOLDS])
        weights = fit([row for row in rows if row[0] not in held], check)
        yield from ((weigh(weights, row[2]), row) for row in rows if row[0] in held)


def surest(scored, check):
    """The score that hardly a good text reaches, be it of the natural ones or of the others."""
    def reached(is_natural):
        good = [score for score, row in scored if not row[1][check] and row[0].startswith(NATURAL) == is_natural]
        return sorted(good)[-1 - int(len(good) * DOUBT[check])]
    return max(reached(True), reached(False))


def measure(found):
    """F1 of what is found by what fails."""
    found = list(found)
    return 2 * sum(one and other for one, other in found) / max(1, sum(one + other for one, other in found))


def hash_signs(path):
    """FNV-1a, as the test of the weights has it."""
    lines = [line.rstrip("\n").split("SIGNS\t", 1)[1] for line in open(path, encoding="utf-8") if "SIGNS\t" in line]
    value = 0xCBF29CE484222325
    for byte in "\n".join(lines).encode():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def main():
    rows, lines = read(sys.argv[1]), []
    checks = sorted({check for _, labels, _ in rows for check in labels})
    for check in checks:
        own = [row for row in rows if check in row[1]]
        scored = list(crossed(own, check))
        least = surest(scored, check)
        weights = fit(own, check)
        weights["base"] -= least
        kept = {sign: weight for sign, weight in weights.items() if abs(weight) >= LEAST_WEIGHT}
        natural = [(score, row) for score, row in scored if row[0].startswith(NATURAL)]
        by_rule = measure((f"rule {check}" in row[2], row[1][check]) for _, row in natural)
        by_both = measure((f"rule {check}" in row[2] or score > least, row[1][check]) for score, row in natural)
        print(f"{check:22} F1 on natural trades left out: {by_rule:.2f} by rules, {by_both:.2f} with {len(kept)} signs above {least:.1f}")
        lines += [f"{check} {sign} {kept[sign]:.2f}\n" for sign in sorted(kept)]
    if len(sys.argv) > 2:
        head = f"# Fitted by server/agents/examples/fit_validators.py to the signs {hash_signs(sys.argv[1])}: check, sign, weight in natural\n"
        head += "# logarithms of odds. Above 0 a check fails.\n"
        open(sys.argv[2], "w", encoding="utf-8").writelines([head, *lines])


if __name__ == "__main__":
    main()
