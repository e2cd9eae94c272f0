use cosmwasm_schema::{cw_serde, QueryResponses};
use cosmwasm_std::Uint128;

#[cw_serde]
pub struct InstantiateMsg {
    /// May send parcels of others
    pub operator: Option<String>,
}

#[cw_serde]
pub enum ExecuteMsg {
    /// Deposits the untrn that come along
    Deposit {},
    /// Pays the whole deposit of an account to it, and then tells a contract. By anyone
    Withdraw { account: String, hook: Option<String> },
    /// Sends an amount of a deposit, of the sender unless it is the operator. When it has arrived, a contract is told
    Send { amount: Uint128, owner: Option<String>, receiver: Option<String> },
    /// Sends all that has arrived on to the other chain's treasury, with a timeout from a minute to a day. By anyone
    Flush { timeout_seconds: u64 },
}

#[cw_serde]
#[derive(QueryResponses)]
pub enum QueryMsg {
    /// The deposit of an account
    #[returns(ClaimsResponse)]
    Claims { actor: String },
}

#[cw_serde]
pub struct ClaimsResponse {
    pub amount: Uint128,
}

/// What contracts are told that somebody named.
#[cw_serde]
pub enum Notice {
    Withdrawn {},
    Arrived {},
}
