use cosmwasm_schema::cw_serde;
use cosmwasm_std::Addr;
use cw_storage_plus::{Item, Map};

#[cw_serde]
pub struct Config {
    pub connection_id: String,
    pub host_connection_id: String,
    pub report_to: Option<Addr>,
}

#[cw_serde]
pub struct Account {
    pub channel_id: String,
    pub address: String,
}

#[cw_serde]
pub struct Request {
    pub sender: Addr,
}

pub const CONFIG: Item<Config> = Item::new("config");
/// Whether the contract is opening a channel. Nobody else may open one.
pub const OPENING: Item<bool> = Item::new("opening");
pub const ACCOUNT: Item<Account> = Item::new("account");
pub const LAST: Item<u64> = Item::new("last");
/// Requests without an answer, by number.
#[cfg(not(any(feature = "v2", feature = "v2f")))]
pub const REQUESTS: Map<u64, Request> = Map::new("requests");
#[cfg(any(feature = "v2", feature = "v2f"))]
pub const REQUESTS: Map<u64, Request> = Map::new("requests_v2");
#[cfg(feature = "v2")]
pub const OLD_REQUESTS: Map<u64, Request> = Map::new("requests");
