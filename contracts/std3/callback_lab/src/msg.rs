use cosmwasm_schema::{cw_serde, QueryResponses};
use cosmwasm_std::{Binary, Coin, QueryRequest, Uint128, Uint64};

use crate::behaviour::Behaviour;
use crate::chain::{ChainQuery, ChannelOrdering, Failure, IbcFee, KvKey, Pagination, ProtobufAny};
use crate::json::Json;
use crate::sudo::{Callback, Height};

/// What each callback does. Instantiate: those left out succeed. Migrate: those left out stay as they are.
#[cw_serde]
#[derive(Default)]
#[serde(deny_unknown_fields)]
#[schemaifier(mute_warnings)]
pub struct Configuration {
    pub on_response: Option<Behaviour>,
    pub on_error: Option<Behaviour>,
    pub on_timeout: Option<Behaviour>,
    pub on_open_ack: Option<Behaviour>,
    pub on_kv_query_result: Option<Behaviour>,
    pub on_tx_query_result: Option<Behaviour>,
    pub on_reply: Option<Behaviour>,
}

impl Configuration {
    pub fn of(&self, callback: Callback) -> &Option<Behaviour> {
        match callback {
            Callback::Response => &self.on_response,
            Callback::Error => &self.on_error,
            Callback::Timeout => &self.on_timeout,
            Callback::OpenAck => &self.on_open_ack,
            Callback::KvQueryResult => &self.on_kv_query_result,
            Callback::TxQueryResult => &self.on_tx_query_result,
            Callback::Reply => &self.on_reply,
        }
    }
}

pub type InstantiateMsg = Configuration;
pub type MigrateMsg = Configuration;

/// Anyone may send any of these.
#[cw_serde]
#[serde(deny_unknown_fields)]
#[schemaifier(mute_warnings)]
pub enum ExecuteMsg {
    /// Changes what a callback does from now on.
    Configure {
        callback: Callback,
        behaviour: Behaviour,
    },
    /// Does this now.
    Act {
        behaviour: Behaviour,
    },
    /// Has the chain call this contract back again with a recorded failure.
    Resubmit {
        failure_id: u64,
    },
    /// Sends coins of this contract over IBC.
    Transfer {
        channel: String,
        to: String,
        amount: Uint128,
        /// Default: the denomination of the first coin sent along, else `untrn`
        denom: Option<String>,
        memo: Option<String>,
        /// Default: `transfer`
        port: Option<String>,
        timeout_height: Option<Height>,
        /// Nanoseconds since 1970. Default: none if there is a height, else 600 seconds after the block's time
        timeout_timestamp: Option<Uint64>,
        /// Seconds after the block's time, in place of `timeout_timestamp`
        timeout_seconds: Option<u64>,
        /// Default: what the chain answers to `min_ibc_fee`
        fee: Option<IbcFee>,
    },
    RegisterKvQuery {
        connection_id: String,
        update_period: u64,
        keys: Vec<KvKey>,
    },
    RegisterTxQuery {
        connection_id: String,
        update_period: u64,
        /// JSON, as the chain takes it: `[{"field":"transfer.recipient","op":"eq","value":"…"}]`
        transactions_filter: String,
    },
    UpdateQuery {
        query_id: u64,
        new_keys: Option<Vec<KvKey>>,
        new_update_period: Option<u64>,
        new_transactions_filter: Option<String>,
    },
    RemoveQuery {
        query_id: u64,
    },
    /// Registers an interchain account.
    RegisterAccount {
        connection_id: String,
        interchain_account_id: String,
        register_fee: Option<Vec<Coin>>,
        ordering: Option<ChannelOrdering>,
    },
    /// Sends messages for the interchain account to execute.
    SubmitTx {
        connection_id: String,
        interchain_account_id: String,
        msgs: Vec<ProtobufAny>,
        memo: Option<String>,
        /// Seconds. Default: 600
        timeout: Option<u64>,
        /// Default: what the chain answers to `min_ibc_fee`
        fee: Option<IbcFee>,
    },
}

#[cw_serde]
#[derive(QueryResponses)]
#[serde(deny_unknown_fields)]
#[schemaifier(mute_warnings)]
pub enum QueryMsg {
    /// The calls back that succeeded, the oldest first.
    #[returns(ReceivedResponse)]
    Received { start_after: Option<u64>, limit: Option<u32> },
    /// How many calls back of each kind succeeded.
    #[returns(Counters)]
    Counters {},
    #[returns(Configuration)]
    Config {},
    /// The chain's records of this contract's failed callbacks.
    #[returns(FailuresResponse)]
    Failures { pagination: Option<Pagination> },
    /// A registered query, as the chain answers.
    #[returns(Json)]
    RegisteredQuery { query_id: u64 },
    /// The last result of a KV query, as the chain answers.
    #[returns(Json)]
    QueryResult { query_id: u64 },
    /// The address of an interchain account of this contract, as the chain answers.
    #[returns(Json)]
    AccountAddress { connection_id: String, interchain_account_id: String },
    /// Any query to the chain; the answer is given as it came.
    #[returns(Binary)]
    Chain { request: QueryRequest<ChainQuery> },
}

/// A call back.
#[cw_serde]
pub struct Received {
    pub callback: Callback,
    /// Block height
    pub height: u64,
    /// For a `sudo` exactly the text that the chain sent, for a `reply` its fields printed anew.
    pub message: Json,
}

#[cw_serde]
pub struct IndexedReceived {
    pub index: u64,
    pub callback: Callback,
    /// Block height
    pub height: u64,
    pub message: Json,
    /// The bytes of `message`
    pub raw: Binary,
}

#[cw_serde]
pub struct ReceivedResponse {
    pub received: Vec<IndexedReceived>,
}

#[cw_serde]
#[derive(Default)]
pub struct Counters {
    pub response: u64,
    pub error: u64,
    pub timeout: u64,
    pub open_ack: u64,
    pub kv_query_result: u64,
    pub tx_query_result: u64,
    pub reply: u64,
}

impl Counters {
    pub fn of(&mut self, callback: Callback) -> &mut u64 {
        match callback {
            Callback::Response => &mut self.response,
            Callback::Error => &mut self.error,
            Callback::Timeout => &mut self.timeout,
            Callback::OpenAck => &mut self.open_ack,
            Callback::KvQueryResult => &mut self.kv_query_result,
            Callback::TxQueryResult => &mut self.tx_query_result,
            Callback::Reply => &mut self.reply,
        }
    }

    pub fn total(&self) -> u64 {
        let Counters { response, error, timeout, open_ack, kv_query_result, tx_query_result, reply } = self;
        response + error + timeout + open_ack + kv_query_result + tx_query_result + reply
    }
}

#[cw_serde]
pub struct FailuresResponse {
    pub failures: Vec<Failure>,
}
