//! The account on the other chain: its channel, and the queries that watch it.

use bech32::primitives::decode::UncheckedHrpstring;
use cosmwasm_schema::cw_serde;
use cosmwasm_std::{from_json, MessageInfo, Response, StdError, Storage, SubMsg};

use crate::chain::{ChainMsg, KvKey};
use crate::contract::ACCOUNT_ID;
use crate::error::{refuse, Error};
use crate::state::{address, Watched, ADDRESS, CONFIG, WATCHED};

pub const KV_QUERY: u64 = 4;
pub const TX_QUERY: u64 = 5;
/// Blocks between results that relayers bring by themselves.
const UPDATE_PERIOD: u64 = 10;

/// The chain refuses it while the channel is open or opens.
pub fn register(storage: &mut dyn Storage, info: MessageInfo) -> Result<Response<ChainMsg>, Error> {
    let config = CONFIG.load(storage)?;
    Ok(Response::new().add_message(ChainMsg::RegisterInterchainAccount {
        connection_id: config.connection_id,
        interchain_account_id: ACCOUNT_ID.to_string(),
        register_fee: info.funds,
        ordering: if config.ordered { "ORDER_ORDERED" } else { "ORDER_UNORDERED" }.to_string(),
    }))
}

#[cw_serde]
struct Version {
    address: String,
}

pub fn opened(storage: &mut dyn Storage, version: &str) -> Result<Response<ChainMsg>, Error> {
    let Version { address } = from_json(version)?;
    ADDRESS.save(storage, &address)?;
    Ok(Response::new())
}

/// Once only: a second query would be told the same transactions again.
pub fn watch(storage: &mut dyn Storage) -> Result<Response<ChainMsg>, Error> {
    let config = CONFIG.load(storage)?;
    let account = address(storage)?;
    if WATCHED.exists(storage) {
        return refuse("the account is watched already");
    }
    WATCHED.save(storage, &Watched { kv: 0, tx: 0 })?;
    let query = |query_type: &str, keys, transactions_filter| ChainMsg::RegisterInterchainQuery {
        query_type: query_type.to_string(),
        keys,
        transactions_filter,
        connection_id: config.connection_id.clone(),
        update_period: UPDATE_PERIOD,
    };
    let key = KvKey { path: "staking".to_string(), key: delegation_key(&account, &config.validator)?.into() };
    let filter = format!(r#"[{{"field":"transfer.recipient","op":"eq","value":"{account}"}}]"#);
    Ok(Response::new()
        .add_submessage(SubMsg::reply_on_success(query("kv", vec![key], String::new()), KV_QUERY))
        .add_submessage(SubMsg::reply_on_success(query("tx", vec![], filter), TX_QUERY)))
}

pub fn registered(storage: &mut dyn Storage, reply: u64, id: u64) -> Result<(), Error> {
    let watched = WATCHED.load(storage)?;
    let watched = match reply {
        KV_QUERY => Watched { kv: id, ..watched },
        _ => Watched { tx: id, ..watched },
    };
    Ok(WATCHED.save(storage, &watched)?)
}

/// Where the staking module keeps a delegation.
fn delegation_key(delegator: &str, validator: &str) -> Result<Vec<u8>, Error> {
    let mut key = vec![0x31];
    for address in [delegator, validator] {
        let bytes = address_bytes(address)?;
        key.push(bytes.len() as u8);
        key.extend(bytes);
    }
    Ok(key)
}

fn address_bytes(address: &str) -> Result<Vec<u8>, Error> {
    let checked = UncheckedHrpstring::new(address).ok().and_then(|text| {
        text.validate_and_remove_checksum::<bech32::Bech32>().ok().map(|text| text.byte_iter().collect())
    });
    checked.ok_or_else(|| StdError::generic_err("an address of the other chain is none").into())
}
