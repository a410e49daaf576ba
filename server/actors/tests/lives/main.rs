//! Lives of interviews: turns, engines that fail, stores that fail, sleep, two nodes, the end. Time is paused, and whatever a
//! test leaves running fails it.

mod engines;
mod followers;
mod going_on;
mod imports;
mod leases;
mod leaving;
mod limits;
mod nodes;
mod pieces;
mod research;
mod resuming;
mod sleep;
mod stage;
mod stores;
mod tenancy;
mod turns;
mod whole;
