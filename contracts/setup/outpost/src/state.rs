use cosmwasm_schema::cw_serde;
use cosmwasm_std::{Addr, Uint256};
use cw_storage_plus::{Item, Map};

use crate::msg::Burning;

#[cw_serde]
pub struct Config {
    pub owner: Addr,
    pub burning: Option<Burning>,
}

pub const CONFIG: Item<Config> = Item::new("config");
pub const CONTRACTS: Map<&str, Addr> = Map::new("contracts");
/// Names on the other chain, by channel and denomination.
pub const PAIRS: Map<(&str, &str), String> = Map::new("pairs");
/// Coins, by owner and denomination.
pub const KEPT: Map<(&Addr, &str), Uint256> = Map::new("kept");
pub const ROOT: Item<String> = Item::new("root");
/// Owners of tokens, by contract and id.
pub const TOKENS: Map<(&Addr, &str), Addr> = Map::new("tokens");
