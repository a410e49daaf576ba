//! What speaks for and against a company being in the place, at each of its mentions.

use super::{
    super::{
        ground::Target,
        lexicon::{Class, Form},
        listed::List,
        scene::{Scene, What},
    },
    address,
    clause::{Clauses, is_acting, is_finite},
    governor::{Governor, governor},
    looks,
    near::{self, Holder, Spot},
    polarity, reach, role,
    weigh::{Sign, sum},
};
use domain::companies::{Presence, Role};

/// How many sentences before a company its place may be named.
const FAR: usize = 4;

#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub unit: usize,
    /// The first company of the list that it is in.
    pub list: usize,
    pub ground: usize,
    pub place: usize,
    pub signs: Vec<Sign>,
    pub score: f32,
    pub role: Option<Role>,
    pub presence: Presence,
    /// The sentence itself names the place.
    pub is_near: bool,
}

pub(super) fn read_all(scene: &Scene<'_>, clauses: &Clauses, target: &Target) -> Vec<Reading> {
    let ordered: Vec<bool> = scene.sentences.iter().map(|one| polarity::has_order(scene, one.from..one.to)).collect();
    let mut spots = near::spots(scene);
    spots.retain(|spot| !ordered[scene.tokens[scene.units[spot.unit].from].sentence]);
    let lists = reach::lists(scene);
    let mut readings: Vec<Reading> = Vec::new();
    let holders: Vec<Holder> =
        spots.iter().filter(|spot| spot.is_place).filter_map(|spot| near::holder(scene, spot.unit)).collect();
    let left: Vec<usize> = spots.iter().filter(|spot| reach::is_left_by_sentence(scene, **spot)).map(|spot| spot.unit).collect();
    let paragraphs = reach::paragraphs(scene);
    let text =
        Text { scene, clauses, target, spots: &spots, holders: &holders, lists: &lists, left: &left, paragraphs: &paragraphs };
    for (number, unit) in scene.units.iter().enumerate() {
        let sentence = scene.tokens[unit.from].sentence;
        // What follows an order is part of it.
        if !matches!(unit.what, What::Company(_)) || ordered[sentence] || sentence > 0 && ordered[sentence - 1] {
            continue;
        }
        for clause in text.clauses_of(number) {
            readings.extend(text.read(number, clause));
        }
    }
    // What holds for one entry of a list speaks for the others.
    let what = |reading: &Reading| scene.units[reading.unit].what;
    let firm = readings.iter().filter(|one| one.score > 0.0 && one.role.is_none() && one.presence.counts());
    let firm: Vec<(What, usize)> = firm.map(|one| (what(one), one.list)).collect();
    for reading in &mut readings {
        let own = what(reading);
        if reading.score <= 0.0 && firm.iter().any(|(other, one)| *one == reading.list && *other != own) {
            reading.signs.push(Sign::Mate);
            reading.score = sum(&reading.signs);
        }
    }
    readings
}

struct Text<'s, 't> {
    scene: &'s Scene<'t>,
    clauses: &'s Clauses,
    target: &'s Target,
    spots: &'s [Spot],
    /// Places of the search with the company that each belongs to.
    holders: &'s [Holder],
    lists: &'s [usize],
    /// The units of spots in sentences where somebody leaves, in order.
    left: &'s [usize],
    /// Of each sentence.
    paragraphs: &'s [usize],
}

impl Text<'_, '_> {
    /// The clause that names it, and those of the sentence that go on with it as their subject.
    fn clauses_of(&self, number: usize) -> Vec<usize> {
        let own = self.clauses.number(self.scene.units[number].from);
        let sentence = self.scene.tokens[self.scene.units[number].from].sentence;
        let later = (own + 1..self.clauses.all.len())
            .take_while(|other| self.scene.tokens[self.clauses.all[*other].from].sentence == sentence)
            .filter(|other| !self.clauses.all[*other].is_own && self.clauses.all[*other].subject.contains(&number));
        std::iter::once(own).chain(later).collect()
    }

