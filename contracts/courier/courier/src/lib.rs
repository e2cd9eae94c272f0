//! Sends amounts of its users' deposits to another courier, and keeps what arrived.
//!
//! A parcel has a record from its sending to its outcome. If it fails, its amount returns to its owner's deposit. Deposits are paid out on request.
//!
//! Six features build in one fault each.

pub mod contract;
pub mod ibc;
pub mod msg;
pub mod state;
