//! What is put together of several parts, and what is not answered because a part has no place.

use super::{check, schemas::orchard};

#[test]
fn several_columns_conditions_and_orders() {
    check(
        &orchard(),
        &[
            ("Show the name and phone of every grower", None, "name, phone FROM growers"),
            (
                "List the names of growers from Aldry sorted by birth year in descending order",
                None,
                "name FROM growers WHERE village = 'Aldry' ORDER BY birth_year DESC",
            ),
            (
                "List the variety of trees planted after 2015, ordered by height descending",
                None,
                "variety FROM trees WHERE planted_on >= '2016-01-01' ORDER BY height_m DESC",
            ),
            (
                "What are the lowest and highest height of the trees?",
                None,
                "MIN(height_m) AS figure, MAX(height_m) AS figure_2 FROM trees",
            ),
            ("Which growers live in \"Long Fen\" village?", None, "name FROM growers WHERE village = 'Long Fen'"),
            ("List the growers whose name starts with \"T\"", None, "name FROM growers WHERE name LIKE 'T%'"),
            ("Which growers have no phone?", None, "name FROM growers WHERE phone IS NULL"),
            ("Which markets are covered?", None, "name FROM markets WHERE is_covered = TRUE"),
            (
                "What are the names of markets with between 10 and 20 stalls?",
                None,
                "name FROM markets WHERE stalls BETWEEN 10 AND 20",
            ),
        ],
    );
}

#[test]
fn groups_bounds_and_rankings() {
    check(
        &orchard(),
        &[
            ("How many harvests have kilos > 30?", None, "COUNT(*) AS figure FROM harvests WHERE kilos > 30"),
            (
                "Average height of trees by variety",
                None,
                "variety, AVG(height_m) AS figure FROM trees WHERE variety IS NOT NULL GROUP BY variety ORDER BY AVG(height_m) DESC, variety",
            ),
            (
                "What is the average height for each variety?",
                None,
                "variety, AVG(height_m) AS figure FROM trees WHERE variety IS NOT NULL GROUP BY variety ORDER BY AVG(height_m) DESC, variety",
            ),
            (
                "How many harvests were there in the last 30 days?",
                None,
                "COUNT(*) AS figure FROM harvests WHERE picked_on > date((SELECT MAX(picked_on) FROM harvests), '-30 days')",
            ),
            (
                "How many trees does each grower have?",
                None,
                "b.name, COUNT(*) AS figure FROM trees AS a JOIN growers AS b ON a.grower_id = b.id WHERE b.name IS NOT NULL GROUP BY b.name, b.id ORDER BY COUNT(*) DESC, b.name",
            ),
            (
                "Which varieties have more than 4 trees?",
                None,
                "variety FROM trees WHERE variety IS NOT NULL GROUP BY variety HAVING COUNT(*) > 4",
            ),
            (
                "Which growers have at least 3 trees?",
                None,
                "name FROM growers WHERE id IN (SELECT grower_id FROM trees GROUP BY grower_id HAVING COUNT(*) >= 3)",
            ),
            (
                "Which grower has the most trees?",
                None,
                "b.name, COUNT(*) AS figure FROM trees AS a JOIN growers AS b ON a.grower_id = b.id GROUP BY b.name, b.id ORDER BY COUNT(*) DESC, b.name LIMIT 1",
            ),
            ("Name the two youngest growers", None, "name, birth_year FROM growers ORDER BY birth_year DESC, name LIMIT 2"),
            (
                "What is the most common variety?",
                None,
                "variety, COUNT(*) AS figure FROM trees WHERE variety IS NOT NULL GROUP BY variety ORDER BY COUNT(*) DESC, variety LIMIT 1",
            ),
            (
                "Which variety has the highest average height?",
                None,
                "variety, AVG(height_m) AS figure FROM trees WHERE variety IS NOT NULL GROUP BY variety ORDER BY AVG(height_m) DESC, variety LIMIT 1",
            ),
            (
                "Show the number of growers in each village in descending order",
                None,
                "village, COUNT(*) AS figure FROM growers WHERE village IS NOT NULL GROUP BY village ORDER BY COUNT(*) DESC",
            ),
        ],
    );
}

#[test]
fn other_tables_along_their_keys() {
    check(
        &orchard(),
        &[
            (
                "Which growers have no trees?",
                None,
                "name FROM growers WHERE id NOT IN (SELECT grower_id FROM trees WHERE grower_id IS NOT NULL)",
            ),
            (
                "How many growers do not have any Damson trees?",
                None,
                "COUNT(*) AS figure FROM growers WHERE id NOT IN (SELECT grower_id FROM trees WHERE variety = 'Damson' AND grower_id IS NOT NULL)",
            ),
            (
                "Which growers have both Damson and Medlar trees?",
                None,
                "name FROM growers WHERE id IN (SELECT grower_id FROM trees WHERE variety = 'Damson') AND id IN (SELECT grower_id FROM trees WHERE variety = 'Medlar')",
            ),
            (
                "Show the names of growers and the names of their markets",
                None,
                "b.name, c.name FROM grower_markets AS a JOIN growers AS b ON a.grower_id = b.id JOIN markets AS c ON a.market_id = c.id",
            ),
            (
                "What is the total kilos of harvests in 2024 for each variety?",
                None,
                "b.variety, SUM(a.kilos) AS figure FROM harvests AS a JOIN trees AS b ON a.tree_id = b.id WHERE (a.picked_on >= '2024-01-01' AND a.picked_on < '2025-01-01') AND b.variety IS NOT NULL GROUP BY b.variety ORDER BY SUM(a.kilos) DESC, b.variety",
            ),
            (
                "Which growers have trees higher than the average height?",
                None,
                "name FROM growers WHERE id IN (SELECT grower_id FROM trees WHERE height_m > (SELECT AVG(height_m) FROM trees))",
            ),
        ],
    );
}

#[test]
fn what_has_no_place_is_not_answered() {
    for text in [
        "List the growers with grumpy trees",
        "Which growers from Aldry were late?",
        "List the trees and who",
        "Which growers have fewer than 3 trees?",
        "Show all growers from the oldest to the youngest of each",
        "List the names ordered",
        "Which trees are taller than 6?",
    ] {
        let read = super::read(text, None, &orchard(), crate::tools::warehouse::Dialect::Sqlite);
        assert!(read.is_err(), "{text}: {read:?}");
    }
}
