use cosmwasm_std::{to_json_string, StdResult, Storage};
use cw_storage_plus::{Item, Map};
use serde::Serialize;

use crate::msg::{Behaviour, Heard};

pub const BEHAVIOUR: Item<Behaviour> = Item::new("behaviour");
pub const COUNT: Item<u32> = Item::new("count");
pub const HEARD: Map<u32, Heard> = Map::new("heard");

/// Notes what an entry point was told.
pub fn note<T: Serialize + ?Sized>(storage: &mut dyn Storage, entry: &str, message: &T) -> StdResult<()> {
    let count = COUNT.may_load(storage)?.unwrap_or_default();
    HEARD.save(storage, count, &Heard { entry: entry.into(), message: to_json_string(message)? })?;
    COUNT.save(storage, &(count + 1))
}