    fn read(&self, number: usize, about: usize) -> Option<Reading> {
        let scene = self.scene;
        let unit = scene.units[number];
        let clause = self.clauses.all.get(about)?;
        let mut signs = vec![Sign::Base];
        let (spot, is_near) = self.nearest(number, about, &mut signs)?;
        let place = scene.units[spot.unit];
        let range = clause.from..clause.to;
        let head = self.lists[number];
        let own = self.holders.iter().find(|holder| self.lists[holder.company] == head);
        let attached = own.is_some();
        let mut add = |sign: Sign, holds: bool| signs.extend(holds.then_some(sign));
        let subject = clause.verb.is_some() && clause.subject.iter().any(|one| self.lists[*one] == head);
        let hangs = governor(scene, place.from);
        // "ADGM, where it has an office".
        let is_where = near::is_antecedent(scene, clause, place);
        let in_clause = range.contains(&place.from) || is_where;
        let is_in = in_clause && (is_where || matches!(hangs, Governor::In(_)));
        let lead = role::preposition(scene, number);
        let is_record = !scene.is_foreign() && self.is_fragment(unit.from) && (is_near || scene.sentence_of(unit.from).is_line);
        let (stays, asset) = self.settles(range.clone());
        let main = clause.verb;
        add(Sign::Attached, own.is_some_and(|holder| holder.is_before));
        add(Sign::Based, own.is_some_and(|holder| holder.is_before && near::is_based(scene, holder.place)));
        add(Sign::Within, own.is_some_and(|holder| !holder.is_before));
        add(Sign::Theirs, !attached && !is_where && self.is_of_others(spot, head));
        add(Sign::Placed, is_in);
        add(Sign::Out, is_near && matches!(hangs, Governor::From(_) | Governor::Beside));
        add(Sign::Subject, subject);
        add(Sign::Stays, stays && subject);
        add(Sign::Settled, stays && subject && (is_in || in_clause && matches!(hangs, Governor::To | Governor::Object)));
        add(Sign::Asset, asset);
        let is_let_to = lead.is_some_and(|lead| near::is_let_to(scene, clause, lead));
        add(Sign::Tenant, is_let_to || near::is_resident(scene, head) || subject && near::is_called_resident(scene, clause));
        // "Hiring: officer at Acme, ADGM".
        let offers = attached && lead.is_some_and(|lead| scene.lower(lead) == "at" && self.is_offer(lead));
        add(Sign::Entry, is_record && (self.begins_with(unit.from) || offers) && place.from > unit.to && is_near);
        add(Sign::Addressed, unit.meant.is_none() && unit.to < place.from && address::leads_to(scene, unit, place));
        let item = self.begins_with(unit.from) && self.is_item(unit.from);
        add(Sign::Item, item);
        let named_by = scene.tokens[place.from].sentence;
        let heads = |sentence: usize| named_by <= sentence && near::heads_list(scene, sentence);
        add(Sign::Headed, item && !is_near && self.heading(unit.from).is_some_and(heads));
        let near = range.start.max(unit.from.saturating_sub(5))..range.end.min(unit.to + 5);
        add(Sign::Also, near.into_iter().any(|at| List::Also.has(scene.lower(at))));
        add(Sign::Group, self.lists.iter().filter(|list| **list == head).count() > 2);
        let verb = |classes: &[Class]| main.is_some_and(|verb| scene.tokens[verb].any(classes));
        let does = subject && !asset && main.is_some();
        add(Sign::Idle, does && !stays && !verb(&[Class::Be, Class::Have, Class::Say]));
        let after = lead.filter(|_| !subject).map_or("", |lead| scene.lower(lead));
        add(Sign::By, after == "by");
        add(Sign::Oblique, !matches!(after, "" | "by" | "of" | "to" | "in" | "at"));
        let aside = near::names_other(scene, self.clauses, self.target, clause.from) && !attached;
        add(Sign::Aside, aside);
        add(Sign::Abroad, aside && !in_clause && (stays || asset) && (subject || lead.is_some()));
        add(Sign::Speaks, does && verb(&[Class::Say]));
        looks::add(scene, unit, &mut add);
        let sentence = scene.sentence_of(unit.from);
        let sentence = sentence.from..sentence.to;
        let unsure = |class: &Class| polarity::has(scene, sentence.clone(), *class);
        let doubt =
            polarity::is_denied(scene, sentence.clone()) || [Class::Softly, Class::Hedge, Class::OnlyFormer].iter().any(unsure);
        add(Sign::Wavers, doubt && is_near);
        let ends = |at: usize| is_acting(scene, at) && scene.tokens[at].any(&[Class::Leave, Class::Drop, Class::Deny]);
        add(Sign::Leaves, sentence.clone().any(ends));
        let role = role::role_of(scene, clause, head)
            .or_else(|| (head != number).then(|| role::role_of(scene, clause, number)).flatten());
        // A rival or a supplier may be there as well; who advises, pays or owns is there only where the sentence says so.
        let soft = role.filter(|role| *role == Role::Other);
        // "ADGM granted the lender Acme a licence".
        let granted = asset && !subject && lead.is_none() && verb(&[Class::Give, Class::Host]) && main < Some(unit.from);
        // "Advises on setting up in ADGM": others do.
        let stays_here = stays && subject && is_near && !role::is_engaged(scene, clause) && !verb(&[Class::Advise]);
        let settled = granted || stays_here && (asset || is_in);
        let role = role.filter(|role| *role != Role::Other && (!settled || *role == Role::ZoneOwner) && (!attached || !is_near));
        let role = role.or_else(|| self.apart(spot, about).filter(|_| !attached));
        let serves = !attached && subject && range.contains(&place.from) && near::is_of_served(scene, clause, (number, place));
        let role = role.or_else(|| serves.then_some(Role::Customer));
        let role = role.or_else(|| near::is_guest(scene, clause, head).then_some(Role::Other).filter(|_| !attached));
        let role = if subject && near::is_run_by(scene, clause, place) { Some(Role::ZoneOwner) } else { role };
        if soft.is_some() && !attached {
            signs.push(Sign::Other);
        }
        let presence = polarity::judge(scene, self.clauses, about, (number, place));
        let presence = self.of_antecedent(spot, (number, about)).filter(|_| is_where).unwrap_or(presence);
        // Whatever "ADGM-based Acme" plans, it is there.
        let based = is_near && own.is_some_and(|holder| holder.is_before);
        let vague = based && matches!(presence, Presence::Planned | Presence::Unclear);
        let presence = if vague { polarity::in_front(scene, unit) } else { presence };
        // That it left is believed from anywhere, that it is there only from what is its own.
        let is_gone = matches!(presence, Presence::Left | Presence::Denied);
        let is_own = is_near || self.reaches(number, &spot) && (attached || !self.is_put_elsewhere(number));
        if !is_own && !is_gone {
            return None;
        }
        let score = sum(&signs);
        Some(Reading { unit: number, list: head, ground: spot.ground, place: spot.unit, signs, score, role, presence, is_near })
    }

