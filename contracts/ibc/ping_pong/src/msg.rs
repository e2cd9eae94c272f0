use cosmwasm_schema::{cw_serde, QueryResponses};
use cosmwasm_std::{Binary, Coin};

/// How the contract takes part in what is not a packet. Everything is allowed by default.
#[cw_serde]
#[derive(Default)]
pub struct Behaviour {
    /// Version that it gives to a channel. Default: what the other side proposes
    pub version: Option<String>,
    /// Refuses channels, and packets over clients that are to be sent, with this text
    pub refuse: Option<String>,
    /// What its callbacks (source and destination) do
    pub callbacks: Option<Callbacks>,
}

#[cw_serde]
pub enum Callbacks {
    Fail {
        text: String,
    },
    /// Computes until the gas is used up
    Loop {},
}

#[cw_serde]
pub enum ExecuteMsg {
    Configure(Behaviour),
    Send {
        channel_id: String,
        packet: Packet,
        timeout_seconds: Option<u64>,
    },
    Acknowledge {
        channel_id: String,
        sequence: u64,
        ack: Binary,
    },
    Close {
        channel_id: String,
    },
    Transfer {
        channel_id: String,
        to: String,
        amount: Coin,
        memo: Option<String>,
        timeout_seconds: Option<u64>,
    },
    /// Over a client, without a channel.
    Send2 {
        source_client: String,
        destination_port: String,
        packet: Packet,
        timeout_seconds: Option<u64>,
    },
    Acknowledge2 {
        source_client: String,
        destination_client: String,
        sequence: u64,
        ack: Binary,
    },
}

/// A packet says what its receiver is to do.
#[cw_serde]
pub enum Packet {
    /// Acknowledge with `"pong"`, and send back one that says one less, until it says 0
    Ping {
        rally: u32,
    },
    Fail {
        text: String,
    },
    Panic {},
    /// Acknowledge it later
    Later {},
    /// Send coins that the contract lacks
    Overspend {},
}

#[cw_serde]
#[derive(QueryResponses)]
pub enum QueryMsg {
    /// What it was told, the oldest first
    #[returns(HeardResponse)]
    Heard {},
    /// The chain's answer to a query, given in JSON
    #[returns(Binary)]
    Chain { request: Binary },
}

#[cw_serde]
pub struct HeardResponse {
    pub heard: Vec<Heard>,
}

#[cw_serde]
pub struct Heard {
    /// Name of the entry point
    pub entry: String,
    /// What came, as JSON
    pub message: String,
}
