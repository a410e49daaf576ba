//! What a sentence names of one table, also where it is not read to its last word: a figure, a group, a value and a period, as the fields of
//! a query. It reads with the words of the planner, and guesses where that would ask.

use super::{
    catalog::Class,
    naming::{self, Col, Noun, Schema},
    planner::{
        Place,
        lexicon::{LEXICON, Tag},
        pieces::{self, Piece},
    },
    sentence::{Sentence, periods},
};
use jiff::{Span, civil::Date};
use protocol::ask::GuidedQuery;

/// In bytes and in words.
const LONGEST_TEXT: usize = 1000;
const LONGEST: usize = 80;

/// The first and the last day of a period.
type Days = (Option<Date>, Option<Date>);

/// The newest value of a column of time, as far as it is known.
type Newest<'n> = &'n dyn Fn(&Place<'_>, &str) -> Option<String>;

/// Over the table that most of the sentence is about; none where it names nothing of any.
#[must_use]
pub fn fill(text: &str, places: &[Place<'_>], newest: Newest<'_>) -> Option<GuidedQuery> {
    let sentence = Sentence::read(if text.len() > LONGEST_TEXT { "" } else { text });
    if !(1..=LONGEST).contains(&sentence.len()) {
        return None;
    }
    let (spans, _) = periods(&sentence);
    let mut databases: Vec<&str> = Vec::new();
    for place in places {
        if !databases.contains(&place.database) {
            databases.push(place.database);
        }
    }
    let mut best: Option<(usize, GuidedQuery)> = None;
    for database in databases {
        let own = naming::choose(&sentence, places, database);
        let schema = Schema::new(&own);
        let pieces = pieces::split(&sentence, &schema, &spans, None);
        for (table, place) in own.iter().enumerate() {
            let fields = Fields { schema: &schema, pieces: &pieces, table };
            let score = fields.weigh();
            if score > best.as_ref().map_or(0, |(score, _)| *score) {
                best = Some((score, fields.read_query(place, newest)));
            }
        }
    }
    best.map(|(_, query)| query)
}

/// A sentence over one table.
struct Fields<'s, 'a> {
    schema: &'s Schema<'a>,
    /// The last one is blank.
    pieces: &'s [Piece],
    table: usize,
}

impl Fields<'_, '_> {
    /// How much of the sentence is about the table: its name weighs most.
    fn weigh(&self) -> usize {
        let of_piece = |piece: &Piece| {
            let noun = piece.noun.as_ref();
            let is_named = |noun: &Noun| noun.tables.iter().any(|(table, quality)| *table == self.table && *quality > 2);
            let holds = piece.values.iter().any(|(col, _)| col.0 == self.table);
            let column = noun.and_then(|noun| self.find_column(noun)).map_or(0, |(_, quality)| if quality > 2 { 2 } else { 1 });
            3 * usize::from(noun.is_some_and(is_named)) + 2 * usize::from(holds) + column
        };
        self.pieces.iter().map(of_piece).sum()
    }

    fn read_query(&self, place: &Place<'_>, newest: Newest<'_>) -> GuidedQuery {
        let name = |col: Col| self.schema.column(col).name.clone();
        let (measure, of) = self.read_measure();
        let mut query = GuidedQuery {
            table: format!("{}.{}", place.database, place.table.name),
            measure: measure.to_owned(),
            of: of.map(name).unwrap_or_default(),
            by: self.read_group().map(name).unwrap_or_default(),
            ..GuidedQuery::default()
        };
        if let Some((col, value)) = self.read_filter() {
            (query.filter_column, query.filter_value) = (name(col), value);
        }
        if let Some((col, (from, to))) = self.read_period(place, newest) {
            let day = |day: Option<Date>| day.map(|day| day.to_string()).unwrap_or_default();
            (query.time_column, query.from, query.to) = (name(col), day(from), day(to));
        }
        query
    }

    /// The column of the table that a noun names best, and how well.
    fn find_column(&self, noun: &Noun) -> Option<(Col, u8)> {
        let own = noun.columns.iter().filter(|(col, _)| col.0 == self.table);
        own.rev().max_by_key(|(_, quality)| *quality).copied()
    }

    fn find_named(&self, piece: &Piece) -> Option<Col> {
        piece.noun.as_ref().and_then(|noun| self.find_column(noun)).map(|(col, _)| col)
    }

    /// The first figure, and the numbers that it is of. What is added up anyway needs no word for it.
    fn read_measure(&self) -> (&'static str, Option<Col>) {
        let number = |piece: &Piece| self.find_named(piece).filter(|col| self.schema.column(*col).measures());
        let figure = self.pieces.iter().enumerate().find_map(|(at, piece)| Some((at, figure_of(piece.tag?)?)));
        let (measure, of) = match figure {
            Some((_, "count")) => ("count", None),
            Some((at, measure)) => {
                let after = self.pieces[at..].iter().find_map(number);
                (measure, after.or_else(|| self.pieces.iter().find_map(number)))
            }
            None => {
                let is_added = |piece: &&Piece| piece.noun.as_ref().is_some_and(|noun| noun.added && noun.is_column());
                ("sum", self.pieces.iter().filter(is_added).find_map(number))
            }
        };
        if of.is_some() { (measure, of) } else { ("count", None) }
    }

    fn read_group(&self) -> Option<Col> {
        let at = self.pieces.iter().position(|piece| matches!(piece.tag, Some(Tag::By | Tag::Each)))?;
        let piece = self.pieces[at + 1..].iter().find(|piece| piece.tag != Some(Tag::Skip))?;
        let is_month = piece.text.eq_ignore_ascii_case("month");
        self.find_named(piece).or_else(|| self.find_time().filter(|_| is_month))
    }

    /// The first value that a column of the table holds, of a column that is named where one is.
    fn read_filter(&self) -> Option<(Col, String)> {
        let named: Vec<Col> = self.pieces.iter().filter_map(|piece| self.find_named(piece)).collect();
        self.pieces.iter().find_map(|piece| {
            let own: Vec<&(Col, String)> = piece.values.iter().filter(|(col, _)| col.0 == self.table).collect();
            own.iter().find(|(col, _)| named.contains(col)).or(own.first()).map(|one| (*one).clone())
        })
    }

    /// The column of time that is named, or the first one.
    fn find_time(&self) -> Option<Col> {
        let is_time = |col: &Col| self.schema.class(*col) == Class::Time;
        let named = self.pieces.iter().filter_map(|piece| self.find_named(piece)).find(is_time);
        named.or_else(|| self.schema.dates(self.table).into_iter().find(is_time))
    }

    fn read_period(&self, place: &Place<'_>, newest: Newest<'_>) -> Option<(Col, Days)> {
        let time = self.find_time()?;
        let days = self.pieces.iter().enumerate().find_map(|(at, piece)| match (&piece.period, piece.tag, piece.number) {
            (Some(period), ..) if period.weekday.is_none() => {
                Some((period.from, period.before.and_then(|day| day.yesterday().ok())))
            }
            (None, Some(Tag::Last), _) => {
                let newest = newest(place, &self.schema.column(time).name)?;
                self.count_back(at + 1, newest.get(..10)?.parse().ok()?)
            }
            (None, None, Some(year)) => self.read_year(at, year),
            _ => None,
        })?;
        Some((time, days))
    }

    /// `last 30 days`, `last month`: counted back from the newest day, as the planner does.
    fn count_back(&self, at: usize, newest: Date) -> Option<Days> {
        let number = self.pieces[at].number;
        let word = self.pieces[at + usize::from(number.is_some())].text.to_lowercase();
        let (many, unit) = LEXICON.units.get(word.trim_end_matches('s'))?;
        let back = |count: i64| {
            Some(match unit.as_str() {
                "day" => Span::new().days(count),
                "month" => Span::new().months(count),
                "year" => Span::new().years(count),
                _ => return None,
            })
        };
        let is_named = self.pieces[at - 1].text.contains(' ');
        if let Some(number) = number.or(is_named.then_some(1.0)) {
            if number.fract() != 0.0 || !(1.0..=1000.0).contains(&number) {
                return None;
            }
            #[expect(clippy::cast_possible_truncation, reason = "bounded")]
            let count = number as i64 * i64::from(*many);
            return Some((Some(newest.checked_sub(back(count)?).ok()?.tomorrow().ok()?), Some(newest)));
        }
        // The whole one before that of the newest day.
        let first = match (unit.as_str(), many) {
            ("month", 1) => newest.first_of_month(),
            ("year", 1) => newest.first_of_year(),
            _ => return None,
        };
        Some((Some(first.checked_sub(back(1)?).ok()?), Some(first.yesterday().ok()?)))
    }

    /// `in 2023`, `since 2023`.
    fn read_year(&self, at: usize, year: f64) -> Option<Days> {
        if year.fract() != 0.0 || !(1800.0..2200.0).contains(&year) {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "bounded")]
        let year = year as i16;
        let (first, last) = (|year| Date::new(year, 1, 1).ok(), |year| Date::new(year, 12, 31).ok());
        match at.checked_sub(1).and_then(|before| self.pieces[before].tag)? {
            Tag::Clause => Some((first(year), last(year))),
            Tag::Since => Some((first(year), None)),
            Tag::After => Some((first(year + 1), None)),
            Tag::Before => Some((None, last(year - 1))),
            _ => None,
        }
    }
}

const fn figure_of(tag: Tag) -> Option<&'static str> {
    Some(match tag {
        Tag::Count => "count",
        Tag::Sum => "sum",
        Tag::Average => "average",
        Tag::Highest => "highest",
        Tag::Lowest => "lowest",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::{
        catalog::{Column, Table},
        warehouse::Dialect,
    };
    use serde_json::{Value, json};

    fn table(name: &str, columns: &[(&str, &str, Value)]) -> Table {
        let column = |(name, data_type, samples): &(&str, &str, Value)| Column {
            name: (*name).into(),
            data_type: (*data_type).into(),
            primary_key: *name == "id",
            samples: samples.as_array().cloned().unwrap_or_default(),
            ..Column::default()
        };
        Table { name: name.into(), columns: columns.iter().map(column).collect(), ..Table::default() }
    }

    #[test]
    fn fields_are_filled_as_far_as_a_sentence_is_understood() {
        let parcels = table(
            "parcels",
            &[
                ("id", "INTEGER", json!([1])),
                ("fee", "DOUBLE", json!([2.5])),
                ("status", "VARCHAR", json!(["kept", "Returned"])),
                ("city", "VARCHAR", json!(["Skala", "Livadi"])),
                ("sent_on", "DATE", json!(["2024-05-01"])),
            ],
        );
        let ferries = table("ferries", &[("id", "INTEGER", json!([1])), ("seats", "INTEGER", json!([90]))]);
        let place = |table| Place { database: "line", table, dialect: Dialect::Files };
        let places = [place(&ferries), place(&parcels)];
        for (text, wanted) in [
            ("Show the flurbish average fee of parcels by city", "line.parcels average fee by city"),
            ("What is the wobbly total fee of quux parcels in Skala?", "line.parcels sum fee where city is Skala"),
            ("How many flurbish parcels were sent in March 2024?", "line.parcels count on sent_on 2024-03-01 2024-03-31"),
            ("Grumpy parcels since 2023", "line.parcels count on sent_on 2023-01-01 "),
            ("Grumpy parcels in 2023 per status", "line.parcels count by status on sent_on 2023-01-01 2023-12-31"),
            ("Flurbish parcels in the last 30 days", "line.parcels count on sent_on 2024-05-02 2024-05-31"),
            ("Flurbish parcels last month", "line.parcels count on sent_on 2024-04-01 2024-04-30"),
            ("The grumpy highest quux seats", "line.ferries highest seats"),
            ("Flurbish quux", "nothing"),
        ] {
            let filled = fill(text, &places, &|_, column| (column == "sent_on").then(|| "2024-05-31T00:00:00".to_owned()));
            assert_eq!(filled.as_ref().map_or_else(|| "nothing".to_owned(), describe), wanted, "{text}");
        }
        let filled = fill("Flurbish parcels last month", &places, &|_, _| None).expect("the table is named");
        assert_eq!(describe(&filled), "line.parcels count", "no day is guessed");
    }

    fn describe(query: &GuidedQuery) -> String {
        let mut text = [query.table.as_str(), query.measure.as_str(), query.of.as_str()].join(" ").trim_end().to_owned();
        for (word, field) in [(" by ", &query.by), (" where ", &query.filter_column), (" on ", &query.time_column)] {
            if field.is_empty() {
                continue;
            }
            text.push_str(word);
            text.push_str(field);
            match word {
                " where " => text.push_str(&format!(" is {}", query.filter_value)),
                " on " => text.push_str(&format!(" {} {}", query.from, query.to)),
                _ => {}
            }
        }
        text
    }
}
