//! Opportunities go through their stages, and what one stage hands on the next one validates (seed 003).

mod added;
mod boundary;
mod reviewing;
mod script;
mod stages;
mod verdicts;
