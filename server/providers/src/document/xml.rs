//! XML as a tree of bounded size. Entities that a document declares are not expanded, and nothing outside it is opened.

use super::DocumentFault;
use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

const DEEPEST: usize = 256;
const MOST_NODES: usize = 4_000_000;

/// An element by its name without a prefix.
#[derive(Debug, Default)]
pub(super) struct Element {
    pub(super) name: String,
    attributes: Vec<(String, String)>,
    pub(super) children: Vec<Node>,
}

#[derive(Debug)]
pub(super) enum Node {
    Element(Element),
    Text(String),
}

impl Element {
    /// An attribute by its name, with or without its prefix.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let local = |key: &str| key.rsplit(':').next().is_some_and(|local| local == name);
        let exact = self.attributes.iter().find(|(key, _)| key == name);
        exact.or_else(|| self.attributes.iter().find(|(key, _)| local(key))).map(|(_, value)| value.as_str())
    }

    /// `r:id`, which `id` beside it is not.
    pub(super) fn relation(&self) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key.ends_with(":id") || key.ends_with(":embed")).map(|(_, value)| value.as_str())
    }

    pub(super) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|child| match child {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    pub(super) fn child(&self, name: &str) -> Option<&Self> {
        self.elements().find(|element| element.name == name)
    }

    pub(super) fn at(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |element, name| element.child(name))
    }

    /// All descendants of a name, in order; those inside one another are found through the outer one.
    pub(super) fn all<'tree>(&'tree self, name: &str, found: &mut Vec<&'tree Self>) {
        for element in self.elements() {
            if element.name == name {
                found.push(element);
            } else {
                element.all(name, found);
            }
        }
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        self.gather(&mut text);
        text
    }

    fn gather(&self, text: &mut String) {
        for child in &self.children {
            match child {
                Node::Text(own) => text.push_str(own),
                Node::Element(element) => element.gather(text),
            }
        }
    }
}

/// The document's outermost element.
pub(super) fn parse(bytes: &[u8]) -> Result<Element, DocumentFault> {
    parse_text(&crate::page::decoded(bytes, None))
}

pub(super) fn parse_text(text: &str) -> Result<Element, DocumentFault> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    let mut open: Vec<Element> = vec![Element::default()];
    let mut nodes = 0_usize;
    loop {
        nodes += 1;
        if nodes > MOST_NODES || open.len() > DEEPEST {
            return Err(DocumentFault::Damaged("it nests or repeats beyond measure".into()));
        }
        match reader.read_event() {
            Ok(Event::Start(start)) => open.push(element(&start)),
            Ok(Event::Empty(start)) => {
                let element = element(&start);
                add(&mut open, Node::Element(element));
            }
            Ok(Event::End(_)) => close(&mut open),
            Ok(Event::Text(text)) => add(&mut open, Node::Text(text.xml10_content().into_owned())),
            Ok(Event::CData(text)) => add(&mut open, Node::Text(text.xml10_content().into_owned())),
            Ok(Event::GeneralRef(reference)) => {
                let known = match reference.resolve_char_ref() {
                    Ok(Some(sign)) => Some(sign.to_string()),
                    _ => named(&reference.xml10_content()),
                };
                add(&mut open, Node::Text(known.unwrap_or_default()));
            }
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(fault) if open.len() == 1 && open[0].children.is_empty() => {
                return Err(DocumentFault::Damaged(fault.to_string()));
            }
            // What was read until here is kept.
            Err(_) => break,
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    let root = open.pop().and_then(|root| {
        root.children.into_iter().find_map(|child| match child {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    });
    root.ok_or_else(|| DocumentFault::Damaged("a part of it is empty".into()))
}

fn element(start: &BytesStart<'_>) -> Element {
    let mut attributes = start.attributes();
    let attributes = attributes.with_checks(false).flatten().map(|attribute| {
        let value = quick_xml::escape::unescape(&attribute.value)
            .map_or_else(|_| attribute.value.to_string(), |value| value.into_owned());
        (attribute.key.into_inner().to_owned(), value)
    });
    Element { name: start.local_name().into_inner().to_owned(), attributes: attributes.collect(), children: Vec::new() }
}

fn add(open: &mut [Element], node: Node) {
    if let Some(parent) = open.last_mut() {
        // A text in pieces is one text.
        if let (Node::Text(more), Some(Node::Text(text))) = (&node, parent.children.last_mut()) {
            text.push_str(more);
        } else {
            parent.children.push(node);
        }
    }
}

fn close(open: &mut Vec<Element>) {
    if open.len() > 1
        && let Some(element) = open.pop()
    {
        add(open, Node::Element(element));
    }
}

/// The signs that HTML has names for, those of XML among them.
fn named(name: &str) -> Option<String> {
    let (first, second) = html5ever::data::NAMED_ENTITIES.get(format!("{name};").as_str())?;
    let signs = [first, second].into_iter().filter(|code| **code != 0).filter_map(|code| char::from_u32(*code));
    Some(signs.collect())
}
