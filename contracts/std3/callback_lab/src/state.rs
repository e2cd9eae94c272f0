use cosmwasm_std::{Order, StdResult, Storage};
use cw_storage_plus::{Bound, Item, Map};

use crate::behaviour::Behaviour;
use crate::json::Json;
use crate::msg::{Configuration, Counters, IndexedReceived, Received};
use crate::sudo::Callback;

/// By the callback's name; what is missing succeeds.
const BEHAVIOURS: Map<&str, Behaviour> = Map::new("behaviours");
const COUNTERS: Item<Counters> = Item::new("counters");
/// By number, from 0 on.
const RECEIVED: Map<u64, Received> = Map::new("received");

pub fn behaviour(storage: &dyn Storage, callback: Callback) -> StdResult<Behaviour> {
    Ok(BEHAVIOURS.may_load(storage, callback.name())?.unwrap_or_default())
}

pub fn configure(storage: &mut dyn Storage, callback: Callback, behaviour: &Behaviour) -> StdResult<()> {
    BEHAVIOURS.save(storage, callback.name(), behaviour)
}

/// Takes over what the configuration names.
pub fn configure_all(storage: &mut dyn Storage, configuration: &Configuration) -> StdResult<()> {
    for callback in Callback::ALL {
        if let Some(behaviour) = configuration.of(callback) {
            configure(storage, callback, behaviour)?;
        }
    }
    Ok(())
}

pub fn configuration(storage: &dyn Storage) -> StdResult<Configuration> {
    let of = |callback| behaviour(storage, callback).map(Some);
    Ok(Configuration {
        on_response: of(Callback::Response)?,
        on_error: of(Callback::Error)?,
        on_timeout: of(Callback::Timeout)?,
        on_open_ack: of(Callback::OpenAck)?,
        on_kv_query_result: of(Callback::KvQueryResult)?,
        on_tx_query_result: of(Callback::TxQueryResult)?,
        on_reply: of(Callback::Reply)?,
    })
}

pub fn counters(storage: &dyn Storage) -> StdResult<Counters> {
    Ok(COUNTERS.may_load(storage)?.unwrap_or_default())
}

/// Notes a call back and counts it.
pub fn record(storage: &mut dyn Storage, callback: Callback, height: u64, message: Json) -> StdResult<()> {
    let mut counters = counters(storage)?;
    RECEIVED.save(storage, counters.total(), &Received { callback, height, message })?;
    *counters.of(callback) += 1;
    COUNTERS.save(storage, &counters)
}

pub fn received(
    storage: &dyn Storage,
    start_after: Option<u64>,
    limit: Option<u32>,
) -> StdResult<Vec<IndexedReceived>> {
    RECEIVED
        .range(storage, start_after.map(Bound::exclusive), None, Order::Ascending)
        .take(limit.map_or(usize::MAX, |limit| limit as usize))
        .map(|entry| {
            let (index, Received { callback, height, message }) = entry?;
            let raw = message.text().as_bytes().into();
            Ok(IndexedReceived { index, callback, height, message, raw })
        })
        .collect()
}
