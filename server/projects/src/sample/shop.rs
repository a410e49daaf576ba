//! The tables of the shop. What is odd in them is meant to be found: maps come back often, orders by phone fade out, a few towns
//! are missing, and one order is far larger than all others.

use std::fmt::Write;
use time::{Date, Duration};

const FIRST: [&str; 12] = ["Ada", "Bela", "Carla", "Dario", "Edda", "Fynn", "Gesa", "Hugo", "Ilse", "Jonas", "Kira", "Luca"];
const LAST: [&str; 9] = ["Anker", "Brandt", "Coste", "Dunn", "Ebbers", "Falk", "Grau", "Holm", "Iversen"];
const TOWNS: [&str; 5] = ["Northport", "Saltbridge", "Eastmole", "Kingsdune", "Fairhaven"];
const CHANNELS: [&str; 3] = ["shop", "web", "phone"];
/// Categories with how dear a book of them is, in cents, and how many of a hundred orders with one come back.
const CATEGORIES: [(&str, u32, u32); 4] =
    [("novel", 1_400, 4), ("children", 1_100, 3), ("cooking", 2_600, 6), ("maps", 1_900, 30)];
const SUBJECTS: [&str; 6] = ["the Lighthouse", "the Quay", "Winter", "the Tides", "the Long Pier", "Small Boats"];
const CUSTOMERS: u32 = 90;
const ORDERS: u32 = 600;
/// Days from the first order to the last.
const DAYS: u32 = 540;

struct Book {
    title: String,
    category: usize,
    cents: u32,
}

/// The files of the database and what stands in them.
pub(super) fn tables() -> [(&'static str, String); 4] {
    let books = books();
    let (mut customers, mut catalog) =
        (String::from("id,name,town,joined_on,newsletter\n"), String::from("id,title,category,price\n"));
    let (mut orders, mut lines) =
        (String::from("id,customer_id,ordered_on,channel,status,total\n"), String::from("order_id,book_id,quantity,price\n"));
    let mut dice = Dice(7);
    for id in 1..=CUSTOMERS {
        let name = format!("{} {}", FIRST[(id as usize * 5) % FIRST.len()], LAST[(id as usize * 7) % LAST.len()]);
        let town = if id % 29 == 0 { "" } else { TOWNS[dice.below(5) as usize] };
        let letter = dice.below(100) < 40;
        row(&mut customers, format_args!("{id},{name},{town},{},{letter}", day(dice.below(DAYS))));
    }
    for (at, book) in books.iter().enumerate() {
        row(&mut catalog, format_args!("{},{},{},{}", at + 1, book.title, CATEGORIES[book.category].0, money(book.cents)));
    }
    for id in 1..=ORDERS {
        let on = id * DAYS / ORDERS;
        let customer = 1 + dice.below(CUSTOMERS).min(dice.below(CUSTOMERS));
        // Fewer and fewer people call.
        let phone = 24 * (DAYS - on) / DAYS;
        let channel = CHANNELS[match dice.below(100) {
            at if at < phone => 2,
            at if at < 55 => 1,
            _ => 0,
        }];
        let (mut total, mut back) = (0, false);
        for _ in 0..=dice.below(3) {
            let at = dice.below(u32::try_from(books.len()).unwrap_or(1)) as usize;
            let book = &books[at];
            let quantity = if id == 431 { 60 } else { 1 + dice.below(2) };
            back |= dice.below(100) < CATEGORIES[book.category].2;
            total += quantity * book.cents;
            row(&mut lines, format_args!("{id},{},{quantity},{}", at + 1, money(book.cents)));
        }
        let status = match (back, on + 6 > DAYS) {
            (true, _) => "returned",
            (false, true) => "open",
            (false, false) => "delivered",
        };
        row(&mut orders, format_args!("{id},{customer},{},{channel},{status},{}", day(on), money(total)));
    }
    [("customers.csv", customers), ("books.csv", catalog), ("orders.csv", orders), ("order_lines.csv", lines)]
}

fn books() -> Vec<Book> {
    let mut dice = Dice(3);
    let titled = |category: usize, subject: &str| match CATEGORIES[category].0 {
        "novel" => format!("The Keeper of {subject}"),
        "children" => format!("A Mouse and {subject}"),
        "cooking" => format!("Soups for {subject}"),
        _ => format!("Paths around {subject}"),
    };
    (0..CATEGORIES.len())
        .flat_map(|category| SUBJECTS.map(|subject| (category, titled(category, subject))))
        .map(|(category, title)| Book { title, category, cents: CATEGORIES[category].1 + 50 * dice.below(12) })
        .collect()
}

fn row(table: &mut String, fields: std::fmt::Arguments<'_>) {
    // Writing to a text cannot fail.
    let _written = writeln!(table, "{fields}");
}

fn money(cents: u32) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

/// So many days after the shop opened.
fn day(after: u32) -> String {
    let opened = Date::from_ordinal_date(2024, 1).unwrap_or(Date::MIN);
    (opened + Duration::days(after.into())).to_string()
}

/// The same throws every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(sides)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{day, tables};

    #[test]
    fn the_tables_fit_together_and_show_what_is_to_be_found() {
        let [customers, books, orders, lines] = tables().map(|(_, text)| {
            let rows = text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
            rows.collect::<Vec<_>>()
        });
        assert_eq!((customers.len(), books.len(), orders.len()), (90, 24, 600));
        assert!(customers.iter().any(|row| row[2].is_empty()));
        let cents = |text: &str| text.replace('.', "").parse::<u64>().expect("an amount");
        let (mut maps, mut novels) = ((0, 0), (0, 0));
        for order in &orders {
            let of: Vec<_> = lines.iter().filter(|line| line[0] == order[0]).collect();
            let sum: u64 = of.iter().map(|line| line[2].parse::<u64>().expect("a number") * cents(&line[3])).sum();
            assert_eq!(sum, cents(&order[5]), "order {}", order[0]);
            for line in of {
                let category = &books[line[1].parse::<usize>().expect("a number") - 1][2];
                let counted = if category == "maps" {
                    &mut maps
                } else if category == "novel" {
                    &mut novels
                } else {
                    continue;
                };
                counted.0 += u32::from(order[4] == "returned");
                counted.1 += 1;
            }
        }
        assert!(maps.0 * novels.1 > 2 * novels.0 * maps.1, "maps {maps:?}, novels {novels:?}");
        let phone = |half: &[Vec<String>]| half.iter().filter(|order| order[3] == "phone").count();
        assert!(phone(&orders[..300]) > 2 * phone(&orders[300..]));
    }

    #[test]
    fn days_are_days() {
        for (after, expected) in [(0, "2024-01-01"), (59, "2024-02-29"), (366, "2025-01-01"), (540, "2025-06-24")] {
            assert_eq!(day(after), expected);
        }
    }
}
