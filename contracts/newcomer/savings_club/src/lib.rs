//! A club whose members save coins, send them to accounts on another chain, and get a point for each proof of a remote balance.
pub mod contract;
pub mod msg;
pub mod state;
