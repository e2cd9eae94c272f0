//! One end of ICS-20 channels, as a contract: coins that are sent over a channel are kept here, and paid out when the other chain sends their vouchers back.
//!
//! A transfer has a record under channel and sequence until its outcome. An error and a timeout pay its coins back to who sent them; what cannot be
//! paid then is owed, and waits to be claimed.
//!
//! Seven features (`f1` to `f7`) build in one fault each.

pub mod contract;
pub mod ibc;
pub mod msg;
pub mod payout;
pub mod state;
