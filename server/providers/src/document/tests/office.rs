use super::*;

const W: &str =
    "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main' xmlns:r='r' xmlns:m='m' xmlns:a='a' xmlns:c='c'";

fn relations(entries: &[(&str, &str, &str)]) -> String {
    let one = |(id, kind, target): &(&str, &str, &str)| {
        let mode = if target.contains("://") { " TargetMode='External'" } else { "" };
        format!("<Relationship Id='{id}' Type='http://x/relationships/{kind}' Target='{target}'{mode}/>")
    };
    format!("<Relationships>{}</Relationships>", entries.iter().map(one).collect::<String>())
}

fn word(body: &str, more: &[(&str, &str)], links: &[(&str, &str, &str)]) -> Document {
    let text = format!("<w:document {W}><w:body>{body}</w:body></w:document>");
    let of_text = relations(links);
    let mut files = vec![("word/document.xml", &*text), ("word/_rels/document.xml.rels", &*of_text)];
    files.extend_from_slice(more);
    read_document("a.docx", &zipped(&files))
}

fn paragraph(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

#[test]
fn word_gives_headings_lists_and_tables() {
    let styles = "<w:styles><w:style w:styleId='H'><w:name w:val='heading 2'/></w:style><w:style w:styleId='Mine'><w:name w:val='Mine'/><w:basedOn w:val='H'/></w:style></w:styles>";
    let styled =
        |style: &str, text: &str| format!("<w:p><w:pPr><w:pStyle w:val='{style}'/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>");
    let item = "<w:p><w:pPr><w:numPr><w:ilvl w:val='1'/></w:numPr></w:pPr><w:r><w:t>inner</w:t></w:r></w:p>";
    let cell = |text: &str, more: &str| format!("<w:tc><w:tcPr>{more}</w:tcPr>{}</w:tc>", paragraph(text));
    let table = format!(
        "<w:tbl><w:tr>{}{}</w:tr><w:tr>{}</w:tr></w:tbl>",
        cell("A", ""),
        cell("B|b", ""),
        cell("both", "<w:gridSpan w:val='2'/>")
    );
    let body =
        format!("{}{}{}{item}{table}{}", paragraph("Before"), styled("H", "Head"), styled("Mine", "Of mine"), paragraph("After"));
    let document = word(&body, &[("word/styles.xml", styles)], &[]);
    has(&document.content(), &["Before", "## Head", "## Of mine", "  * inner", "| A | B\\|b |", "| both |", "After"]);
    assert_eq!(document.sections.len(), 3);
}

#[test]
fn word_gives_what_hangs_on_the_text() {
    let body = "<w:p><w:r><w:t>Half</w:t></w:r><w:r><w:t xml:space='preserve'> a word</w:t><w:tab/><w:t>x</w:t><w:br/><w:t>y &amp; &#252;</w:t></w:r>
        <w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins>
        <w:hyperlink r:id='h'><w:r><w:t>linked</w:t></w:r></w:hyperlink><w:r><w:footnoteReference w:id='2'/></w:r>
        <w:r><w:pict><w:txbxContent><w:p><w:r><w:t>In a box</w:t></w:r></w:p></w:txbxContent></w:pict></w:r></w:p>
        <w:sdt><w:sdtContent><w:p><w:r><w:t>Controlled</w:t></w:r></w:p></w:sdtContent></w:sdt>
        <w:p><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></w:p>";
    let document = word(
        body,
        &[
            ("word/header1.xml", "<w:hdr><w:p><w:r><w:t>On top</w:t></w:r></w:p></w:hdr>"),
            ("word/footer1.xml", "<w:ftr><w:p><w:r><w:t>Below</w:t></w:r></w:p></w:ftr>"),
            (
                "word/footnotes.xml",
                "<w:footnotes><w:footnote w:type='separator' w:id='0'><w:p/></w:footnote><w:footnote w:id='2'><w:p><w:r><w:t>A note</w:t></w:r></w:p></w:footnote></w:footnotes>",
            ),
            (
                "word/comments.xml",
                "<w:comments><w:comment w:id='1' w:author='Ada'><w:p><w:r><w:t>Really?</w:t></w:r></w:p></w:comment></w:comments>",
            ),
            (
                "docProps/core.xml",
                "<p><dc:title>A title</dc:title><cp:keywords>one, two</cp:keywords><dcterms:modified>2024-01-15T10:30:00Z</dcterms:modified></p>",
            ),
        ],
        &[
            ("r1", "header", "header1.xml"),
            ("r2", "footer", "footer1.xml"),
            ("r3", "footnotes", "footnotes.xml"),
            ("r4", "comments", "comments.xml"),
            ("h", "hyperlink", "file:///etc/passwd"),
            ("i", "image", "http://169.254.169.254/latest"),
        ],
    );
    let text = document.content();
    has(
        &text,
        &[
            "On top", "Half a word\tx\ny & ü", "new", "linked", "[^2]", "In a box", "Controlled", "$\\frac{a}{b}$",
            "[footnote 2] A note", "[comment 1 by Ada] Really?", "Below",
        ],
    );
    assert!(!text.contains("gone") && !text.contains("passwd") && !text.contains("169.254"), "{text}");
    assert_eq!((document.title.as_deref(), document.tags.len()), (Some("A title"), 2));
    assert_eq!(document.last_updated.map(Timestamp::to_rfc3339).as_deref(), Some("2024-01-15T10:30:00.000Z"));
}

#[test]
fn slides_give_their_texts_tables_charts_and_notes() {
    let shape = |kind: &str, y: u32, text: &str| {
        format!(
            "<p:sp><p:nvSpPr><p:cNvPr id='1' descr='A drawing'/><p:nvPr>{kind}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x='1' y='{y}'/></a:xfrm></p:spPr><p:txBody><a:p>{text}</a:p></p:txBody></p:sp>"
        )
    };
    let run = |text: &str| format!("<a:r><a:t>{text}</a:t></a:r>");
    let table = "<p:graphicFrame><p:xfrm><a:off x='1' y='50'/></p:xfrm><a:graphic><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Q</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>Z</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphic></p:graphicFrame>";
    let chart =
        "<p:graphicFrame><p:xfrm><a:off x='1' y='60'/></p:xfrm><a:graphic><c:chart r:id='c1'/></a:graphic></p:graphicFrame>";
    let group = format!(
        "<p:grpSp><p:grpSpPr><a:xfrm><a:off x='1' y='5'/></a:xfrm></p:grpSpPr>{}</p:grpSp>",
        shape("", 900, &run("Grouped"))
    );
    let slide = format!(
        "<p:sld><p:cSld><p:spTree>{}{}{group}{table}{chart}{}</p:spTree></p:cSld></p:sld>",
        shape("", 20, &format!("{}<a:br/>{}<a:br/>{}", run("one "), run("two"), run("three"))),
        shape("", 10, &run("above")),
        shape("<p:ph type='title'/>", 99, &run("The title"))
    );
    let chart_part = "<c:chartSpace><c:chart><c:title><a:t>Growth</a:t></c:title><c:ser><c:tx><c:pt><c:v>Sales</c:v></c:pt></c:tx><c:cat><c:pt><c:v>2003</c:v></c:pt></c:cat><c:val><c:pt><c:v>7.5</c:v></c:pt></c:val></c:ser></c:chart></c:chartSpace>";
    let of_slide = relations(&[("c1", "chart", "../charts/chart1.xml"), ("n", "notesSlide", "../notesSlides/n1.xml")]);
    let notes = format!(
        "<p:notes><p:cSld><p:spTree>{}{}</p:spTree></p:cSld></p:notes>",
        shape("<p:ph type='body'/>", 1, &run("Say this")),
        shape("<p:ph type='sldNum'/>", 1, &run("17"))
    );
    let bytes = zipped(&[
        ("ppt/presentation.xml", "<p:presentation><p:sldIdLst><p:sldId id='256' r:id='s1'/></p:sldIdLst></p:presentation>"),
        ("ppt/_rels/presentation.xml.rels", &relations(&[("s1", "slide", "slides/slide1.xml")])),
        ("ppt/slides/slide1.xml", &slide),
        ("ppt/slides/_rels/slide1.xml.rels", &of_slide),
        ("ppt/charts/chart1.xml", chart_part),
        ("ppt/notesSlides/n1.xml", &notes),
    ]);
    let text = read_document("a.pptx", &bytes).content();
    has(
        &text,
        &[
            "# The title", "Grouped", "above", "one two\nthree", "![A drawing]", "| Q | Z |", "Growth", "| Sales |",
            "| 2003 | 7.5 |", "### Notes:", "Say this",
        ],
    );
    assert!(!text.contains("17"), "{text}");
}

#[test]
fn sheets_give_days_as_days_and_numbers_as_numbers() {
    let styles = "<styleSheet><cellXfs count='2'><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs></styleSheet>";
    let sheet = "<worksheet><sheetData>
        <row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='inlineStr'><is><t>When</t></is></c><c r='C1' t='str'><v>Sum</v></c></row>
        <row r='2'><c r='A2'><v>3</v></c><c r='B2' s='1'><v>45306</v></c><c r='C2'><f>1+2</f><v>0.30000000000000004</v></c></row>
        <row r='4'><c r='A4' t='b'><v>1</v></c></row></sheetData></worksheet>";
    let bytes = zipped(&[
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", &relations(&[("w", "officeDocument", "xl/workbook.xml")])),
        ("xl/workbook.xml", "<workbook xmlns:r='r'><sheets><sheet name='Figures' sheetId='1' r:id='a'/></sheets></workbook>"),
        (
            "xl/_rels/workbook.xml.rels",
            &relations(&[
                ("a", "worksheet", "worksheets/sheet1.xml"),
                ("s", "sharedStrings", "sharedStrings.xml"),
                ("t", "styles", "styles.xml"),
            ]),
        ),
        ("xl/sharedStrings.xml", "<sst count='1'><si><t>Count</t></si></sst>"),
        ("xl/styles.xml", styles),
        ("xl/worksheets/sheet1.xml", sheet),
        (
            "xl/comments1.xml",
            "<comments><commentList><comment ref='A2'><text><r><t>Checked</t></r></text></comment></commentList></comments>",
        ),
    ]);
    let document = read_document("a.xlsx", &bytes);
    has(
        &document.content(),
        &["## Figures", "| Count | When | Sum |", "| 3 | 2024-01-15 | 0.3 |", "| TRUE |", "[comment A2] Checked"],
    );
    assert_eq!(document.sections[0].heading, "Figures");
}
