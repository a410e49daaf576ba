//! What the parts of a question mean in the tables: what is shown, by what it is grouped and ordered.

use super::{
    Plan, Unplanned,
    date_part::DatePart,
    orders::users_of,
    resolve::Resolver,
    tree::{Figure, Item, Key, Parts, Target},
};
use crate::tools::{
    catalog::Class,
    naming::{Col, Noun, Schema},
};

/// What a row of the answer shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shown {
    Column(Col),
    /// When: a part of a date.
    Part(DatePart, Col),
    /// The number of rows of a table, with another figure that of a column.
    Count(usize),
    Figure(Figure, Col),
    /// How many rows of a table there are for each value of a column.
    Mean(usize, Col),
    /// How many there are for each part of a date.
    MeanOfPart(usize, DatePart, Col),
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
    pub(super) bounds: Vec<(Shown, &'static str, Option<f64>)>,
    pub(super) doubt: f64,
}

pub(super) fn compile(parts: &Parts, schema: &Schema<'_>) -> Result<Plan, Unplanned> {
    let resolver = Resolver::new(schema, parts);
    // One word that is only a part of a name may be read so, two are too many.
    let label = |noun: &Noun| noun.columns.iter().any(|(col, _)| schema.labels(col.0).contains(col));
    let mut partial: Vec<usize> = parts.nouns().filter(|noun| !noun.is_whole() && !label(noun)).map(|noun| noun.at).collect();
    partial.dedup();
    if partial.len() > 1 {
        return Err(Unplanned::NotAsked);
    }
    let (shown, groups, orders, bounds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let doubt = if partial.is_empty() { 0.05 } else { 0.15 };
    let mut compiler = Compiler { resolver, schema, parts, shown, groups, orders, rows: None, bounds, doubt };
    let read = compiler.items().and_then(|()| compiler.group_by()).and_then(|()| compiler.order_by());
    read.and_then(|()| compiler.write()).ok_or_else(|| compiler.resolver.why())
}

impl Compiler<'_, '_> {
    pub(super) fn show(&mut self, shown: Shown) {
        if !self.shown.contains(&shown) {
            self.shown.push(shown);
        }
    }

    fn items(&mut self) -> Option<()> {
        let owner = self.parts.entity.as_ref().and_then(Noun::table);
        self.rows = owner;
        // "The total of hours and fees": what is added up is said once.
        let mut carried = None;
        for item in &self.parts.items {
            let before = carried.take();
            match item {
                Item::Noun(noun) => {
                    let own = owner.filter(|owner| noun.columns.iter().any(|(col, quality)| col.0 == *owner && *quality > 2));
                    if noun.is_table() && own.is_none() {
                        let table = noun.table()?;
                        self.rows = self.rows.or(Some(table));
                        let labels = Some(self.schema.shown(table)).filter(|labels| !labels.is_empty());
                        let labels = labels.unwrap_or_else(|| self.whole_row(table));
                        (!labels.is_empty()).then_some(())?;
                        // What is named beside its own columns needs no name.
                        labels.into_iter().for_each(|label| self.show(Shown::Column(label)));
                    } else {
                        let col = self.resolver.in_context(noun)?;
                        // A role is not the key that keeps it.
                        let whole = noun.columns.iter().any(|(own, quality)| *own == col && *quality > 2);
                        (self.schema.column(col).foreign_key.is_none() || whole).then_some(())?;
                        carried = before.filter(|_| self.schema.column(col).measures());
                        self.show(carried.map_or(Shown::Column(col), |figure| Shown::Figure(figure, col)));
                    }
                }
                Item::Figure(figure, Some(noun)) => {
                    carried = Some(*figure).filter(|figure| matches!(figure, Figure::Average | Figure::Sum) && !noun.is_table());
                    let figure = self.figure(*figure, noun)?;
                    self.show(figure);
                }
                // "How many hops": what holds the value is counted.
                Item::Figure(_, None) => {
                    let first = self.parts.conditions.first()?;
                    if first.target == Target::Dated {
                        self.resolver.ask(|_| "What is counted or added up: which rows, or which column?".to_owned(), &[]);
                        return None;
                    }
                    let rule = self.resolver.rule(first)?;
                    self.show(Shown::Count(rule.col.0));
                }
                Item::Mean(noun, each) if noun.is_column() => {
                    let col = self.resolver.in_context(noun).filter(|col| each.table() == Some(col.0))?;
                    self.show(Shown::Figure(Figure::Average, col));
                }
                Item::Mean(noun, each) => {
                    let table = noun.table()?;
                    let col =
                        if each.is_table() { self.schema.key(each.table()?)? } else { self.resolver.column(each, &[table])? };
                    self.show(Shown::Mean(table, col));
                }
                Item::MeanOfPart(noun, part) => {
                    let mean = self.mean_of_part(noun.table()?, *part)?;
                    self.show(mean);
                }
                Item::Part => {}
            }
        }
        if self.rows.is_none() {
            self.rows = self.shown.iter().filter_map(Shown::column).find(|col| self.names_rows(*col)).map(|col| col.0);
        }
        (!self.shown.is_empty() || self.parts.part.is_some()).then_some(())
    }

    /// "The latest order": of a row without a name all that it says, where it is one of the first.
    fn whole_row(&self, table: usize) -> Vec<Col> {
        const MOST: usize = 12;
        let is_row = |key: &Key| matches!(key, Key::Scale(_) | Key::Noun(_));
        let is_one = self.parts.limit.is_some() && self.parts.items.len() == 1 && self.parts.groups.is_empty();
        let is_shown = is_one && self.parts.part.is_none() && self.parts.orders.iter().all(|order| is_row(&order.key));
        let columns: Vec<Col> = self.schema.columns(table).collect();
        if is_shown && columns.len() <= MOST { columns } else { Vec::new() }
    }

    pub(super) fn names_rows(&self, col: Col) -> bool {
        self.schema.labels(col.0).contains(&col) || self.schema.key(col.0) == Some(col)
    }

    fn figure(&mut self, figure: Figure, noun: &Noun) -> Option<Shown> {
        if matches!(figure, Figure::Count | Figure::Distinct) && noun.is_table() {
            return noun.table().map(Shown::Count);
        }
        let col = self.resolver.in_context(noun)?;
        Some(match figure {
            Figure::Count if self.schema.column(col).measures() => {
                self.doubt += 0.1;
                Shown::Figure(Figure::Sum, col)
            }
            // The rows of which it is so are meant, not the two answers.
            Figure::Count if self.schema.column(col).is_flag() => return None,
            Figure::Count | Figure::Distinct if self.schema.key(col.0) == Some(col) => Shown::Count(col.0),
            Figure::Count => Shown::Figure(Figure::Distinct, col),
            Figure::Average | Figure::Median | Figure::Sum if !self.schema.column(col).measures() => return None,
            figure => Shown::Figure(figure, col),
        })
    }

    pub(super) fn has_figures(&self) -> bool {
        self.shown.iter().any(Shown::is_figure)
    }

    fn group_by(&mut self) -> Option<()> {
        let figures = self.has_figures();
        let mut before = Vec::new();
        for noun in &self.parts.groups {
            // "Moves per game": each row is a game.
            let own = |shown: &Shown| matches!(shown, Shown::Figure(Figure::Average, col) if noun.is_table() && noun.table() == Some(col.0));
            if self.shown.iter().any(own) {
                continue;
            }
            // "The names of each singer" are one row each anyway.
            if noun.is_table() && !noun.columns.iter().any(|(col, quality)| *quality > 2 && self.is_counted(col.0)) {
                let table = noun.table()?;
                let labels = self.schema.shown(table);
                if figures {
                    self.groups.extend(self.schema.key(table));
                    let named = self.shown.iter().any(|shown| shown.column().is_some_and(|col| col.0 == table));
                    (!labels.is_empty() || named).then_some(())?;
                    before.extend(labels.into_iter().filter(|_| !named).map(Shown::Column));
                } else {
                    self.rows = self.rows.or(Some(table));
                }
            } else if figures {
                let counted: Vec<usize> = self.shown.iter().map(Shown::table).collect();
                let col = self.resolver.column(noun, &counted).or_else(|| self.resolver.in_context(noun))?;
                // A part of a name in some other table is hardly meant.
                (noun.is_whole() || counted.contains(&col.0)).then_some(())?;
                match self.names_behind(noun, col).as_slice() {
                    [] => before.push(Shown::Column(col)),
                    names => {
                        self.groups.extend(self.schema.key(names[0].0));
                        before.extend(names.iter().copied().map(Shown::Column));
                    }
                }
            } else {
                return None;
            }
        }
        before.retain(|shown| !self.shown.contains(shown));
        before.append(&mut self.shown);
        self.shown = before;
        self.show_part()?;
        let columns = self.shown.iter().any(|shown| !shown.is_figure());
        self.rows = self.rows.filter(|rows| !figures || !self.is_row_by_row(*rows));
        if let (true, true, true, Some(table)) = (figures, columns, self.groups.is_empty(), self.rows) {
            self.groups.extend(self.schema.key(table));
        }
        self.counts_of_groups()
    }

    /// What those are called that a declared key leads to, where a role is named and not the key: "canoes by home rack".
    fn names_behind(&self, noun: &Noun, col: Col) -> Vec<Col> {
        let is_key = noun.columns.iter().any(|(own, quality)| *own == col && *quality > 2);
        let is_declared = self.schema.column(col).foreign_key.as_ref().is_some_and(|key| key.declared);
        let is_alone = self.parts.groups.len() == 1 && self.shown.iter().all(|shown| shown.table() == col.0);
        let edge = self.schema.edges.iter().find(|edge| edge.from == col && is_declared && is_alone && !is_key);
        let Some(to) = edge.map(|edge| edge.to).filter(|to| self.schema.key(to.0) == Some(*to)) else { return Vec::new() };
        // Of two keys to one table it is not told by which one it is joined.
        let is_only = self.schema.path(col.0, to.0, true).is_some_and(|way| way == [(col, to)]);
        if is_only { self.schema.labels(to.0) } else { Vec::new() }
    }

    /// "The average price of orders by city": groups of one order each would be no groups.
    fn is_row_by_row(&self, rows: usize) -> bool {
        let own = |shown: &Shown| matches!(shown, Shown::Figure(..)) && shown.table() == rows;
        let names = |col: Col| col.0 == rows && self.names_rows(col);
        let mut columns = self.shown.iter().filter_map(Shown::column).peekable();
        columns.peek().is_some() && !columns.any(names) && self.shown.iter().filter(|shown| shown.is_figure()).all(own)
    }

    fn is_counted(&self, table: usize) -> bool {
        self.shown.iter().any(|shown| shown.is_figure() && shown.table() == table)
    }

    /// "Which countries have more than three ports" groups the ports.
    fn counts_of_groups(&mut self) -> Option<()> {
        for bound in &self.parts.bounds {
            let figure = self.figure(bound.figure, &bound.noun)?;
            self.bounds.push((figure, bound.sign, bound.limit));
        }
        let is_grouped = !self.groups.is_empty() || self.shown.iter().any(|shown| !shown.is_figure());
        if is_grouped && (self.rows.is_none() || self.has_figures() && !self.groups.is_empty()) {
            for link in &self.parts.links {
                if let Some((sign, n)) = link.count {
                    let table = link.noun.table()?;
                    // "How many customers in each town had more than 3 jobs": the town, or each customer?
                    let is_other = |shown: &Shown| matches!(shown, Shown::Count(counted) if *counted != table);
                    let is_rival = self.rows.is_none() && self.shown.iter().any(is_other);
                    // "How many jobs does each mechanic with more than 3 cancelled jobs have": all of them, or the cancelled ones?
                    let is_narrowed = || self.parts.conditions.iter().any(|one| one.near == Some(table));
                    (!(link.negated || is_rival || self.has_figures() && is_narrowed())).then_some(())?;
                    self.bounds.push((Shown::Count(table), sign, Some(n)));
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
                Key::First => *self.shown.iter().find(|shown| shown.is_figure()).filter(|_| down).or(self.shown.first())?,
                Key::Scale(adjective) => {
                    let (col, up) = self.resolver.scale(*adjective, None, &tables)?;
                    down = down == up;
                    Shown::Column(col)
                }
                Key::Noun(noun) if noun.columns.is_empty() => Shown::Count(noun.table()?),
                Key::Noun(noun) => {
                    let col = self.resolver.column(noun, &tables)?;
                    // What is summed up or averaged is ordered by that.
                    let figure = |shown: &&Shown| matches!(shown, Shown::Figure(_, own) if *own == col);
                    match self.shown.iter().find(figure).copied() {
                        Some(figure) => figure,
                        None => self.key_of_values(noun, col, down)?,
                    }
                }
                Key::Figure(figure, Some(noun)) => self.figure(*figure, noun)?,
                Key::Figure(_, None) => match self.rows {
                    // The most common of a column's values.
                    None => Shown::Count(self.shown.first().map(Shown::table)?),
                    Some(rows) => {
                        let users = users_of(self.schema, rows);
                        if users.len() > 1 {
                            self.resolver.ask_tables(&users);
                        }
                        return None;
                    }
                },
                Key::Most(noun) if noun.is_table() => Shown::Count(noun.table()?),
                Key::Most(noun) => {
                    let col = self.resolver.column(noun, &tables).filter(|col| self.schema.column(*col).measures())?;
                    if self.rows == Some(col.0) { Shown::Column(col) } else { Shown::Figure(Figure::Sum, col) }
                }
                Key::Busiest => Shown::Count(self.resolver.event()?),
                Key::Open => return None,
            };
            let columns = self.shown.iter().any(|shown| !shown.is_figure());
            let all = self.groups.is_empty() && !columns;
            (!self.has_figures() || !all && (key.is_figure() || self.shown.contains(&key))).then_some(())?;
            self.orders.push((key, down));
        }
        Some(())
    }

    /// "Which month had the highest revenue" adds it up; the highest price of a month is that of one row.
    fn key_of_values(&self, noun: &Noun, col: Col, down: bool) -> Option<Shown> {
        let timed = self.parts.part.is_some();
        let is_value = self.rows.is_none() && self.parts.limit.is_some() && !self.has_figures() && !self.parts.is_claim();
        if !is_value || !(timed || noun.added) {
            return Some(Shown::Column(col));
        }
        self.schema.column(col).measures().then_some(())?;
        let figure = match (noun.added, down) {
            (true, _) => Figure::Sum,
            (false, true) => Figure::Highest,
            (false, false) => Figure::Lowest,
        };
        Some(Shown::Figure(figure, col))
    }

    /// Whether rows are put together.
    pub(super) fn grouped(&self) -> bool {
        let columns = self.shown.iter().any(|shown| !shown.is_figure());
        columns && (self.has_figures() || !self.bounds.is_empty() || self.orders.iter().any(|(shown, _)| shown.is_figure()))
    }

    /// Whether values are asked for that stand in several rows; none where it is not clear whether each is wanted once.
    pub(super) fn repeats(&self, columns: &[Col], tables: usize) -> Option<bool> {
        let [col] = columns else { return Some(false) };
        let owned = |item: &Item| matches!(item, Item::Noun(noun) if noun.owner.is_some());
        let owned = self.parts.items.iter().any(owned) && !self.parts.which;
        if self.rows.is_some() || owned || self.schema.column(*col).primary_key {
            return Some(false);
        }
        (matches!(self.schema.class(*col), Class::Text | Class::Other) && tables == 1).then_some(true)
    }
}

impl Shown {
    pub(super) const fn table(&self) -> usize {
        match self {
            Self::Column(col) | Self::Part(_, col) | Self::Figure(_, col) => col.0,
            Self::Count(table) | Self::Mean(table, _) | Self::MeanOfPart(table, ..) => *table,
        }
    }

    pub(super) const fn is_figure(&self) -> bool {
        !matches!(self, Self::Column(_) | Self::Part(..))
    }

    pub(super) fn column(&self) -> Option<Col> {
        if let Self::Column(col) = self { Some(*col) } else { None }
    }
}