    /// The clause that names the place is about another company.
    fn is_of_others(&self, spot: Spot, head: usize) -> bool {
        let about = self.clauses.clause_at(self.scene.units[spot.unit].from);
        let companies = || about.into_iter().flat_map(|clause| &clause.subject);
        let is_company = |one: &&usize| matches!(self.scene.units[**one].what, What::Company(_));
        let what = self.scene.units[head].what;
        companies().any(|one| is_company(&one))
            && !companies().any(|one| self.lists[*one] == head || self.scene.units[*one].what == what)
    }

    /// Whether a place that another sentence names may be this company's: not where somebody leaves it, and not out of another company's
    /// sentence or paragraph, but for what a list is headed with and what "also" goes on from.
    fn reaches(&self, number: usize, spot: &Spot) -> bool {
        let scene = self.scene;
        if self.left.binary_search(&spot.unit).is_ok() {
            return false;
        }
        let from = scene.units[number].from;
        let (own, other) = (scene.tokens[from].sentence, scene.tokens[scene.units[spot.unit].from].sentence);
        let is_mate = |one: &usize| self.lists[*one] == self.lists[number];
        let mates: Vec<What> = (0..scene.units.len()).filter(is_mate).map(|one| scene.units[one].what).collect();
        let is_of_others = reach::is_of_others(scene, other, &mates);
        if self.paragraphs.get(own) == self.paragraphs.get(other) {
            return !is_of_others || self.leans(number);
        }
        let is_headed = other < own && self.begins_with(from) && self.is_item(from) && near::heads_list(scene, other);
        is_headed && !is_of_others
    }

    /// "So has Acme", "anchor tenant Acme": the sentence goes on from the one before it.
    fn leans(&self, number: usize) -> bool {
        let scene = self.scene;
        let unit = scene.units[number];
        let sentence = scene.sentence_of(unit.from);
        let mut near = sentence.from.max(unit.from.saturating_sub(5))..sentence.to.min(unit.to + 5);
        near.any(|at| List::Also.has(scene.lower(at)) && !scene.is(at, Class::Join))
            || near::is_resident(scene, self.lists[number])
    }

