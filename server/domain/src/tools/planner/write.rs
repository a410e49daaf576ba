//! The query of what was understood.

use super::{
    Answers, Plan,
    compile::{Compiler, Shown},
    filter::filter,
    frame::Frame,
    resolve::Rule,
    tree::{Figure, Link, Shape, Side, Test},
    whole::widen,
};
use crate::tools::{naming::Col, warehouse::literal};

/// Conditions, and rows of other tables that are named.
type Chosen<'p> = (Vec<Rule>, Vec<&'p Link>);

/// What is asked for, with the tables that it is in and the conditions of the two sides.
pub(super) struct Written<'s, 'a> {
    pub(super) frame: Frame<'s, 'a>,
    pub(super) base: usize,
    pub(super) shape: Shape,
    /// As SQL, and in words.
    pub(super) sides: [(String, String); 2],
    pub(super) wheres: Vec<(String, String)>,
    /// The figure of all groups together.
    pub(super) total: Option<String>,
}

impl<'s, 'a> Compiler<'s, 'a> {
    pub(super) fn write(&mut self) -> Option<Plan> {
        let all: Vec<Shown> = self
            .shown
            .iter()
            .chain(self.orders.iter().map(|(shown, _)| shown))
            .chain(self.bounds.iter().map(|one| &one.0))
            .copied()
            .collect();
        let mut tables: Vec<usize> = all.iter().map(Shown::table).collect();
        tables.extend(all.iter().filter_map(|shown| if let Shown::Mean(_, col) = shown { Some(col.0) } else { None }));
        tables.extend(self.groups.iter().map(|col| col.0));
        let figure = all.iter().find(|shown| shown.is_figure());
        let preferred = figure.map(Shown::table).or(self.rows).or(tables.first().copied())?;
        let grouped = self.grouped();
        (grouped || self.part().is_none()).then_some(())?;
        if grouped && self.rows.is_some_and(|rows| self.schema.path(preferred, rows, true).is_some()) {
            tables.extend(self.rows);
        }
        let Some(base) = self.schema.base(preferred, &tables) else {
            tables.iter().for_each(|table| drop(self.resolver.way(preferred, *table, true)));
            return None;
        };
        if let (true, true, Some(rows)) = (grouped, self.groups.is_empty(), self.rows) {
            self.groups.push(self.schema.key(rows)?);
        }
        let mut rules = self.parts.conditions.iter().map(|one| self.resolver.rule(one)).collect::<Option<Vec<_>>>()?;
        let columns: Vec<Col> = self.shown.iter().filter_map(Shown::column).collect();
        // What is claimed to be among the first ones chooses no rows.
        let ranked = self.parts.claim.is_some() && self.parts.limit.is_some();
        let is_named = |rule: &Rule| ranked && columns.contains(&rule.col) && matches!(rule.test, Test::Text(_)) && !rule.negated;
        let named: Vec<Rule> = rules.iter().filter(|rule| is_named(rule)).cloned().collect();
        rules.retain(|rule| !is_named(rule));
        let mut frame = Frame::new(self.schema, base, 0);
        for table in tables {
            frame.add(&self.schema.path(base, table, true)?);
        }
        for rule in &rules {
            frame.add(&self.schema.path(base, rule.col.0, true).unwrap_or_default());
        }
        // A bound of what is added up may be one of the sums; rows of other tables may hold what is only partly named.
        let added = |rule: &Rule| {
            let is_sum = |shown: &Shown| matches!(shown, Shown::Figure(Figure::Sum, col) if *col == rule.col);
            grouped && self.shown.iter().any(is_sum) && matches!(rule.test, Test::Number(..) | Test::Between(..))
        };
        let is_sure = self.doubt <= 0.14 || self.parts.links.is_empty() || !self.has_figures() || self.counts_by_key(base);
        (is_sure && !rules.iter().any(added)).then_some(())?;
        let share_of_all = ranked && self.parts.shape == Shape::Share;
        let shape = if share_of_all { Shape::Plain } else { self.parts.shape };
        let newest = rules.iter().find(|rule| matches!(rule.test, Test::Recent(..))).map(|rule| rule.col);
        let newest =
            newest.map(|col| format!("SELECT MAX({}) AS newest FROM {}", self.schema.quote(col), self.schema.table(col.0)));
        // Only figures have sides.
        (shape == Shape::Plain || self.has_figures()).then_some(())?;
        let counted = self.find_counted(base, shape)?;
        let total = if shape == Shape::Each { Some(self.total(base, &rules)?) } else { None };
        let chosen = self.sides(base, rules, shape)?;
        let mut filters = Vec::new();
        for chosen in chosen {
            filters.push(filter(&self.resolver, &frame, base, counted, chosen)?);
        }
        let [wheres, first, second]: [Vec<(String, String)>; 3] = filters.try_into().ok()?;
        let sides = [together(&first), together(&second)];
        let written = Written { frame, base, shape, sides, wheres, total };
        let limit = self.parts.limit;
        let name = |col: Col| written.frame.name(col);
        // Where nothing comes before everything else, what is missing would be the first.
        let is_first = |down: bool| limit.is_some() && (!down || self.schema.dialect.puts_null_high());
        let ends = self.orders.iter().filter(|(_, down)| is_first(*down)).filter_map(|(key, _)| key.column());
        let present = columns.first().copied().filter(|_| grouped && self.rows.is_none());
        let mut present: Vec<String> = ends.chain(present).map(|col| format!("{} IS NOT NULL", name(col))).collect();
        if let Some((_, col)) = self.part() {
            let [_, _, known] = self.write_part(&name(col))?;
            present.push(known);
        }
        let asked = self.shown.len();
        if limit.is_some() {
            let keys: Vec<Shown> = self.orders.iter().map(|(key, _)| *key).collect();
            keys.into_iter().for_each(|key| self.show(key));
        }
        let sql = match self.find_median() {
            Some(_) if ranked => return None,
            Some(col) => self.select_median(&written, &present, col)?,
            None => self.select(&written, &present, ranked, &columns)?,
        };
        let reading = self.reading(&written, asked, &named);
        let sql = if ranked { self.claimed(&sql, &written, &columns, &named, share_of_all)? } else { sql };
        let has_keys = self.shown.iter().any(|one| !one.is_figure());
        let is_figure = ranked || !has_keys && self.shown.len() == 1 && shape != Shape::Beside;
        let answers = match self.shown.last() {
            _ if is_figure && (self.has_figures() || ranked) => Answers::Figure,
            Some(last) if has_keys && last.is_figure() => Answers::Ranking,
            _ => Answers::List,
        };
        if self.parts.claim.is_some() && answers != Answers::Figure {
            return None;
        }
        let tables = written.frame.tables().map(|table| format!("{}.{}", self.schema.database, self.schema.tables[table].name));
        let compared = (shape == Shape::Beside && !has_keys && self.shown.len() == 1).then_some(!self.parts.reversed);
        let is_percent = matches!(self.parts.shape, Shape::Share | Shape::Percent) && self.parts.claim.is_none();
        Some(Plan {
            sql,
            reading,
            tables: tables.collect(),
            answers,
            compared,
            percent: is_percent && answers == Answers::Figure,
            newest,
            confidence: (0.95 - self.doubt).max(0.5),
        })
    }

