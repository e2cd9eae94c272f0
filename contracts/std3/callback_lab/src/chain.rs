//! The chain's JSON bindings: the messages and queries that it takes as `{"custom": {…}}`.

use cosmwasm_schema::cw_serde;
use cosmwasm_std::{Binary, Coin, CustomMsg, CustomQuery, Uint128};

use crate::sudo::Height;

/// A key of a KV query: the store's name and the key in it.
#[cw_serde]
pub struct KvKey {
    pub path: String,
    pub key: Binary,
}

/// What the relayer of a packet gets; the unused part is refunded.
#[cw_serde]
pub struct IbcFee {
    pub recv_fee: Vec<Coin>,
    pub ack_fee: Vec<Coin>,
    pub timeout_fee: Vec<Coin>,
}

#[cw_serde]
pub struct ProtobufAny {
    pub type_url: String,
    pub value: Binary,
}

#[cw_serde]
pub enum ChannelOrdering {
    #[serde(rename = "ORDER_ORDERED")]
    Ordered,
    #[serde(rename = "ORDER_UNORDERED")]
    Unordered,
}

#[cw_serde]
pub struct DenomUnit {
    pub denom: String,
    pub exponent: u32,
    pub aliases: Vec<String>,
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
        register_fee: Option<Vec<Coin>>,
        ordering: Option<ChannelOrdering>,
    },
    RegisterInterchainQuery {
        /// `kv` or `tx`
        query_type: String,
        keys: Vec<KvKey>,
        transactions_filter: String,
        connection_id: String,
        update_period: u64,
    },
    UpdateInterchainQuery {
        query_id: u64,
        new_keys: Option<Vec<KvKey>>,
        new_update_period: Option<u64>,
        new_transactions_filter: Option<String>,
    },
    RemoveInterchainQuery {
        query_id: u64,
    },
    IbcTransfer {
        source_port: String,
        source_channel: String,
        token: Coin,
        sender: String,
        receiver: String,
        timeout_height: Height,
        /// Nanoseconds since 1970, 0 for none
        timeout_timestamp: u64,
        memo: String,
        fee: IbcFee,
    },
    CreateDenom {
        subdenom: String,
    },
    ChangeAdmin {
        denom: String,
        new_admin_address: String,
    },
    MintTokens {
        denom: String,
        amount: Uint128,
        mint_to_address: String,
    },
    BurnTokens {
        denom: String,
        amount: Uint128,
        burn_from_address: String,
    },
    SetBeforeSendHook {
        denom: String,
        contract_addr: String,
    },
    ForceTransfer {
        denom: String,
        amount: Uint128,
        transfer_from_address: String,
        transfer_to_address: String,
    },
    SetDenomMetadata {
        description: String,
        denom_units: Vec<DenomUnit>,
        base: String,
        display: String,
        name: String,
        symbol: String,
        uri: String,
        uri_hash: String,
    },
    RemoveSchedule {
        name: String,
    },
    ResubmitFailure {
        failure_id: u64,
    },
}

impl CustomMsg for ChainMsg {}

#[cw_serde]
pub struct Pagination {
    pub key: Option<Binary>,
    #[serde(default)]
    pub offset: u64,
    #[serde(default)]
    pub limit: u64,
    #[serde(default)]
    pub count_total: bool,
    #[serde(default)]
    pub reverse: bool,
}

#[cw_serde]
pub enum ChainQuery {
    InterchainQueryResult { query_id: u64 },
    InterchainAccountAddress { owner_address: String, interchain_account_id: String, connection_id: String },
    RegisteredInterchainQueries { owners: Vec<String>, connection_id: String, pagination: Pagination },
    RegisteredInterchainQuery { query_id: u64 },
    MinIbcFee {},
    FullDenom { creator_addr: String, subdenom: String },
    DenomAdmin { subdenom: String },
    BeforeSendHook { denom: String },
    Failures { address: String, pagination: Option<Pagination> },
}

impl CustomQuery for ChainQuery {}

/// A recorded failure of a callback. The chain leaves out an id of 0.
#[cw_serde]
pub struct Failure {
    pub address: String,
    #[serde(default)]
    pub id: u64,
    #[serde(default)]
    pub sudo_payload: Binary,
    #[serde(default)]
    pub error: String,
}

/// The chain prints null when there is none.
#[cw_serde]
pub struct ChainFailures {
    pub failures: Option<Vec<Failure>>,
}

#[cw_serde]
pub struct MinIbcFee {
    pub min_fee: IbcFee,
}
