//! Truthful short answers to questions about the product itself.

use super::plain::plain;

/// What a question is about, by words that stand in it: one of each list, in the order of the lists.
struct About {
    all: &'static [&'static [&'static str]],
    answer: &'static str,
}

const ABOUT: &[About] = &[
    About {
        all: &[&[
            "human", "robot", "a bot", "a machine", "real person", "an ai", "a computer", "a person", "artificial", "chatgpt",
            "who am i talking", "who are you", "what are you",
        ]],
        answer: "I am a program that asks and takes notes, not a person.",
    },
    About {
        all: &[
            &["saved", "stored", "kept", "lost", "save ", "remember", "keep "],
            &["this", "that", "it", "answers", "everything", "data", "progress", "i said", "say", "far", "conversation", "my "],
        ],
        answer: "Every answer is saved as soon as you send it; you can leave at any time and continue from here.",
    },
    About {
        all: &[
            &[
                "who reads", "who sees", "who can see", "who can read", "who gets", "who has access", "who will see",
                "who will read", "who else", "who looks", "what happens", "what do you do with", "what will you do with",
                "what are you doing with", "where do my", "where does", "where is my", "private", "confidential", "privacy",
                "data protection", "gdpr", "share", "shared", "sell my", "train", "anonymous", "secure", "safe",
            ],
            &["answer", "data", "this", "that", "it", "information", "i say", "i tell", "conversation", "interview", "my "],
        ],
        answer: "Your answers are kept on the server that this page comes from; you and its administrators can read them. They go to a language model or a search service only if one was set up here, and the page shows which engine answers.",
    },
    About {
        all: &[
            &["upload", "attach", "send you", "add a", "give you", "share a", "drop a", "import", "paste"],
            &[
                "document", "file", "pdf", "deck", "spreadsheet", "excel", "picture", "photo", "image", "link", "slides",
                "report", "presentation", "word doc",
            ],
        ],
        answer: "Not in this conversation; documents and tables can be added to a project, on the page “Projects”.",
    },
    About {
        all: &[&[
            "what language", "which language", "in german", "in french", "in spanish", "auf deutsch", "speak german",
            "speak french", "speak spanish", "other language", "another language", "languages", "my own language",
            "speak english", "in english", "in dutch", "in italian", "in portuguese",
        ]],
        answer: "I understand English.",
    },
    About {
        all: &[&[
            "what is this for", "what's this for", "what is this about", "what's this about", "what is the purpose",
            "what's the purpose", "what is the point of this", "what do i get", "what comes out", "what happens next",
            "what happens at the end", "what happens after", "how does this work", "how does it work", "what can you do",
            "what should i do", "what do i do",
        ]],
        answer: "I ask one thing at a time and note what you say and how certain it is; at the end you get a summary of what is known and what is still open.",
    },
    About {
        all: &[&[
            "can i change", "may i change", "can i edit", "can i correct", "how do i change", "how do i correct",
            "how can i change", "can i go back", "can i undo",
        ]],
        answer: "You can correct anything at any time: tell me here, or change it in the list beside our conversation.",
    },
    About {
        all: &[&[
            "can i stop", "may i stop", "can i pause", "stop any time", "can i leave", "can i continue later", "can i come back",
        ]],
        answer: "You can stop at any time; everything is kept, and you can pick up where you left off.",
    },
    About {
        all: &[
            &[
                "if i don't know", "if i do not know", "if i'm not sure", "if i am not sure", "what if i have",
                "what if there are", "do i have to", "do i need to", "must i ", "am i allowed", "may i ", "can i ",
                "is it mandatory", "is this mandatory", "is that mandatory", "is it optional", "is this optional",
                "how detailed", "how exact", "how precise", "be exact", "how should i", "right answer",
            ],
            &[
                "answer", " say", " tell", " name ", "fill", "question", "exact", "detailed", "precise", "know", "not sure",
                "this ", "that ", "mandatory", "optional", "what if",
            ],
        ],
        answer: "Say it in your own words, as roughly or as exactly as you like; “I don't know”, “skip” and “later” are fine too.",
    },
];

pub(super) fn answer(said: &str) -> Option<&'static str> {
    let said = format!("{} ", plain(said, 300).to_lowercase().replace('’', "'").replace('?', " ?"));
    ABOUT.iter().find(|about| about.all.iter().all(|any| any.iter().any(|one| said.contains(one)))).map(|about| about.answer)
}