    /// Of which rows all is, and what is of one side only.
    fn sides(&self, base: usize, mut rules: Vec<Rule>, shape: Shape) -> Option<[Chosen<'s>; 3]> {
        let links: Vec<&'s Link> = self.parts.links.iter().collect();
        let ask = |question: &str| {
            self.resolver.ask(|_| question.to_owned(), &[]);
            None
        };
        let said = |side: Side| {
            rules.iter().filter(|rule| rule.side == side).count() + links.iter().filter(|link| link.side == side).count()
        };
        match shape {
            Shape::Plain | Shape::Each => Some([(rules, links), Chosen::default(), Chosen::default()]),
            Shape::Share => {
                let part = match [Side::First, Side::Both, Side::Second].map(said) {
                    [1..=usize::MAX, _, _] => Side::First,
                    [0, 1..=usize::MAX, _] => Side::Both,
                    [0, 0, 1] => Side::Second,
                    [0, 0, 0] => return ask("Which part of the whole is meant?"),
                    _ => return ask("Which of it is the whole, and which the part?"),
                };
                let has_links = links.iter().any(|link| link.side == part);
                let is_own = |rule: &Rule| self.schema.path(base, rule.col.0, true).is_some();
                if !widen(&mut rules, part, has_links, is_own) {
                    return ask("Which of it is the whole, and which the part?");
                }
                let (parts, wholes) = rules.into_iter().partition(|rule| rule.side == part);
                let (of_parts, of_wholes) = links.into_iter().partition(|link| link.side == part);
                Some([(wholes, of_wholes), (parts, of_parts), Chosen::default()])
            }
            _ => {
                let (seconds, mut both): (Vec<Rule>, Vec<Rule>) = rules.into_iter().partition(|rule| rule.side == Side::Second);
                let at = seconds
                    .iter()
                    .find_map(|second| Some((both.iter().rposition(|rule| rule.col == second.col)?, second.clone())));
                let Some((at, second)) = at else { return ask("What is compared with what?") };
                let first = both.remove(at);
                both.extend(seconds.into_iter().filter(|rule| *rule != second));
                // What is said of one side only would be taken for both.
                if both.iter().any(|rule| rule.col == first.col) {
                    return ask("What is compared with what?");
                }
                Some([(both, links), (vec![first], Vec::new()), (vec![second], Vec::new())])
            }
        }
    }