    /// "Acme, based in Dubai": its own sentence says where it is.
    fn is_put_elsewhere(&self, number: usize) -> bool {
        self.clauses_of(number).into_iter().filter_map(|about| self.clauses.all.get(about)).any(|clause| {
            let (stays, _) = self.settles(clause.from..clause.to);
            stays && near::names_other(self.scene, self.clauses, self.target, clause.from)
        })
    }

    /// "helps firms in ADGM": the place is others'.
    fn apart(&self, spot: Spot, clause: usize) -> Option<Role> {
        let place = self.scene.units[spot.unit];
        let same = self.clauses.number(place.from) == clause;
        (same && spot.is_place && near::is_apart(self.scene, spot.unit)).then_some(Role::Other)
    }

    /// "It plans to move to ADGM, where it will hire": it is there no more than the clause before says of it.
    fn of_antecedent(&self, spot: Spot, (number, about): (usize, usize)) -> Option<Presence> {
        let (scene, place) = (self.scene, self.scene.units[spot.unit]);
        let before = self.clauses.number(place.from);
        let is_it = |unit: &usize| scene.units[*unit].what == scene.units[number].what;
        let is_own = before != about && self.clauses.all.get(before)?.subject.iter().any(is_it);
        let presence = polarity::judge(scene, self.clauses, before, (number, place));
        (is_own && !presence.counts()).then_some(presence)
    }

    /// The name of the place that stands nearest, and how near that is.
    fn nearest(&self, number: usize, clause: usize, signs: &mut Vec<Sign>) -> Option<(Spot, bool)> {
        let scene = self.scene;
        let unit = scene.units[number];
        let sentence = scene.tokens[unit.from].sentence;
        let at = |spot: &Spot| scene.units[spot.unit].from;
        let distance = |spot: &&Spot| (!spot.is_place, at(spot).abs_diff(unit.from));
        let in_row = |sentence: usize| {
            let range = scene.sentences[sentence];
            (range.from..range.to).any(|at| scene.tokens[at].is("|"))
        };
        // An authority only where it does something for the company; another row of a table is another company's.
        let mine = |spot: &&Spot| {
            let body = scene.units[spot.unit];
            let other = scene.tokens[body.from].sentence;
            // "licensed by the authority of ADGM".
            let from = || (unit.to..body.from).any(|at| matches!(scene.lower(at), "by" | "from"));
            let licensed = || from() && scene.any(unit.to..body.from, &[Class::Host, Class::Permit]);
            let grants = || scene.any(body.to..unit.from, &[Class::Host, Class::Give]) || near::is_lessor(scene, unit, body);
            let acts = || other == sentence && (grants() || licensed());
            // "ADGM-based Foo has invested in Acme".
            let of_holder = |holder: &&Holder| holder.is_before && holder.place == spot.unit;
            let is_held = self.holders.iter().find(of_holder).is_some_and(|holder| !self.is_same(holder.company, number));
            spot.unit != number
                && !is_held
                && (spot.is_place || acts())
                && (other == sentence || !in_row(sentence) || !in_row(other))
        };
        let inside = |spot: &Spot| scene.tokens[at(spot)].sentence;
        // "Foo left ADGM, while Acme": what another clause says that another company left, or an aside of one: "with Foo, which is there".
        let lost = |spot: &&Spot| {
            let aside = || self.clauses.clause_at(at(spot)).is_some_and(|other| !other.is_own) && !self.leans(number);
            // "Chose Doha over ADGM" puts nobody there.
            let beside = || governor(scene, at(spot)) == Governor::Beside;
            let theirs = || self.is_of_others(**spot, self.lists[number]);
            self.clauses.number(at(spot)) != clause
                && (beside() || theirs() && (aside() || reach::is_left_by_clause(scene, self.clauses, **spot)))
        };
        let here = self.spots.iter().filter(mine).filter(|spot| inside(spot) == sentence && !lost(spot));
        let own = |spot: &&Spot| {
            let place = scene.units[spot.unit];
            let is_where = || self.clauses.all.get(clause).is_some_and(|clause| near::is_antecedent(scene, clause, place));
            self.clauses.number(place.from) == clause || is_where()
        };
        let in_clause = here.clone().filter(own).min_by_key(distance);
        if let Some(spot) = in_clause.or_else(|| here.min_by_key(distance)) {
            signs.push(if in_clause.is_some() { Sign::Clause } else { Sign::Sentence });
            return Some((*spot, true));
        }
        // A list is as near as its first entry.
        let start = self.heading(unit.from).map_or(0, |heading| heading + usize::from(heading == sentence));
        let start = start.min(sentence);
        let earlier = || self.spots.iter().rev().filter(mine).filter(|spot| inside(spot) < sentence);
        let before = earlier().find(|spot| self.reaches(number, spot)).or_else(|| earlier().next());
        if let Some(spot) = before.filter(|spot| start.saturating_sub(inside(spot)) <= FAR) {
            signs.push(if start.saturating_sub(inside(spot)) <= 1 { Sign::After } else { Sign::Far });
            return Some((*spot, false));
        }
        // Only a record goes on with its address.
        let is_record = scene.sentences[sentence].is_line || self.is_fragment(unit.from);
        let near = |spot: &&Spot| is_record && inside(spot) > sentence && inside(spot) <= sentence + 2;
        let ahead = self.spots.iter().filter(mine).find(near)?;
        Some((*ahead, false))
    }

