use cosmwasm_schema::{cw_serde, QueryResponses};
use cosmwasm_std::{Addr, Coin};

#[cw_serde]
pub struct InstantiateMsg {
    /// Who may close the channel
    pub admin: Option<String>,
    /// Seconds after which a transfer times out. Default: 600
    pub timeout: Option<u64>,
}

#[cw_serde]
pub enum ExecuteMsg {
    /// Sends the one coin that comes along to an account of the other chain
    Transfer { to: String },
    /// Pays the sender what is owed to it
    Claim {},
    /// Closes the channel in use. By the admin
    Close {},
}

#[cw_serde]
#[derive(QueryResponses)]
pub enum QueryMsg {
    /// What an account could claim now
    #[returns(ClaimsResponse)]
    Claims { actor: String },
    /// The channel in use, and the transfers that wait for their outcome
    #[returns(StateResponse)]
    State {},
}

#[cw_serde]
pub struct ClaimsResponse {
    pub coins: Vec<Coin>,
}

#[cw_serde]
pub struct StateResponse {
    pub channel: Option<String>,
    pub waiting: Vec<Waiting>,
}

/// A transfer whose outcome is not known yet
#[cw_serde]
pub struct Waiting {
    pub channel: String,
    pub sequence: u64,
    pub transfer: Transfer,
}

#[cw_serde]
pub struct Transfer {
    pub sender: Addr,
    pub coin: Coin,
}
