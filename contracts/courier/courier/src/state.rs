use cosmwasm_schema::cw_serde;
use cosmwasm_std::{Addr, StdError, StdResult, Storage, Uint128};
use cw_storage_plus::{Item, Map};

#[cw_serde]
pub struct Parcel {
    pub owner: Option<Addr>,
    pub amount: Uint128,
    pub receiver: Option<Addr>,
}

pub const OPERATOR: Item<Addr> = Item::new("operator");
pub const CHANNEL: Item<String> = Item::new("channel");
pub const LAST: Item<u64> = Item::new("last");
pub const DEPOSITS: Map<&Addr, Uint128> = Map::new("deposits");
/// What has arrived, and was not sent on.
pub const ARRIVED: Item<Uint128> = Item::new("arrived");
/// Parcels on their way, by id.
pub const PARCELS: Map<u64, Parcel> = Map::new("parcels");
/// Who has a parcel on its way.
pub const BUSY: Map<&Addr, bool> = Map::new("busy");

pub fn deposit_of(storage: &dyn Storage, account: &Addr) -> StdResult<Uint128> {
    Ok(DEPOSITS.may_load(storage, account)?.unwrap_or_default())
}

pub fn add(storage: &mut dyn Storage, account: &Addr, amount: Uint128) -> StdResult<()> {
    let sum = deposit_of(storage, account)? + amount;
    DEPOSITS.save(storage, account, &sum)
}

pub fn take(storage: &mut dyn Storage, account: &Addr, amount: Uint128) -> StdResult<()> {
    let left = deposit_of(storage, account)?.checked_sub(amount);
    match left.map_err(|_| StdError::msg("more than the deposit"))? {
        left if left.is_zero() => DEPOSITS.remove(storage, account),
        left => DEPOSITS.save(storage, account, &left)?,
    }
    Ok(())
}

pub fn arrived(storage: &dyn Storage) -> StdResult<Uint128> {
    Ok(ARRIVED.may_load(storage)?.unwrap_or_default())
}

/// The next id of a parcel, from 1.
pub fn next(storage: &mut dyn Storage) -> StdResult<u64> {
    let id = LAST.may_load(storage)?.unwrap_or_default() + 1;
    LAST.save(storage, &id)?;
    Ok(id)
}
