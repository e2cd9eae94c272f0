//! A contract with all entry points of IBC: it plays ping-pong over channels and over clients, answers packets as they ask
//! it to, and notes whatever it is told.

pub mod contract;
pub mod ibc;
pub mod ibc2;
pub mod msg;
pub mod state;
