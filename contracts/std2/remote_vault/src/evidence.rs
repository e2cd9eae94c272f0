//! What the other chain is proven to say of the account.

use cosmwasm_std::{DepsMut, Response, Storage, Uint128};

use crate::chain::{kv_value, ChainMsg, ChainQuery};
use crate::error::{refuse, Error};
use crate::proto;
use crate::state::{address, Flight, Operation, Task, CONFIG, FLIGHT, POOL, WATCHED};

const MSG_SEND: &str = "/cosmos.bank.v1beta1.MsgSend";
/// Shares of a delegation have 18 decimals.
const SHARE: Uint128 = Uint128::new(1_000_000_000_000_000_000);

/// Books what the delegation earned. A value may be of any height: from before a delegation, from after one that is not acknowledged yet,
/// from before coins were taken out. Only what is more than was ever delegated can have been earned.
pub fn delegation_seen(deps: DepsMut<ChainQuery>, query_id: u64) -> Result<Response<ChainMsg>, Error> {
    if WATCHED.may_load(deps.storage)?.is_none_or(|watched| watched.kv != query_id) {
        return refuse("no such query");
    }
    let value = kv_value(deps.as_ref(), query_id)?;
    let seen = proto::text(&value, 3).parse::<Uint128>().unwrap_or_default() / SHARE;
    let mut pool = POOL.load(deps.storage)?;
    let under_way = match FLIGHT.may_load(deps.storage)? {
        Some(Flight { operation: Operation { task: Task::Delegate, amount, .. }, .. }) if !cfg!(feature = "p9") => {
            amount
        }
        _ => Uint128::zero(),
    };
    let known = pool.ever_delegated.checked_add(under_way)?.checked_add(pool.earned)?;
    let earned = seen.saturating_sub(known);
    if !earned.is_zero() {
        pool.earned = pool.earned.checked_add(earned)?;
        pool.delegated = pool.delegated.checked_add(earned)?;
        POOL.save(deps.storage, &pool)?;
    }
    Ok(Response::new())
}

/// Books what was given to the account as the admin's. The chain proves that the transaction happened, not that it is one that was asked for.
pub fn transaction_seen(storage: &mut dyn Storage, query_id: u64, tx: &[u8]) -> Result<Response<ChainMsg>, Error> {
    if WATCHED.may_load(storage)?.is_none_or(|watched| watched.tx != query_id) {
        return refuse("no such query");
    }
    let config = CONFIG.load(storage)?;
    let given = given(tx, &address(storage)?, &config.denom);
    if !given.is_zero() {
        let mut pool = POOL.load(storage)?;
        pool.add(storage, &config.admin, given)?;
        POOL.save(storage, &pool)?;
    }
    Ok(Response::new())
}

/// What a transaction (`TxRaw`) sends to an account.
fn given(tx: &[u8], account: &str, denom: &str) -> Uint128 {
    let body = proto::bytes(tx, 1);
    proto::all(body, 1)
        .filter(|any| proto::text(any, 1) == MSG_SEND)
        .map(|any| proto::bytes(any, 2))
        .filter(|send| cfg!(feature = "p5") || proto::text(send, 2) == account)
        .flat_map(|send| proto::all(send, 3))
        .filter(|coin| proto::text(coin, 1) == denom)
        .filter_map(|coin| proto::text(coin, 2).parse().ok())
        .fold(Uint128::zero(), |sum: Uint128, amount| sum.saturating_add(amount))
}
