"""Groups the commonest words of the static embedding by meaning: k-means on the directions of their vectors. Needs numpy.

python3 server/agents/examples/group_words.py data/models/potion-base-8M server/agents/src/opportunities/rules/validate/words/kin.txt

The validators weigh groups beside words, so that a word that no labelled text has is judged like those near it. They need the file
only, not the model. After it has changed, the weights have to be fitted again (`fit_validators.py`).
"""
import json, struct, sys
import numpy

WORDS, GROUPS, ROUNDS = 14_000, 250, 30


def read(folder):
    with open(f"{folder}/model.safetensors", "rb") as file:
        length = struct.unpack("<Q", file.read(8))[0]
        about = next(part for name, part in json.loads(file.read(length)).items() if name != "__metadata__")
        begin, end = about["data_offsets"]
        file.seek(8 + length + begin)
        vectors = numpy.frombuffer(file.read(end - begin), dtype="<f4").reshape(about["shape"])
    vocabulary = json.load(open(f"{folder}/tokenizer.json", encoding="utf-8"))["model"]["vocab"]
    # The vocabulary is in the order of frequency.
    plain = [word for word in vocabulary if word.isascii() and word.isalpha() and word.islower() and len(word) > 2]
    words = sorted(plain, key=vocabulary.get)[:WORDS]
    chosen = vectors[[vocabulary[word] for word in words]]
    return words, chosen / numpy.linalg.norm(chosen, axis=1, keepdims=True)


def main():
    words, vectors = read(sys.argv[1])
    centres = vectors[numpy.random.default_rng(7).choice(len(words), GROUPS, replace=False)].copy()
    for _ in range(ROUNDS):
        nearest = (vectors @ centres.T).argmax(1)
        for group in set(nearest):
            centre = vectors[nearest == group].mean(0)
            centres[group] = centre / numpy.linalg.norm(centre)
    groups = [[word for word, at in zip(words, nearest) if at == group] for group in range(GROUPS)]
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.writelines(" ".join(group) + "\n" for group in sorted(groups) if group)


if __name__ == "__main__":
    main()
