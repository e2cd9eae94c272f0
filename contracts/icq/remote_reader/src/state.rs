use cosmwasm_std::Coin;
use cw_storage_plus::{Item, Map};

use crate::msg::InstantiateMsg;

pub const CONFIG: Item<InstantiateMsg> = Item::new("config");
/// Balances on the other chain as of the last call back, by query.
pub const SEEN: Map<u64, Vec<Coin>> = Map::new("seen");
