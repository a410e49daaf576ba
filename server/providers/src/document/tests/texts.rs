use super::*;

fn headings(document: &Document) -> Vec<(u8, &str)> {
    document.sections.iter().map(|section| (section.level, &*section.heading)).collect()
}

#[test]
fn markdown_is_cut_at_its_headings() {
    let text = "---\ntitle: Rules\n---\nBefore.\n\n# One\ntext\n\n```\n# no heading\n```\n\nTwo\n===\n| a | b |\n|---|---|\n\n## Two and a half ##\nend\n";
    let document = read_document("rules.md", text.as_bytes());
    assert_eq!(headings(&document), [(0, ""), (1, "One"), (1, "Two"), (2, "Two and a half")]);
    assert_eq!(document.title.as_deref(), Some("Rules"));
    has(&document.content(), &["Before.", "# One", "# no heading", "Two\n===\n| a | b |\n|---|---|", "## Two and a half", "end"]);
}

#[test]
fn markdown_stays_as_it_was_written() {
    for text in [
        "# One\ntext\n\nA VIP customer  \nspends more.\n\n\n## Two ##\n\nlast",
        "first\n\nTwo\n===\n\n- a\n-----\n   \n---\n##\nend\n",
        "~~~\nOne\n===\n# no heading\n~~~\n---\nafter\n",
    ] {
        assert_eq!(read_document("a.md", text.as_bytes()).content(), text);
    }
    let text = "first\n\nTwo\n===\n\n- a\n-----\n   \n---\n##\nend\n";
    assert_eq!(headings(&read_document("a.md", text.as_bytes())), [(0, ""), (1, "Two")]);
    assert_eq!(read_document("a.md", b"---\ntitle: T\n---\nwords\r\n\r\nmore").content(), "words\n\nmore");
}

#[test]
fn texts_of_any_encoding_are_read() {
    let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain("größer".encode_utf16().flat_map(u16::to_le_bytes)).collect();
    for (bytes, wanted) in [
        ("größer".as_bytes(), "größer"),
        (&b"\xef\xbb\xbfgr\xc3\xb6\xc3\x9fer"[..], "größer"),
        (&b"Die Stra\xdfe ist gr\xf6\xdfer als die andere, sagt man f\xfcr gew\xf6hnlich."[..], "Straße ist größer"),
        (&utf16, "größer"),
        // Shift JIS: the name, the age, the address.
        (&b"\x96\xbc\x91O,\x94N\x97\xee,\x8fZ\x8f\x8a\n\x8d\xb2\x93\xa1\x91\xbe\x98Y,30,\x93\x8c\x8b\x9e\n"[..], "佐藤太郎"),
    ] {
        let document = read_document("a.txt", bytes);
        assert!(document.content().contains(wanted), "{}", document.content());
    }
}

#[test]
fn csv_becomes_a_table_by_whatever_separates_it() {
    for (name, text) in [
        ("a.csv", "name,town\nAda,\"London, UK\"\n"),
        ("a.csv", "name;town\nAda;London, UK\n"),
        ("a.tsv", "name\ttown\nAda\tLondon, UK\n"),
    ] {
        assert_eq!(
            read_document(name, text.as_bytes()).content(),
            "| name | town |\n| --- | --- |\n| Ada | London, UK |\n",
            "{text}"
        );
    }
    has(&read_document("a.csv", b"a,b\n1|2,\"x\ny\"\n").content(), &["| 1\\|2 | x y |"]);
}

#[test]
fn html_is_read_without_what_surrounds_it() {
    let page =
        "<!doctype html><html><head><title>The page</title><style>p{}</style><script>var x = '<p>no</p>';</script></head><body>
        <nav>Home About</nav><div style='display: none'>hidden</div>
        <h1>Head &amp; line</h1><p>One <b>bold</b> word,\n and <a href='/x'>a link</a>.<p>Second<br>line</p>
        <ul><li>first<ul><li>inner</li></ul></li><li>last</li></ul><ol><li>one<li>two</ol>
        <table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2 <i>x</i></td></tr></table>
        <pre>keep\n  this</pre><footer>Imprint</footer></body></html>";
    let document = read_document("page.html", page.as_bytes());
    assert_eq!(document.title.as_deref(), Some("The page"));
    let text = document.content();
    has(
        &text,
        &[
            "# Head & line", "One bold word, and a link.", "Second\nline", "* first", "  * inner", "* last", "1. one", "2. two",
            "| A | B |", "| 1 | 2 x |", "keep\n  this",
        ],
    );
    for unwanted in ["Home", "hidden", "no</p>", "Imprint", "p{}"] {
        assert!(!text.contains(unwanted), "{unwanted}: {text}");
    }
    has(&read_document("odd.html", b"<p>&lt;tag&gt; &eacute; <p>unclosed <b>x").content(), &["<tag> é", "unclosed x"]);
    has(&read_document("short", b"<html><body><nav>only this</nav></body></html>").content(), &["only this"]);
}

