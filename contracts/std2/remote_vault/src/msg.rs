// What queries return is named for the schema alone.
#![cfg_attr(target_arch = "wasm32", allow(unused_imports))]

use cosmwasm_schema::{cw_serde, QueryResponses};
use cosmwasm_std::{Coin, Uint128};

use crate::state::{Account, Config, Flight, Pool, Watched};

#[cw_serde]
pub struct InstantiateMsg {
    /// Who may `configure`, and owns what is given to the account on the other chain; the sender when left out.
    pub admin: Option<String>,
    pub connection_id: String,
    /// The transfer channels to the other chain. What is withdrawn comes back over the first.
    pub channels: Vec<Channel>,
    /// Denomination on the other chain.
    pub denom: String,
    /// Of the other chain, with its prefix.
    pub validator: String,
    /// Seconds that a packet may take: 60 to 15,768,000; 600 when left out.
    pub timeout: Option<u64>,
    /// Whether the channel of the account is ordered; it is when left out.
    pub ordered: Option<bool>,
}

#[cw_serde]
pub struct Channel {
    /// This chain's end.
    pub id: String,
    /// The other chain's end.
    pub remote: String,
    /// What the other chain's coin is called here when it came over this channel.
    pub denom: String,
}

/// What was put aside for the relayers of a packet; the half that is not needed comes back.
#[cw_serde]
#[derive(Default)]
pub struct Fee {
    pub ack: Option<Coin>,
    pub timeout: Option<Coin>,
}

#[cw_serde]
pub struct Part {
    pub channel: String,
    pub amount: Uint128,
}

#[cw_serde]
pub enum ExecuteMsg {
    /// Opens the account's channel, for the first time or after it was closed. The coins sent along are the chain's fee.
    Register {},
    /// Registers the queries for the account's delegation and for transfers to it, once. The chain's deposits are to be sent along.
    Watch {},
    /// Deposits all coins sent along that the channel brings home. The fee for the relayer is to be sent along.
    Deposit { channel: String },
    /// Several deposits at once, each by a packet of its own. A fee for each is to be sent along.
    DepositParts { parts: Vec<Part> },
    /// Asks for so much back. It is paid by `collect` once it has come back.
    Withdraw { amount: Uint128 },
    /// Does the next thing that is to be done on the other chain, if any: anyone may. The fee for the relayer is to be sent along.
    Tick {},
    /// Pays what the sender has to get.
    Collect {},
    /// Has a failed callback delivered again: anyone may.
    Resubmit { failure_id: u64 },
    /// By the admin: the channel over which coins come back, and the seconds that a packet may take.
    Configure { home: Option<String>, timeout: Option<u64> },
}

#[cw_serde]
#[derive(QueryResponses)]
pub enum QueryMsg {
    /// What an actor could get out in all, fees that come back aside.
    #[returns(ClaimsResponse)]
    Claims { actor: String },
    #[returns(Account)]
    Account { actor: String },
    #[returns(StateResponse)]
    State {},
    #[returns(Config)]
    Config {},
}

#[cw_serde]
pub struct ClaimsResponse {
    pub coins: Vec<Coin>,
}

#[cw_serde]
pub struct StateResponse {
    /// The account's address on the other chain, once its channel was opened.
    pub account: Option<String>,
    pub watched: Option<Watched>,
    pub pool: Pool,
    /// The account's packet that is on its way, or that failed and is to be sent again.
    pub flight: Option<Flight>,
}
