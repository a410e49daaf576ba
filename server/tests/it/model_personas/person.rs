//! A maker of shoes, and what they say of their business.

/// What the person says of one obligation, and what a good model makes of it.
pub(super) struct Line {
    pub(super) key: &'static str,
    /// Without any the person answers with the widget.
    pub(super) words: &'static str,
    pub(super) quote: &'static str,
    /// Without any the person keeps it to themselves.
    pub(super) values: &'static [&'static str],
    /// What the model says to it.
    pub(super) statement: &'static str,
    /// How the model asks for it.
    pub(super) question: &'static str,
}

const fn line(
    key: &'static str,
    words: &'static str,
    quote: &'static str,
    values: &'static [&'static str],
    statement: &'static str,
    question: &'static str,
) -> Line {
    Line { key, words, quote, values, statement, question }
}

/// A maker of shoes, and the obligations of the built-in business profile.
pub(super) static LINES: [Line; 14] = [
    line(
        "industry",
        "Well, we mainly do leather goods",
        "leather goods",
        &["leather goods"],
        "Leather goods: then the makers matter as much as the shop.",
        "Which field is the business in?",
    ),
    line(
        "offering",
        "They buy hand-made shoes, bags and belts from us.",
        "hand-made shoes, bags and belts",
        &["hand-made shoes, bags and belts"],
        "Shoes and belts made by hand take time.",
        "What exactly do customers get from you?",
    ),
    line(
        "business_model",
        "Selling products, mostly",
        "Selling products",
        &["product_sales"],
        "Then every piece has to earn its price.",
        "Would you call it products, services or subscriptions?",
    ),
    line("team_size", "", "", &["12"], "", "How many people work in the business now?"),
    line(
        "target_market",
        "We sell to parents of school children",
        "parents of school children",
        &["parents of school children"],
        "Parents buy again as children grow.",
        "Whom do you most want to sell to?",
    ),
    line("target_market_size", "skip this", "", &[], "Of course.", "How many such customers are there, roughly?"),
    line(
        "customer_need",
        "Their shoes fall apart after one winter",
        "Their shoes fall apart after one winter",
        &["Their shoes fall apart after one winter"],
        "Shoes that last are worth the walk.",
        "What goes wrong for them before they come?",
    ),
    line("competition", "I'd rather not say", "", &[], "Of course.", "Who else do they consider?"),
    line(
        "pricing_strategy",
        "Cost plus a margin",
        "Cost plus a margin",
        &["cost_plus"],
        "With a margin the costs lead the way.",
        "How do you set the prices?",
    ),
    line(
        "sales_channels",
        "website and word of mouth",
        "website and word of mouth",
        &["own_website", "referrals"],
        "Word of mouth suits hand-made things.",
        "Through which channels do they buy?",
    ),
    line(
        "annual_revenue",
        "Last year it was 350k",
        "350k",
        &["350000"],
        "A good year for a small workshop.",
        "How much revenue does the business make in a year?",
    ),
    line(
        "primary_goal",
        "Open a second shop in Leeds",
        "Open a second shop in Leeds",
        &["Open a second shop in Leeds"],
        "A second shop needs people to run it.",
        "What do you most want to achieve next year?",
    ),
    line(
        "main_challenge",
        "We can't find good staff",
        "We can't find good staff",
        &["We can't find good staff"],
        "Staff is the hard part, as so often.",
        "What stands in the way of that goal?",
    ),
    line(
        "timeline",
        "By 30 June 2035",
        "30 June 2035",
        &["2035-06-30"],
        "That leaves time for every step.",
        "By when should the goal be reached?",
    ),
];

pub(super) const YES: &str = "Yes, that's right.";
pub(super) const KEEP: &str = "No, keep what you had.";
pub(super) const FINISH: &str = "That's all";

pub(super) fn line_of(key: &str) -> &'static Line {
    LINES.iter().find(|line| line.key == key).unwrap_or_else(|| panic!("the business profile has no {key}"))
}
