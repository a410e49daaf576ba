//! Whether a message is written in another language than English: by the small words of some, or by the script.

use crate::interview::rules::understand::text::{Shape, Text};

/// Small words that are no English ones, language by language.
const SMALL: &[&[&str]] = &[
    &[
        "ich", "nicht", "das", "und", "wir", "ist", "ein", "eine", "einen", "der", "mit", "für", "fuer", "auf", "verstehe",
        "sie", "sind", "haben", "habe", "wie", "kann", "bitte", "noch", "weiß", "weiss", "kein", "keine", "unsere", "unser",
        "mein", "meine", "zu", "im", "den", "dem", "von", "aber", "auch", "nur", "ja", "nein", "was", "bin", "oder", "sehr",
        "über", "uns", "es", "verkaufen", "machen", "gibt", "danke", "warum", "können", "möchte", "sprechen", "deutsch",
    ],
    &[
        "je", "nous", "vous", "ne", "pas", "est", "les", "des", "une", "le", "la", "et", "pour", "avec", "dans", "sur", "c'est",
        "que", "qui", "mais", "j'ai", "un", "du", "au", "aux", "notre", "nos", "mon", "ma", "mes", "il", "elle", "ils", "sont",
        "comprends", "sais", "oui", "merci", "pourquoi", "plus", "très", "vendons", "parlez", "français", "quoi", "n'ai", "d'un",
    ],
    &[
        "los", "las", "una", "por", "para", "con", "que", "es", "nosotros", "somos", "está", "pero", "muy", "el", "la", "un",
        "del", "al", "lo", "se", "mi", "mis", "nuestro", "nuestra", "nuestros", "no", "sí", "entiendo", "sé", "gracias", "qué",
        "cómo", "vendemos", "tenemos", "también", "y", "de", "en", "hablo", "español", "su",
    ],
    &[
        "il", "lo", "gli", "una", "per", "con", "che", "è", "siamo", "non", "sono", "abbiamo", "ma", "molto", "della", "del",
        "di", "la", "le", "un", "mio", "nostro", "nostra", "capisco", "grazie", "perché", "cosa", "vendiamo", "anche", "e", "i",
    ],
    &[
        "os", "as", "uma", "por", "para", "com", "que", "é", "nós", "somos", "está", "mas", "muito", "não", "nao", "um", "do",
        "da", "dos", "das", "meu", "minha", "nosso", "nossa", "entendo", "obrigado", "obrigada", "sei", "vendemos", "temos", "e",
        "o", "em", "você",
    ],
    &[
        "ik", "niet", "het", "een", "en", "wij", "zijn", "voor", "met", "van", "maar", "ook", "geen", "mijn", "onze", "begrijp",
        "dank", "waarom", "weet", "verkopen", "hebben", "naar", "zeer", "dit", "wat", "de", "u", "jullie",
    ],
];
/// Small words of English; where they are as many, it is English.
const ENGLISH: &[&str] = &[
    "the", "and", "is", "we", "our", "to", "of", "i", "are", "for", "you", "it", "my", "that", "with", "they", "have", "not",
    "don't", "what", "this", "be", "at", "from", "or", "but", "can", "do", "a", "an", "your", "by", "would", "i'm", "it's", "on",
];
/// So many letters of a script that English is not written in are no name.
const LETTERS: usize = 6;

pub(super) fn is_foreign(text: &Text<'_>) -> bool {
    let words: Vec<&str> =
        (0..text.words.len().min(200)).filter(|&at| text.words[at].shape == Shape::Letters).map(|at| text.word(at)).collect();
    let letters = || words.iter().flat_map(|word| word.chars()).filter(|one| one.is_alphabetic());
    let foreign = letters().filter(|one| !is_latin(*one)).count();
    if foreign >= LETTERS && foreign * 10 > letters().count() * 9 {
        return true;
    }
    let own = words.iter().filter(|word| ENGLISH.contains(word)).count();
    let most = SMALL.iter().map(|small| {
        let mut found: Vec<&str> = words.iter().copied().filter(|word| small.contains(word)).collect();
        found.sort_unstable();
        found.dedup();
        found.len()
    });
    let most = most.max().unwrap_or(0);
    // "El Corte" and "La Vie" are names: a sentence has more small words than one, and few others.
    most >= 2 && most > own && most * 3 >= words.len() && words.len() > 2
}

const fn is_latin(one: char) -> bool {
    matches!(one, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{2c60}'..='\u{2c7f}' | '\u{a720}'..='\u{a7ff}' | '\u{ab30}'..='\u{ab6f}' | '\u{fb00}'..='\u{fb06}')
}
