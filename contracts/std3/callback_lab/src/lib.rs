//! A contract whose callbacks do what they are told: succeed, fail in each way a contract can fail, spend gas, or send
//! messages. What it received can be queried.

pub mod behaviour;
pub mod chain;
pub mod contract;
mod endless;
pub mod error;
mod gas;
pub mod json;
pub mod msg;
pub mod state;
pub mod sudo;