    fn select(&self, written: &Written<'_, '_>, present: &[String], ranked: bool, columns: &[Col]) -> Option<String> {
        let (frame, grouped) = (&written.frame, self.grouped());
        let (mut select, mut figures) = (Vec::new(), 0);
        for (at, shown) in self.shown.iter().enumerate() {
            let claimed = ranked && at + 1 == self.shown.len();
            if !shown.is_figure() && !claimed {
                let name = match shown {
                    _ if ranked => format!(" AS g{}", at + 1),
                    Shown::Part(part, _) => format!(" AS {}", part.name()),
                    _ => String::new(),
                };
                select.push(format!("{}{name}", self.sql(written, *shown)?));
                continue;
            }
            let sides = match written.shape {
                Shape::Beside => {
                    written.sides.iter().map(|(when, _)| self.aggregate(written, *shown, Some(when))).collect::<Option<_>>()?
                }
                _ => vec![self.sql(written, *shown)?],
            };
            for sql in sides {
                figures += 1;
                select.push(format!("{sql} AS figure{}", if figures > 1 { format!("_{figures}") } else { String::new() }));
            }
        }
        let distinct = !grouped
            && self.orders.is_empty()
            && !self.has_figures()
            && (self.parts.distinct || self.repeats(columns, frame.tables().count())?);
        let mut sql = format!("SELECT {}{}", if distinct { "DISTINCT " } else { "" }, select.join(", "));
        sql.push_str(&written.rows(present));
        let part = match self.part() {
            Some((_, col)) => Some(self.write_part(&frame.name(col))?),
            None => None,
        };
        // What it is not grouped by has to be one value of each group.
        let sorted = |[value, order, _]: &[String; 3]| if order == value { order.clone() } else { format!("MIN({order})") };
        let part_order = part.as_ref().map(sorted);
        if grouped {
            let of_part = part.iter().map(|[value, ..]| value.clone());
            let mut by: Vec<String> = columns.iter().map(|col| frame.name(*col)).chain(of_part).collect();
            by.extend(self.groups.iter().map(|col| frame.name(*col)).filter(|name| !by.contains(name)).collect::<Vec<_>>());
            sql.push_str(&format!(" GROUP BY {}", by.join(", ")));
        }
        let mut havings = Vec::new();
        for (figure, sign, limit) in &self.bounds {
            if !grouped || matches!((figure, *sign), (Shown::Count(_), "<" | "<=")) && self.rows.is_some() {
                return None;
            }
            let limit = match (limit, figure) {
                (Some(n), _) => n.to_string(),
                (None, Shown::Figure(of, col)) if written.wheres.is_empty() => {
                    format!("(SELECT {}({}) FROM {})", of.names().0, self.schema.quote(*col), self.schema.table(col.0))
                }
                _ => return None,
            };
            havings.push(format!("{} {sign} {limit}", self.sql(written, *figure)?));
        }
        if !havings.is_empty() {
            sql.push_str(&format!(" HAVING {}", havings.join(" AND ")));
        }
        // Shares are in the order of what they are shares of.
        let value =
            |key: Shown| if written.total.is_some() { self.aggregate(written, key, None) } else { self.sql(written, key) };
        let order = |(key, down): &(Shown, bool)| {
            let by = if matches!(key, Shown::Part(..)) { part_order.clone() } else { value(*key) };
            Some(format!("{}{}", by?, if *down { " DESC" } else { "" }))
        };
        let mut orders = self.orders.iter().map(order).collect::<Option<Vec<_>>>()?;
        // Time goes on from left to right; of what is asked for first, the earliest of equals.
        let is_timed = orders.is_empty() || self.parts.limit.is_some();
        if let Some(order) = part_order.clone().filter(|_| is_timed) {
            orders.push(order);
            orders.extend(columns.first().filter(|_| self.parts.limit.is_none()).map(|col| frame.name(*col)));
        }
        if let (true, true, Some(figure)) = (grouped, orders.is_empty(), self.shown.iter().find(|shown| shown.is_figure())) {
            orders.push(format!("{} DESC", value(*figure)?));
            orders.extend(columns.first().map(|col| frame.name(*col)));
        }
        // Where several are first, the same ones each time; what is listed once, in the order of its values.
        orders.extend(columns.first().filter(|_| self.parts.limit.is_some()).map(|col| frame.name(*col)));
        if distinct && orders.is_empty() {
            orders.extend(columns.iter().map(|col| frame.name(*col)));
        }
        if !orders.is_empty() {
            sql.push_str(&format!(" ORDER BY {}", orders.join(", ")));
        }
        if let Some(limit) = self.parts.limit.filter(|_| !self.parts.claim.is_some_and(|claim| claim.rank)) {
            sql.push_str(&format!(" LIMIT {limit}"));
        }
        Some(sql)
    }

