use cosmwasm_schema::cw_serde;
use cosmwasm_std::{Addr, Uint128};
use cw_storage_plus::{Item, Map};

use crate::msg::InstantiateMsg;

pub const CONFIG: Item<InstantiateMsg> = Item::new("config");
pub const SAVED: Map<&Addr, Uint128> = Map::new("saved");
/// The number of proofs so far.
pub const ROUNDS: Item<u64> = Item::new("rounds");
/// The number of proofs when a member joined.
pub const JOINED: Map<&Addr, u64> = Map::new("joined");
/// Points of each member.
#[cfg(feature = "loop")]
pub const POINTS: Map<&Addr, u64> = Map::new("points");

/// A transfer that has not ended.
#[cw_serde]
pub struct Transfer {
    pub member: Addr,
    pub amount: Uint128,
}

/// Transfers whose sequence is not known before the reply, one for each kind.
pub const SENDING: Item<Transfer> = Item::new("sending");
pub const TIPPING: Item<Transfer> = Item::new("tipping");
/// Transfers on their way, by sequence.
pub const ON_THE_WAY: Map<u64, Transfer> = Map::new("on_the_way");
