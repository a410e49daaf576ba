//! What is said and what is understood, as tables; the objectives here are the tests' own.

mod addressed;
mod agreeing;
mod amounts;
mod answers;
mod empty;
mod errands;
mod everyday;
mod grumbles;
mod hostile;
mod imported;
mod interviews;
mod live;
mod meaning;
mod messages;
mod moves;
mod opening;
mod over_sentences;
mod overheard;
mod people;
mod pointing;
mod put_right;
mod restated;
mod stage;
mod talk;
mod volunteered;