    /// The figure of the first ones, that of one that may be among them, or its place.
    fn claimed(&self, inner: &str, written: &Written<'_, '_>, columns: &[Col], names: &[Rule], of_all: bool) -> Option<String> {
        let last = *self.shown.last()?;
        let ranked = format!("({inner}) AS ranked");
        let of = match names {
            [] => None,
            [Rule { col, test: Test::Text(value), .. }] => {
                let place = columns.iter().position(|own| own == col)? + 1;
                Some(format!("g{place} = {}", literal(value)))
            }
            _ => return None,
        };
        if self.parts.claim?.rank {
            let sign = if self.orders.first()?.1 { ">" } else { "<" };
            let own = format!("(SELECT figure FROM {ranked} WHERE {})", of?);
            return Some(format!("SELECT COUNT(*) + 1 AS figure FROM {ranked} WHERE figure {sign} {own}"));
        }
        let added = matches!(last, Shown::Count(_) | Shown::Figure(Figure::Sum, _));
        (self.parts.limit == Some(1) || added).then_some(())?;
        let mut value = of.map_or_else(|| "SUM(figure)".to_owned(), |of| format!("SUM(CASE WHEN {of} THEN figure ELSE 0 END)"));
        if of_all {
            value =
                format!("{} * {value} / NULLIF((SELECT {}{}), 0)", self.factor(), self.sql(written, last)?, written.rows(&[]));
        }
        Some(format!("SELECT {value} AS figure FROM {ranked}"))
    }

