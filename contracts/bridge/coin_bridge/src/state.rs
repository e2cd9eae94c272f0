use cosmwasm_schema::cw_serde;
use cosmwasm_std::{Addr, Coin, StdError, StdResult, Storage, Uint128};
use cw_storage_plus::{Item, Map};

use crate::msg::Transfer;

#[cw_serde]
pub struct Config {
    pub admin: Option<Addr>,
    pub timeout: u64,
}

pub const CONFIG: Item<Config> = Item::new("config");
/// The open channels, the oldest first: it is the one in use.
pub const OPEN: Item<Vec<String>> = Item::new("open");
/// Transfers whose outcome is not known yet, by channel and sequence.
pub const WAITING: Map<(&str, u64), Transfer> = Map::new("waiting");
/// What the other chain has vouchers for, by channel and denomination.
pub const KEPT: Map<(&str, &str), Uint128> = Map::new("kept");
/// What could not be paid, by account and denomination.
pub const OWED: Map<(&Addr, &str), Uint128> = Map::new("owed");
/// Who sent something last.
#[cfg(feature = "f3")]
pub const LAST: Item<Addr> = Item::new("last");

pub fn keep(storage: &mut dyn Storage, channel: &str, coin: &Coin) -> StdResult<()> {
    #[cfg(feature = "f7")]
    let channel = any(channel);
    let kept = KEPT.may_load(storage, (channel, &coin.denom))?.unwrap_or_default();
    KEPT.save(storage, (channel, &coin.denom), &kept.checked_add(as_u128(coin)?)?)
}

/// Fails when less is kept.
pub fn release(storage: &mut dyn Storage, channel: &str, coin: &Coin) -> StdResult<()> {
    #[cfg(feature = "f7")]
    let channel = any(channel);
    let kept = KEPT.may_load(storage, (channel, &coin.denom))?.unwrap_or_default();
    KEPT.save(storage, (channel, &coin.denom), &kept.checked_sub(as_u128(coin)?)?)
}

pub fn owe(storage: &mut dyn Storage, to: &Addr, coin: &Coin) -> StdResult<()> {
    let owed = OWED.may_load(storage, (to, &coin.denom))?.unwrap_or_default();
    OWED.save(storage, (to, &coin.denom), &owed.checked_add(as_u128(coin)?)?)
}

fn as_u128(coin: &Coin) -> StdResult<Uint128> {
    Uint128::try_from(coin.amount).map_err(|_| StdError::msg("more than there can be"))
}

/// One book for all channels.
#[cfg(feature = "f7")]
fn any(_channel: &str) -> &str {
    ""
}
