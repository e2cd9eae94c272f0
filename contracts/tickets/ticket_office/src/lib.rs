//! Tickets that belong to who bought them. Nearly every message names tickets or packets by their ids, and takes only those of its sender, in one state.
//!
//! A ticket is bought, seated, sent to an office on another chain, and swept once it is back. It has a status at each moment, and so has a packet.

pub mod contract;
pub mod ibc;
pub mod msg;
pub mod state;
