//! The callbacks of the chain, as its structs print them. Unknown fields are tolerated; fields that the chain leaves
//! out when they are empty are optional.

use cosmwasm_schema::cw_serde;
use cosmwasm_std::Binary;

#[cw_serde]
pub struct Height {
    pub revision_number: u64,
    pub revision_height: u64,
}

/// The packet that the contract sent.
#[cw_serde]
pub struct RequestPacket {
    pub sequence: Option<u64>,
    pub source_port: Option<String>,
    pub source_channel: Option<String>,
    pub destination_port: Option<String>,
    pub destination_channel: Option<String>,
    pub data: Option<Binary>,
    pub timeout_height: Option<Height>,
    /// Nanoseconds since 1970
    pub timeout_timestamp: Option<u64>,
}

#[cw_serde]
pub enum SudoMsg {
    /// The packet was acknowledged with a result.
    Response { request: RequestPacket, data: Option<Binary> },
    /// The packet was acknowledged with an error.
    Error { request: RequestPacket, details: String },
    /// The packet timed out.
    Timeout { request: RequestPacket },
    /// The channel of an interchain account is open.
    OpenAck { port_id: String, channel_id: String, counterparty_channel_id: String, counterparty_version: String },
    /// A result of a registered KV query was stored.
    KvQueryResult { query_id: u64 },
    /// A transaction of the remote chain was proven for a registered TX query.
    TxQueryResult { query_id: u64, height: Height, data: Option<Binary> },
}

/// The ways in which the contract is called back.
#[cw_serde]
#[derive(Copy, Eq)]
pub enum Callback {
    Response,
    Error,
    Timeout,
    OpenAck,
    KvQueryResult,
    TxQueryResult,
    Reply,
}

impl Callback {
    pub const ALL: [Callback; 7] = [
        Callback::Response,
        Callback::Error,
        Callback::Timeout,
        Callback::OpenAck,
        Callback::KvQueryResult,
        Callback::TxQueryResult,
        Callback::Reply,
    ];

    /// The name in messages and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Callback::Response => "response",
            Callback::Error => "error",
            Callback::Timeout => "timeout",
            Callback::OpenAck => "open_ack",
            Callback::KvQueryResult => "kv_query_result",
            Callback::TxQueryResult => "tx_query_result",
            Callback::Reply => "reply",
        }
    }
}

impl SudoMsg {
    pub fn callback(&self) -> Callback {
        match self {
            SudoMsg::Response { .. } => Callback::Response,
            SudoMsg::Error { .. } => Callback::Error,
            SudoMsg::Timeout { .. } => Callback::Timeout,
            SudoMsg::OpenAck { .. } => Callback::OpenAck,
            SudoMsg::KvQueryResult { .. } => Callback::KvQueryResult,
            SudoMsg::TxQueryResult { .. } => Callback::TxQueryResult,
        }
    }
}
