//! Messages that work only after something else: a setting of the instantiation, an entry that the owner makes first, or values of one form.

pub mod contract;
pub mod msg;
pub mod state;
