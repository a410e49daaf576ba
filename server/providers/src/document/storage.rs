//! The storage format of Confluence (XHTML with macros) in sections: headings, paragraphs, lists, tables, code, what stands in panels.

use super::{
    DocumentFault,
    writer::Writer,
    xml::{self, Element, Node},
};
use domain::tools::catalog::Section;

/// Where a line ends that somebody ended; other line ends are spaces.
const BREAK: char = '\u{2028}';
const WIDEST_SPAN: usize = 50;
/// What holds blocks or is one, without a form of its own.
const BLOCKS: &[&str] = &[
    "p", "div", "section", "blockquote", "hr", "dl", "dt", "dd", "layout", "layout-section", "layout-cell", "rich-text-body",
    "task-list", "adf-content",
];
/// What is not for readers.
const HIDDEN: &[&str] = &[
    "parameter", "placeholder", "task-id", "task-uuid", "adf-attribute", "adf-mark", "adf-fallback", "script", "style",
    "colgroup", "default-parameter",
];

/// # Errors
/// It is no XML from its beginning, or nests beyond measure.
pub(crate) fn sections(storage: &str) -> Result<Vec<Section>, DocumentFault> {
    if storage.trim().is_empty() {
        return Ok(Vec::new());
    }
    let tree = xml::parse_text(&format!("<page>{storage}</page>"))?;
    let mut page = Page::default();
    page.within(&tree);
    page.close();
    Ok(page.writer.finish())
}

#[derive(Default)]
struct Page {
    writer: Writer,
    /// The paragraph that is being read.
    text: String,
}

impl Page {
    fn within(&mut self, holder: &Element) {
        for child in &holder.children {
            match child {
                Node::Text(text) => self.text.push_str(text),
                Node::Element(element) => self.element(element),
            }
        }
    }

    fn element(&mut self, element: &Element) {
        match &*element.name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.close();
                let level = element.name.trim_start_matches('h').parse().unwrap_or(1);
                self.writer.heading(level, &words(element));
            }
            "ul" | "ol" => {
                self.close();
                self.list(element, 0);
            }
            "table" => {
                self.close();
                self.writer.table(&rows(element));
            }
            "pre" => {
                self.close();
                self.code("", &element.text());
            }
            "task" => {
                self.close();
                let done = element.child("task-status").is_some_and(|status| status.text().trim() == "complete");
                let text = element.child("task-body").map(words).unwrap_or_default();
                self.writer.line(&format!("- [{}] {text}", if done { 'x' } else { ' ' }));
            }
            "br" => self.text.push(BREAK),
            "structured-macro" | "macro" => self.called(element),
            "link" => self.text.push_str(&linked(element)),
            "image" => self.text.push_str(element.attribute("alt").unwrap_or_default()),
            "emoticon" => {
                let sign = element.attribute("emoji-fallback").filter(|sign| !sign.starts_with(':'));
                self.text.push_str(sign.unwrap_or_default());
            }
            "time" if element.children.is_empty() => self.text.push_str(element.attribute("datetime").unwrap_or_default()),
            name if HIDDEN.contains(&name) => {}
            name if BLOCKS.contains(&name) => {
                self.close();
                self.within(element);
                self.close();
            }
            _ => self.within(element),
        }
    }

    /// A macro: code as code, what has a text with its title, and what only shows other pages not at all.
    fn called(&mut self, element: &Element) {
        let parameter = |name: &str| {
            let mut of = element.elements().filter(|child| child.name == "parameter");
            of.find(|one| one.attribute("name") == Some(name)).map(|one| one.text().trim().to_owned()).unwrap_or_default()
        };
        match element.attribute("name").unwrap_or_default() {
            "status" => return self.text.push_str(&parameter("title")),
            "jira" => return self.text.push_str(&parameter("key")),
            _ => {}
        }
        let (rich, plain) = (element.child("rich-text-body"), element.child("plain-text-body"));
        if rich.is_none() && plain.is_none() {
            return;
        }
        self.close();
        self.writer.paragraph(&parameter("title"));
        if let Some(plain) = plain {
            self.code(&parameter("language"), &plain.text());
        }
        if let Some(rich) = rich {
            self.within(rich);
            self.close();
        }
    }

    fn code(&mut self, language: &str, code: &str) {
        let code = code.trim_matches(['\n', '\r']);
        if !code.trim().is_empty() {
            let fence = if code.contains("```") { "~~~~" } else { "```" };
            self.writer.paragraph(&format!("{fence}{language}\n{code}\n{fence}"));
        }
    }

    fn list(&mut self, list: &Element, depth: usize) {
        let mut number = 0;
        for item in list.elements() {
            if matches!(&*item.name, "ul" | "ol") {
                self.list(item, depth + 1);
                continue;
            }
            number += 1;
            let mark = if list.name == "ol" { format!("{number}. ") } else { "- ".to_owned() };
            let indent = "  ".repeat(depth);
            let (inner, own): (Vec<&Node>, Vec<&Node>) =
                item.children.iter().partition(|node| matches!(node, Node::Element(one) if matches!(&*one.name, "ul" | "ol")));
            let text = read_apart(own.into_iter());
            let text = text.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>().join(&format!("\n{indent}  "));
            self.writer.line(&format!("{indent}{mark}{text}"));
            for node in inner {
                if let Node::Element(list) = node {
                    self.list(list, depth + 1);
                }
            }
        }
    }

    fn close(&mut self) {
        let text = std::mem::take(&mut self.text);
        let lines = text.split(BREAK).map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        self.writer.paragraph(lines.collect::<Vec<_>>().join("\n").trim());
    }
}