    /// A job is before it, in a sentence that offers one.
    fn is_offer(&self, at: usize) -> bool {
        let sentence = self.scene.sentence_of(at);
        let job = at.saturating_sub(3).max(sentence.from)..at;
        self.scene.any(job, &[Class::Job]) && self.scene.any(sentence.from..sentence.to, &[Class::Hiring])
    }

    /// The same company, or one of its list.
    fn is_same(&self, one: usize, other: usize) -> bool {
        self.lists[one] == self.lists[other] || self.scene.units[one].what == self.scene.units[other].what
    }

    fn begins_with(&self, at: usize) -> bool {
        let from = self.scene.sentence_of(at).from;
        (from..at).all(|word| !self.scene.tokens[word].is_word() || self.scene.is(word, Class::Determiner))
    }

    /// The sentence before those that begin with a company's name.
    fn heading(&self, at: usize) -> Option<usize> {
        let sentence = self.scene.tokens[at].sentence;
        (0..=sentence).rev().find(|number| !self.begins_with_company(*number))
    }

    fn begins_with_company(&self, sentence: usize) -> bool {
        let scene = self.scene;
        let range = scene.sentences[sentence];
        let first = (range.from..range.to).find(|at| scene.tokens[*at].is_word());
        first.is_none_or(|at| scene.company_at(at).is_some_and(|unit| unit.meant.is_none()))
    }

    /// An entry of a list over several lines or sentences.
    fn is_item(&self, at: usize) -> bool {
        let sentence = self.scene.tokens[at].sentence;
        let is_entry = |other: usize| {
            self.scene.sentences.get(other).is_some_and(|range| self.is_fragment(range.from)) && self.begins_with_company(other)
        };
        // An empty line is no entry.
        let is_filled = |other: &usize| !reach::is_blank(self.scene, *other);
        let before = (0..sentence).rev().find(is_filled);
        let after = (sentence + 1..self.scene.sentences.len()).find(is_filled);
        is_entry(sentence) && (after.is_some_and(is_entry) || before.is_some_and(is_entry))
    }

    /// Nothing in it acts.
    fn is_fragment(&self, at: usize) -> bool {
        let range = self.scene.sentence_of(at);
        !(range.from..range.to).any(|at| {
            let free = !self.scene.tokens[at].is_form(Form::Participle) || self.scene.unit_at(at.wrapping_sub(1)).is_some();
            is_finite(self.scene, at) && (free || self.scene.is(at, Class::FiniteAuxiliary))
        })
    }

    /// A verb of being somewhere, and a noun of what one has there.
    fn settles(&self, range: std::ops::Range<usize>) -> (bool, bool) {
        let scene = self.scene;
        let free = |at: &usize| scene.unit_at(*at).is_none() && scene.tokens[*at].is_lower();
        let asset = range
            .clone()
            .filter(free)
            .any(|at| scene.tokens[at].any(&[Class::Asset, Class::Permit]) && !List::NoAsset.has(scene.lower(at)));
        let stays = range.clone().filter(|at| is_acting(scene, *at)).any(|at| {
            let token = &scene.tokens[at];
            token.any(&[Class::Stay, Class::Move, Class::Join, Class::Open, Class::Hire])
                || asset && token.any(&[Class::Get, Class::Have, Class::Firm, Class::Be])
                || asset && token.has(Class::Say) && scene.any(at + 1..at + 4, &[Class::Happening])
        });
        (stays, asset)
    }
}
