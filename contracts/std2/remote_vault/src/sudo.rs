//! The callbacks, as far as they are read: the chain leaves out what is empty.

use cosmwasm_schema::cw_serde;
use cosmwasm_std::Binary;

#[cw_serde]
pub struct Packet {
    #[serde(default)]
    pub sequence: u64,
    #[serde(default)]
    pub source_port: String,
    #[serde(default)]
    pub source_channel: String,
}

#[cw_serde]
pub enum SudoMsg {
    Response { request: Packet, data: Option<Binary> },
    Error { request: Packet },
    Timeout { request: Packet },
    OpenAck { counterparty_version: String },
    KvQueryResult { query_id: u64 },
    TxQueryResult { query_id: u64, data: Option<Binary> },
}

/// What became of a packet.
pub enum Outcome {
    Acknowledged(Binary),
    Failed,
    TimedOut,
}
