//! The messages and queries of the chain that go out as `{"custom": {…}}`.

use cosmwasm_schema::cw_serde;
use cosmwasm_std::{Binary, Coin, CosmosMsg, CustomMsg, CustomQuery, Deps, QueryRequest, StdResult};

use crate::msg::Fee;

#[cw_serde]
pub struct IbcFee {
    pub recv_fee: Vec<Coin>,
    pub ack_fee: Vec<Coin>,
    pub timeout_fee: Vec<Coin>,
}

impl From<Fee> for IbcFee {
    fn from(fee: Fee) -> Self {
        let list = |coin: Option<Coin>| coin.into_iter().collect();
        IbcFee { recv_fee: vec![], ack_fee: list(fee.ack), timeout_fee: list(fee.timeout) }
    }
}

#[cw_serde]
pub struct KvKey {
    pub path: String,
    pub key: Binary,
}

#[cw_serde]
pub struct ProtobufAny {
    pub type_url: String,
    pub value: Binary,
}

#[cw_serde]
pub struct Height {
    pub revision_number: u64,
    pub revision_height: u64,
}

#[cw_serde]
pub enum ChainMsg {
    SubmitTx {
        connection_id: String,
        interchain_account_id: String,
        msgs: Vec<ProtobufAny>,
        memo: String,
        /// Seconds
        timeout: u64,
        fee: IbcFee,
    },
    RegisterInterchainAccount {
        connection_id: String,
        interchain_account_id: String,
        register_fee: Vec<Coin>,
        ordering: String,
    },
    RegisterInterchainQuery {
        query_type: String,
        keys: Vec<KvKey>,
        transactions_filter: String,
        connection_id: String,
        update_period: u64,
    },
    IbcTransfer {
        source_port: String,
        source_channel: String,
        token: Coin,
        sender: String,
        receiver: String,
        timeout_height: Height,
        /// Nanoseconds since 1970
        timeout_timestamp: u64,
        memo: String,
        fee: IbcFee,
    },
    ResubmitFailure {
        failure_id: u64,
    },
}

impl CustomMsg for ChainMsg {}

impl From<ChainMsg> for CosmosMsg<ChainMsg> {
    fn from(message: ChainMsg) -> Self {
        CosmosMsg::Custom(message)
    }
}

#[cw_serde]
pub enum ChainQuery {
    MinIbcFee {},
    InterchainQueryResult { query_id: u64 },
}

impl CustomQuery for ChainQuery {}

#[cw_serde]
struct MinIbcFee {
    min_fee: IbcFee,
}

/// The least that the chain takes for a packet: of several coins one is enough.
pub fn least_fee(deps: Deps<ChainQuery>) -> StdResult<Fee> {
    let MinIbcFee { min_fee } = deps.querier.query(&QueryRequest::Custom(ChainQuery::MinIbcFee {}))?;
    let first = |coins: Vec<Coin>| coins.into_iter().find(|coin| !coin.amount.is_zero());
    Ok(Fee { ack: first(min_fee.ack_fee), timeout: first(min_fee.timeout_fee) })
}

#[cw_serde]
struct KvValue {
    value: Option<Binary>,
}

#[cw_serde]
struct KvResult {
    kv_results: Option<Vec<KvValue>>,
}

#[cw_serde]
struct InterchainQueryResult {
    result: KvResult,
}

/// The value of a query of one key; empty for none.
pub fn kv_value(deps: Deps<ChainQuery>, query_id: u64) -> StdResult<Binary> {
    let request = QueryRequest::Custom(ChainQuery::InterchainQueryResult { query_id });
    let InterchainQueryResult { result } = deps.querier.query(&request)?;
    Ok(result.kv_results.unwrap_or_default().into_iter().next().and_then(|row| row.value).unwrap_or_default())
}
