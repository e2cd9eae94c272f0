//! An account on another chain, over a channel that the contract opens itself when it is instantiated, and again after a timeout has closed it.

pub mod contract;
pub mod ibc;
pub mod msg;
pub mod proto;
pub mod state;
