//! Keeps its depositors' coins on another chain: sends them to an interchain account by ICS-20, delegates them there, and brings them back.
//!
//! What it asks of the other chain may succeed, fail or time out, in any order, and any callback may fail and come again later. Hence its rules:
//! callbacks do work that does not grow with what is stored, and what they pay out may fail without failing them; each packet has a record under
//! channel and sequence; the account has one packet on its way at most; what only the other chain knows is never taken for what the books say.
//!
//! Ten features (`p1` to `p10`) build in one fault each.

pub mod account;
pub mod chain;
pub mod contract;
pub mod deposit;
pub mod error;
pub mod evidence;
pub mod msg;
pub mod payout;
pub mod proto;
pub mod purse;
pub mod state;
pub mod sudo;
pub mod tick;
