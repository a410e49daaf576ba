//! The parts of a question as one query.

use super::{
    filter::filter,
    frame::Frame,
    resolve::Resolver,
    schema::{Col, Noun, Schema},
    tree::{Item, Key, Parts},
};
use crate::tools::{
    catalog::Class,
    planner::{Answers, Plan, form::Figure, write::number},
};

/// What a row of the answer shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shown {
    Column(Col),
    /// The number of rows of a table, with another figure that of a column.
    Count(usize),
    Figure(Figure, Col),
}

pub(super) struct Compiler<'s, 'a> {
    pub(super) resolver: Resolver<'s, 'a>,
    pub(super) schema: &'s Schema<'a>,
    pub(super) parts: &'s Parts,
    pub(super) shown: Vec<Shown>,
    pub(super) groups: Vec<Col>,
    /// With their direction; the words of it.
    pub(super) orders: Vec<(Shown, bool)>,
    /// The rows of this table are asked for, not values.
    pub(super) rows: Option<usize>,
    /// Bounds of figures of groups.
    pub(super) bounds: Vec<(Shown, &'static str, f64)>,
    pub(super) doubt: f64,
}

pub(super) fn compile(parts: &Parts, schema: &Schema<'_>) -> Option<Plan> {
    let resolver = Resolver::new(schema, parts);
    // One word that is only a part of a name may be read so, two are too many.
    let label = |noun: &Noun| noun.columns.iter().any(|(col, _)| schema.labels(col.0).contains(col));
    let mut partial: Vec<usize> = parts.nouns().filter(|noun| !noun.is_whole() && !label(noun)).map(|noun| noun.at).collect();
    partial.dedup();
    let partial = partial.len();
    if partial > 1 {
        return None;
    }
    let (shown, groups, orders, bounds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut compiler = Compiler {
        resolver,
        schema,
        parts,
        shown,
        groups,
        orders,
        rows: None,
        bounds,
        doubt: 0.05 + if partial > 0 { 0.1 } else { 0.0 },
    };
    compiler.items()?;
    compiler.group_by()?;
    compiler.order_by()?;
    compiler.write()
}

impl Compiler<'_, '_> {
    fn show(&mut self, shown: Shown) {
        if !self.shown.contains(&shown) {
            self.shown.push(shown);
        }
    }

    fn items(&mut self) -> Option<()> {
        let owner = self.parts.entity.as_ref().and_then(Noun::table);
        self.rows = owner;
        for item in &self.parts.items {
            match item {
                Item::Noun(noun) => {
                    let own = owner.filter(|owner| noun.columns.iter().any(|(col, quality)| col.0 == *owner && *quality > 2));
                    if noun.is_table() && own.is_none() {
                        let table = noun.table()?;
                        self.rows = self.rows.or(Some(table));
                        let labels = self.schema.labels(table);
                        if labels.is_empty() {
                            return None;
                        }
                        // What is named beside its own columns needs no name.
                        labels.into_iter().for_each(|label| self.show(Shown::Column(label)));
                    } else {
                        let col = self.resolver.in_context(noun)?;
                        // A role is not the key that keeps it.
                        let whole = noun.columns.iter().any(|(own, quality)| *own == col && *quality > 2);
                        if self.schema.column(col).foreign_key.is_some() && !whole {
                            return None;
                        }
                        self.show(Shown::Column(col));
                    }
                }
                Item::Figure(figure, Some(noun)) => {
                    let figure = self.figure(*figure, noun)?;
                    self.show(figure);
                }
                // "How many hops": what holds the value is counted.
                Item::Figure(_, None) => {
                    let rule = self.resolver.rule(self.parts.conditions.first()?)?;
                    self.show(Shown::Count(rule.col.0));
                }
            }
        }
        if self.rows.is_none() {
            let labelled = self.shown.iter().find_map(|shown| match shown {
                Shown::Column(col) if self.schema.labels(col.0).contains(col) || self.schema.key(col.0) == Some(*col) => {
                    Some(col.0)
                }
                _ => None,
            });
            self.rows = labelled;
        }
        (!self.shown.is_empty()).then_some(())
    }

    fn figure(&mut self, figure: Figure, noun: &Noun) -> Option<Shown> {
        if matches!(figure, Figure::Count | Figure::Distinct) && noun.is_table() {
            return noun.table().map(Shown::Count);
        }
        let col = self.resolver.in_context(noun)?;
        Some(match figure {
            Figure::Count if self.schema.measures(col) => {
                self.doubt += 0.1;
                Shown::Figure(Figure::Sum, col)
            }
            Figure::Count | Figure::Distinct if self.schema.key(col.0) == Some(col) => Shown::Count(col.0),
            Figure::Count => Shown::Figure(Figure::Distinct, col),
            Figure::Average | Figure::Sum if !self.schema.measures(col) => return None,
            figure => Shown::Figure(figure, col),
        })
    }

    pub(super) fn has_figures(&self) -> bool {
        self.shown.iter().any(|shown| !matches!(shown, Shown::Column(_)))
    }

    fn group_by(&mut self) -> Option<()> {
        let figures = self.has_figures();
        let mut before = Vec::new();
        for noun in &self.parts.groups {
            // "The names of each singer" are one row each anyway.
            if noun.is_table() && !noun.columns.iter().any(|(col, quality)| *quality > 2 && self.counted(col.0)) {
                let table = noun.table()?;
                let labels = self.schema.labels(table);
                if figures {
                    self.groups.extend(self.schema.key(table));
                    let named = self.shown.iter().any(|shown| matches!(shown, Shown::Column(col) if col.0 == table));
                    if labels.is_empty() && !named {
                        return None;
                    }
                    before.extend(labels.into_iter().filter(|_| !named).map(Shown::Column));
                } else {
                    self.rows = self.rows.or(Some(table));
                }
            } else if figures {
                let counted: Vec<usize> = self.shown.iter().filter_map(|shown| shown.table()).collect();
                let col = self.resolver.column(noun, &counted).or_else(|| self.resolver.in_context(noun))?;
                before.push(Shown::Column(col));
            } else {
                return None;
            }
        }
        before.retain(|shown| !self.shown.contains(shown));
        before.append(&mut self.shown);
        self.shown = before;
        let columns = self.shown.iter().any(|shown| matches!(shown, Shown::Column(_)));
        if let (true, true, true, Some(table)) = (figures, columns, self.groups.is_empty(), self.rows) {
            self.groups.extend(self.schema.key(table));
        }
        self.counts_of_groups()
    }

    fn counted(&self, table: usize) -> bool {
        self.shown.iter().any(|shown| !matches!(shown, Shown::Column(_)) && shown.table() == Some(table))
    }

    /// "Which countries have more than three ports" groups the ports.
    fn counts_of_groups(&mut self) -> Option<()> {
        for bound in &self.parts.bounds {
            let figure = self.figure(bound.figure, &bound.noun)?;
            self.bounds.push((figure, bound.sign, bound.number));
        }
        if self.rows.is_none() || self.has_figures() && !self.groups.is_empty() {
            for link in &self.parts.links {
                if let Some((sign, n)) = link.count {
                    if link.negated {
                        return None;
                    }
                    self.bounds.push((Shown::Count(link.noun.table()?), sign, n));
                }
            }
        }
        Some(())
    }

    fn order_by(&mut self) -> Option<()> {
        for order in &self.parts.orders {
            let mut down = order.down.unwrap_or(false);
            let tables: Vec<usize> = self.rows.into_iter().chain(self.resolver.context.iter().copied()).collect();
            let key = match &order.key {
                Key::First => {
                    *self.shown.iter().find(|shown| !matches!(shown, Shown::Column(_))).filter(|_| down).or(self.shown.first())?
                }
                Key::Scale(adjective) => {
                    let (col, up) = self.resolver.scale(*adjective, &tables)?;
                    down = down == up;
                    Shown::Column(col)
                }
                Key::Noun(noun) => Shown::Column(self.resolver.column(noun, &tables)?),
                Key::Figure(figure, Some(noun)) => self.figure(*figure, noun)?,
                Key::Figure(_, None) => match self.rows {
                    // The most common of a column's values.
                    None => Shown::Count(self.shown.first().and_then(|shown| shown.table())?),
                    Some(_) => return None,
                },
                Key::Most(noun) if noun.is_table() => Shown::Count(noun.table()?),
                Key::Most(noun) => {
                    let col = self.resolver.column(noun, &tables).filter(|col| self.schema.measures(*col))?;
                    let own = self.rows == Some(col.0);
                    if own { Shown::Column(col) } else { Shown::Figure(Figure::Sum, col) }
                }
            };
            if self.has_figures() && self.groups.is_empty() && !self.shown.iter().any(|shown| matches!(shown, Shown::Column(_))) {
                return None;
            }
            if matches!(key, Shown::Column(_)) && self.has_figures() && !self.shown.contains(&key) {
                return None;
            }
            self.orders.push((key, down));
        }
        Some(())
    }

    /// Whether rows are put together.
    pub(super) fn grouped(&self) -> bool {
        let figure = |shown: &Shown| !matches!(shown, Shown::Column(_));
        let columns = self.shown.iter().any(|shown| !figure(shown));
        columns && (self.has_figures() || !self.bounds.is_empty() || self.orders.iter().any(|(shown, _)| figure(shown)))
    }

    fn write(mut self) -> Option<Plan> {
        let all = || {
            self.shown.iter().chain(self.orders.iter().map(|(shown, _)| shown)).chain(self.bounds.iter().map(|(shown, ..)| shown))
        };
        let mut tables: Vec<usize> = all().filter_map(Shown::table).collect();
        tables.extend(self.groups.iter().map(|col| col.0));
        let figure = all().find(|shown| !matches!(shown, Shown::Column(_))).copied();
        let preferred = figure.as_ref().and_then(Shown::table).or(self.rows).or(tables.first().copied())?;
        if self.rows.is_some_and(|rows| self.schema.path(preferred, rows, true).is_some()) && self.grouped() {
            tables.extend(self.rows);
        }
        let base = self.schema.base(preferred, &tables)?;
        let grouped = self.grouped();
        if grouped
            && self.groups.is_empty()
            && let Some(rows) = self.rows
        {
            self.groups.push(self.schema.key(rows)?);
        }
        let mut frame = Frame::new(self.schema, base, 0);
        for table in tables {
            frame.add(&self.schema.path(base, table, true)?);
        }
        let bounded = !self.bounds.is_empty();
        let mut wheres = filter(&self.resolver, &mut frame, base, bounded)?;
        let limit = self.parts.limit;
        let columns: Vec<Col> = self.shown.iter().filter_map(Shown::column).collect();
        for (key, down) in &self.orders {
            if let (Shown::Column(col), Some(_), false) = (key, limit, *down) {
                wheres.push((format!("{} IS NOT NULL", frame.name(*col)), String::new()));
            }
        }
        if let (true, None, Some(col)) = (grouped, self.rows, columns.first()) {
            wheres.push((format!("{} IS NOT NULL", frame.name(*col)), String::new()));
        }
        let asked = self.shown.len();
        if limit.is_some() {
            let keys: Vec<Shown> = self.orders.iter().map(|(key, _)| *key).collect();
            keys.into_iter().for_each(|key| self.show(key));
        }
        let mut select = Vec::new();
        for shown in &self.shown {
            let sql = self.sql(&frame, base, *shown)?;
            let figures = select.iter().filter(|one: &&String| one.contains(" AS figure")).count();
            select.push(match (shown, figures) {
                (Shown::Column(_), _) => sql,
                (_, 0) => format!("{sql} AS figure"),
                (_, more) => format!("{sql} AS figure_{}", more + 1),
            });
        }
        let distinct = !grouped
            && self.orders.is_empty()
            && !self.has_figures()
            && (self.parts.distinct || self.repeats(&columns, &frame)?);
        let mut sql = format!("SELECT {}{} FROM {}", if distinct { "DISTINCT " } else { "" }, select.join(", "), frame.from());
        let conditions: Vec<&str> = wheres.iter().map(|(sql, _)| sql.as_str()).collect();
        if !conditions.is_empty() {
            sql.push_str(&format!(" WHERE {}", conditions.join(" AND ")));
        }
        if grouped {
            let mut by: Vec<String> = columns.iter().map(|col| frame.name(*col)).collect();
            by.extend(self.groups.iter().map(|col| frame.name(*col)).filter(|name| !by.contains(name)).collect::<Vec<_>>());
            sql.push_str(&format!(" GROUP BY {}", by.join(", ")));
        }
        let mut havings = Vec::new();
        for (figure, sign, n) in &self.bounds {
            if !grouped || matches!((figure, *sign), (Shown::Count(_), "<" | "<=")) && self.rows.is_some() {
                return None;
            }
            havings.push(format!("{} {sign} {}", self.sql(&frame, base, *figure)?, number(*n)));
        }
        if !havings.is_empty() {
            sql.push_str(&format!(" HAVING {}", havings.join(" AND ")));
        }
        let orders = self
            .orders
            .iter()
            .map(|(key, down)| Some(format!("{}{}", self.sql(&frame, base, *key)?, if *down { " DESC" } else { "" })));
        let mut orders = orders.collect::<Option<Vec<_>>>()?;
        if let (true, true, Some(figure)) =
            (grouped, orders.is_empty(), self.shown.iter().find(|shown| !matches!(shown, Shown::Column(_))))
        {
            orders.push(format!("{} DESC", self.sql(&frame, base, *figure)?));
            orders.extend(columns.first().map(|col| frame.name(*col)));
        }
        // Where several are first, the same ones each time; what is listed once, in the order of its values.
        orders.extend(columns.first().filter(|_| limit.is_some()).map(|col| frame.name(*col)));
        if distinct && orders.is_empty() {
            orders.extend(columns.iter().map(|col| frame.name(*col)));
        }
        if !orders.is_empty() {
            sql.push_str(&format!(" ORDER BY {}", orders.join(", ")));
        }
        if let Some(limit) = limit {
            sql.push_str(&format!(" LIMIT {limit}"));
        }
        let answers = match (self.has_figures(), columns.is_empty(), self.shown.last()) {
            (true, true, _) if self.shown.len() == 1 => Answers::Figure,
            (true, false, Some(last)) if !matches!(last, Shown::Column(_)) => Answers::Ranking,
            _ => Answers::List,
        };
        let reading = self.reading(base, asked, &wheres);
        let tables = frame.tables().map(|table| format!("{}.{}", self.schema.database, self.schema.tables[table].name)).collect();
        Some(Plan { sql, reading, tables, answers, confidence: (0.95 - self.doubt).max(0.5) })
    }

    /// Whether values are asked for that stand in several rows; none where it is not clear whether each is wanted once.
    fn repeats(&self, columns: &[Col], frame: &Frame<'_, '_>) -> Option<bool> {
        let [col] = columns else { return Some(false) };
        let owned =
            self.parts.items.iter().any(|item| matches!(item, Item::Noun(noun) if noun.owner.is_some())) && !self.parts.which;
        if self.rows.is_some() || owned || self.schema.column(*col).primary_key {
            return Some(false);
        }
        (matches!(self.schema.class(*col), Class::Text | Class::Other) && frame.tables().count() == 1).then_some(true)
    }

    fn sql(&self, frame: &Frame<'_, '_>, base: usize, shown: Shown) -> Option<String> {
        Some(match shown {
            Shown::Column(col) => frame.name(col),
            Shown::Count(table) if table == base || self.linking(base, table) => "COUNT(*)".to_owned(),
            Shown::Count(table) => format!("COUNT(DISTINCT {})", frame.name(self.schema.key(table)?)),
            Shown::Figure(Figure::Distinct | Figure::Count, col) => format!("COUNT(DISTINCT {})", frame.name(col)),
            // Rows that are joined to several others would weigh more.
            Shown::Figure(Figure::Average | Figure::Sum, col) if col.0 != base && !self.linking(base, col.0) => return None,
            Shown::Figure(figure, col) => format!("{}({})", figure.function(), frame.name(col)),
        })
    }

    /// Each row of `base` is a pair that only says which rows of `table` belong to another.
    fn linking(&self, base: usize, table: usize) -> bool {
        let columns = &self.schema.tables[base].columns;
        let keys = columns.iter().filter(|column| column.foreign_key.is_some()).count();
        keys == 2 && columns.iter().all(|column| column.foreign_key.is_some() || column.primary_key) && table != base
            || keys == 2 && columns.iter().filter(|column| column.primary_key && column.foreign_key.is_some()).count() == 2
    }
}

impl Shown {
    fn table(&self) -> Option<usize> {
        Some(match self {
            Self::Column(col) | Self::Figure(_, col) => col.0,
            Self::Count(table) => *table,
        })
    }

    fn column(&self) -> Option<Col> {
        if let Self::Column(col) = self { Some(*col) } else { None }
    }
}