    fn factor(&self) -> &'static str {
        if self.parts.claim.is_some_and(|claim| claim.fraction) { "1.0" } else { "100.0" }
    }

    fn sql(&self, written: &Written<'_, '_>, shown: Shown) -> Option<String> {
        if !shown.is_figure() {
            return self.aggregate(written, shown, None);
        }
        let side = |at: usize| self.aggregate(written, shown, Some(&written.sides[at].0));
        let (left, right) = if self.parts.reversed && written.shape == Shape::Difference { (1, 0) } else { (0, 1) };
        Some(match written.shape {
            Shape::Plain | Shape::Beside => self.aggregate(written, shown, None)?,
            Shape::Share => format!("{} * {} / NULLIF({}, 0)", self.factor(), side(0)?, self.aggregate(written, shown, None)?),
            Shape::Each => {
                format!("{} * {} / NULLIF({}, 0)", self.factor(), self.aggregate(written, shown, None)?, written.total.as_ref()?)
            }
            Shape::Difference => format!("{} - {}", side(left)?, side(right)?),
            Shape::Times => format!("1.0 * {} / NULLIF({}, 0)", side(0)?, side(1)?),
            Shape::Percent if self.parts.reversed => format!("100.0 * ({1} - {0}) / NULLIF({1}, 0)", side(0)?, side(1)?),
            Shape::Percent => format!("100.0 * ({0} - {1}) / NULLIF({1}, 0)", side(0)?, side(1)?),
        })
    }

    /// A figure over all rows, or those of a side.
    pub(super) fn aggregate(&self, written: &Written<'_, '_>, shown: Shown, when: Option<&str>) -> Option<String> {
        let (frame, base) = (&written.frame, written.base);
        let case = |value: String| when.map_or_else(|| value.clone(), |when| format!("CASE WHEN {when} THEN {value} END"));
        Some(match shown {
            Shown::Column(col) => frame.name(col),
            Shown::Part(_, col) => self.write_part(&frame.name(col)).map(|[value, ..]| value)?,
            Shown::Count(table) if table == base || self.linking(base, table) => match when {
                None => "COUNT(*)".to_owned(),
                Some(when) => format!("SUM(CASE WHEN {when} THEN 1 ELSE 0 END)"),
            },
            Shown::Count(table) => format!("COUNT(DISTINCT {})", case(frame.name(self.schema.key(table)?))),
            Shown::Mean(table, col) if table == base && when.is_none() => {
                format!("1.0 * COUNT(*) / NULLIF(COUNT(DISTINCT {}), 0)", frame.name(col))
            }
            Shown::MeanOfPart(table, part, col) if table == base && when.is_none() => {
                let date = frame.name(col);
                let value = part.write(self.schema.dialect, &date, self.schema.column(col).is_text())?;
                format!("1.0 * COUNT({date}) / NULLIF(COUNT(DISTINCT {value}), 0)")
            }
            Shown::Mean(..) | Shown::MeanOfPart(..) | Shown::Figure(Figure::Median, _) => return None,
            Shown::Figure(Figure::Distinct | Figure::Count, col) => format!("COUNT(DISTINCT {})", case(frame.name(col))),
            // Rows that are joined to several others would weigh more.
            Shown::Figure(Figure::Average | Figure::Sum, col) if col.0 != base && !self.linking(base, col.0) => return None,
            Shown::Figure(Figure::Sum, col) if when.is_some() => {
                format!("SUM(CASE WHEN {} THEN {} ELSE 0 END)", when.unwrap_or_default(), frame.name(col))
            }
            Shown::Figure(figure, col) => format!("{}({})", figure.names().0, case(frame.name(col))),
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

impl Written<'_, '_> {
    /// From which rows it is taken.
    pub(super) fn rows(&self, present: &[String]) -> String {
        let conditions: Vec<&str> = self.wheres.iter().map(|(sql, _)| sql).chain(present).map(String::as_str).collect();
        let filter = if conditions.is_empty() { String::new() } else { format!(" WHERE {}", conditions.join(" AND ")) };
        format!(" FROM {}{filter}", self.frame.from())
    }
}

/// All conditions of a side, without brackets around the only one.
fn together(conditions: &[(String, String)]) -> (String, String) {
    let sql: Vec<&str> = conditions.iter().map(|(sql, _)| sql.as_str()).collect();
    let said: Vec<&str> = conditions.iter().map(|(_, said)| said.as_str()).collect();
    let sql = sql.join(" AND ");
    let bare = sql.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).filter(|inner| !inner.contains(['(', ')']));
    (bare.map_or_else(|| sql.clone(), str::to_owned), said.join(" and "))
}
