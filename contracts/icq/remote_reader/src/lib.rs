//! Asks another chain by interchain queries, with the published library: registers every kind that the library knows, reads the
//! results as the library puts them together, and acts on them when it is called back.

pub mod contract;
pub mod msg;
pub mod state;