#[test]
fn json_notebooks_and_feeds_are_read() {
    has(&read_document("a.json", b"{\"id\": \"x-1\"}").content(), &["```json", "{\"id\": \"x-1\"}"]);
    has(&read_document("a.jsonl", b"{\"a\":1}\n{\"a\":2}\n").content(), &["{\"a\":2}"]);
    assert!(matches!(read("a.json", b"{\"a\": "), Err(DocumentFault::Damaged(_))));
    let notebook = r##"{"nbformat":4,"metadata":{},"cells":[
        {"cell_type":"markdown","source":["# Study\n","words"]},
        {"cell_type":"code","source":"print(1)","outputs":[{"output_type":"stream","text":["1\n"]}]}]}"##;
    let document = read_document("study.ipynb", notebook.as_bytes());
    assert_eq!((&*document.format, document.title.as_deref()), ("ipynb", Some("Study")));
    has(&document.content(), &["# Study", "words", "```python\nprint(1)\n```", "```\n1\n```"]);
    let feed = "<?xml version='1.0'?><rss><channel><title>News</title><item><title>First &amp; best</title><description>&lt;p&gt;Some &lt;b&gt;text&lt;/b&gt;&lt;/p&gt;</description></item></channel></rss>";
    let document = read_document("feed.xml", feed.as_bytes());
    has(&document.content(), &["# News", "## First & best", "Some text"]);
}

#[test]
fn a_book_is_read_in_its_order() {
    let chapter =
        |title: &str, text: &str| format!("<html><head><title>x</title></head><body><h1>{title}</h1><p>{text}</p></body></html>");
    let (first, second) = (chapter("Chapter 1", "It <i>begins</i>."), chapter("Chapter 2", "It ends."));
    let package = "<package><metadata><dc:title>The Book</dc:title><dc:creator>A. Author</dc:creator><dc:description>About it</dc:description></metadata>
        <manifest><item id='b' href='text/two.xhtml'/><item id='a' href='text/one%20first.xhtml'/></manifest>
        <spine><itemref idref='a'/><itemref idref='b'/></spine></package>";
    let bytes = zipped(&[
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", "<container><rootfiles><rootfile full-path='OEBPS/content.opf'/></rootfiles></container>"),
        ("OEBPS/content.opf", package),
        ("OEBPS/text/two.xhtml", &second),
        ("OEBPS/text/one first.xhtml", &first),
    ]);
    let document = read_document("book.epub", &bytes);
    assert_eq!((document.title.as_deref(), document.description.as_deref()), (Some("The Book"), Some("About it")));
    has(&document.content(), &["**Authors:** A. Author", "# Chapter 1", "It begins.", "# Chapter 2", "It ends."]);
}

#[test]
fn an_archive_of_documents_is_one_document() {
    let bytes = zipped(&[
        ("a.md", "# A\n\nfirst"),
        ("folder/b.txt", "second"),
        ("picture.png", "\u{89}PNG"),
        (".hidden", "x"),
        ("__MACOSX/a.md", "y"),
    ]);
    let document = read_document("all.zip", &bytes);
    has(&document.content(), &["# a.md", "# A", "first", "# folder/b.txt", "second"]);
    assert!(!document.content().contains("hidden"));
}

#[test]
fn rich_text_gives_headings_tables_and_every_sign() {
    let text = r"{\rtf1\ansi\ansicpg1250\uc1{\fonttbl{\f0 Arial;}}{\stylesheet{\s0 Normal;}{\s1 heading 1;}}{\*\generator Word;}
{\info{\title Secret}}\pard\s1 Prices\par\pard It\rquote s \u8364?20 for {\b Kl\'e1ra}.{\v hidden}\par
\pard\intbl Name\cell Price\cell\row\intbl Lamp\par big\cell 3\cell\row\pard\outlinelevel1 Terms\par\pard Net \{30\}{\pict 89504e47}\par}";
    let document = read_document("a.rtf", text.as_bytes());
    assert_eq!((document.format.as_str(), headings(&document)), ("rtf", vec![(1, "Prices"), (2, "Terms")]));
    let text = document.content();
    has(&text, &["It’s €20 for Klára.", "| Name | Price |", "Lamp", "Net {30}"]);
    assert!(
        !text.contains("hidden") && !text.contains("Secret") && !text.contains("Arial") && !text.contains("89504e47"),
        "{text}"
    );
    let deep = format!("{{\\rtf1 {}", "{".repeat(100_000));
    assert!(matches!(read("a.rtf", deep.as_bytes()), Err(DocumentFault::Damaged(_))));
    assert_eq!(read("a.rtf", b"{\\rtf1}"), Err(DocumentFault::NoWords));
    for end in 0..text.len() {
        drop(read("a.rtf", text.as_bytes().get(..end).unwrap_or_default()));
    }
}