/// What stands in an element, by itself.
fn words(element: &Element) -> String {
    read_apart(element.children.iter())
}

fn read_apart<'tree>(nodes: impl Iterator<Item = &'tree Node>) -> String {
    let mut page = Page::default();
    for node in nodes {
        match node {
            Node::Text(text) => page.text.push_str(text),
            Node::Element(element) => page.element(element),
        }
    }
    page.close();
    let texts: Vec<String> = page.writer.finish().into_iter().map(|section| section.text).collect();
    texts.concat().trim().to_owned()
}

/// What a link shows, or what it leads to.
fn linked(link: &Element) -> String {
    let mut bodies = link.elements().filter(|child| matches!(&*child.name, "link-body" | "plain-text-link-body")).map(words);
    if let Some(body) = bodies.find(|body| !body.is_empty()) {
        return body;
    }
    let target = |name: &str, attribute: &str| link.child(name)?.attribute(attribute).map(str::to_owned);
    target("page", "content-title")
        .or_else(|| target("blog-post", "content-title"))
        .or_else(|| target("attachment", "filename"))
        .or_else(|| target("url", "value"))
        .or_else(|| target("space", "space-key"))
        .unwrap_or_default()
}

/// A cell over several rows or columns stands in each of them.
fn rows(table: &Element) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    table.all("tr", &mut found);
    let mut rows: Vec<Vec<String>> = Vec::new();
    // For each column: how many more rows a cell from above fills, and with what.
    let mut above: Vec<(usize, String)> = Vec::new();
    for row in found {
        let mut line: Vec<String> = Vec::new();
        let fill = |line: &mut Vec<String>, above: &mut Vec<(usize, String)>| {
            while let Some((left, text)) = above.get_mut(line.len()).filter(|(left, _)| *left > 0) {
                *left -= 1;
                line.push(text.clone());
            }
        };
        for cell in row.elements().filter(|cell| matches!(&*cell.name, "td" | "th")) {
            fill(&mut line, &mut above);
            let span = |name: &str| {
                let span = cell.attribute(name).and_then(|span| span.trim().parse::<usize>().ok());
                span.unwrap_or(1).clamp(1, WIDEST_SPAN)
            };
            let text = words(cell);
            for _ in 0..span("colspan") {
                if above.len() <= line.len() {
                    above.resize(line.len() + 1, (0, String::new()));
                }
                above[line.len()] = (span("rowspan") - 1, text.clone());
                line.push(text.clone());
            }
        }
        fill(&mut line, &mut above);
        rows.push(line);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::sections;

    fn text(storage: &str) -> String {
        sections(storage).expect("it is read").into_iter().map(|section| section.text).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn headings_make_sections_and_names_of_signs_are_signs() {
        let found = sections(
            "<p>Before &ndash; all.</p><h1>Erl&ouml;s</h1><p>Net&nbsp;of returns<br/>and <strong>tax</strong>.</p><h2>VIP</h2>",
        );
        let found = found.expect("it is read");
        let headings: Vec<(&str, u8)> = found.iter().map(|section| (section.heading.as_str(), section.level)).collect();
        assert_eq!(headings, [("", 0), ("Erlös", 1), ("VIP", 2)]);
        assert_eq!(found[0].text, "Before – all.\n");
        assert_eq!(found[1].text, "# Erlös\n\nNet of returns\nand tax.\n");
    }

    #[test]
    fn macros_are_code_panels_and_states() {
        let code = r#"<ac:structured-macro ac:name="code" ac:schema-version="1"><ac:parameter ac:name="language">sql</ac:parameter>
            <ac:plain-text-body><![CDATA[SELECT 1 < 2
FROM a WHERE b = ']]]]><![CDATA[>']]></ac:plain-text-body></ac:structured-macro>"#;
        assert_eq!(text(code), "```sql\nSELECT 1 < 2\nFROM a WHERE b = ']]>'\n```\n");
        let panel = r#"<ac:structured-macro ac:name="info"><ac:parameter ac:name="title">Mind</ac:parameter><ac:rich-text-body><p>Only
            <ac:structured-macro ac:name="status"><ac:parameter ac:name="colour">Green</ac:parameter><ac:parameter ac:name="title">DONE</ac:parameter></ac:structured-macro>
            counts.</p></ac:rich-text-body></ac:structured-macro><ac:structured-macro ac:name="toc"><ac:parameter ac:name="maxLevel">2</ac:parameter></ac:structured-macro>"#;
        assert_eq!(text(panel), "Mind\n\nOnly DONE counts.\n");
        let strange = r#"<ac:structured-macro ac:name="vendor-thing"><ac:rich-text-body><h3>In it</h3><p>words</p></ac:rich-text-body></ac:structured-macro>"#;
        assert_eq!(text(strange), "### In it\n\nwords\n");
        let newer = "<ac:adf-extension><ac:adf-node type=\"panel\"><ac:adf-attribute key=\"panel-type\">note</ac:adf-attribute><ac:adf-content><p>once</p></ac:adf-content></ac:adf-node><ac:adf-fallback><p>once</p></ac:adf-fallback></ac:adf-extension>";
        assert_eq!(text(newer), "once\n");
    }

    #[test]
    fn lists_tasks_links_and_tables_keep_their_form() {
        let lists = r#"<ol><li><p>one</p><ul><li>deep <ac:link><ri:page ri:content-title="Other page"/></ac:link></li></ul></li><li>two</li></ol>
            <ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>ship <time datetime="2026-03-05"/></ac:task-body></ac:task></ac:task-list>"#;
        assert_eq!(text(lists), "1. one\n  - deep Other page\n2. two\n- [x] ship 2026-03-05\n");
        let link = r#"<p>See <ac:link ac:anchor="x"><ri:page ri:content-title="A"/><ac:plain-text-link-body><![CDATA[the rules]]></ac:plain-text-link-body></ac:link>, <a href="https://x.example">there</a>.</p>"#;
        assert_eq!(text(link), "See the rules, there.\n");
        let table = r#"<table class="wrapped"><colgroup><col/></colgroup><tbody><tr><th><p>Field</p></th><th>Rule</th></tr>
            <tr><td rowspan="2">churn</td><td><p>30 days</p><p>a|b</p></td></tr><tr><td>or closed</td></tr><tr><td colspan="2">end</td></tr></tbody></table>"#;
        assert_eq!(
            text(table),
            "| Field | Rule |\n| --- | --- |\n| churn | 30 days a\\|b |\n| churn | or closed |\n| end | end |\n"
        );
    }

    #[test]
    fn what_is_broken_or_wants_harm_is_bounded() {
        assert!(sections(" ").expect("nothing").is_empty());
        assert_eq!(text("<p>open <strong>ended"), "open ended\n");
        assert!(sections(&"<div>".repeat(100_000)).is_err());
        let declared = "<!DOCTYPE p [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><p>a&x;b</p>";
        assert_eq!(text(declared), "ab\n");
        let wide = format!("<table><tr>{}</tr></table>", "<td colspan='99999999'>x</td>".repeat(3));
        assert!(text(&wide).len() < 2_000);
    }
}
