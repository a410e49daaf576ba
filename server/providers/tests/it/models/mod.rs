//! The gateway against a stub that speaks the providers' wires: every provider with every fault, cancelling, budget and ledger.

mod budget;
mod cancelling;
mod faults;
mod limits;
mod stage;
mod tools;
mod wires;
