// What queries return is named for the schema alone.
#![cfg_attr(target_arch = "wasm32", allow(unused_imports))]

use cosmwasm_schema::{cw_serde, QueryResponses};
use cosmwasm_std::Uint128;

#[cw_serde]
pub struct InstantiateMsg {
    pub connection_id: String,
    /// The transfer channel to the other chain.
    pub channel: String,
    /// What members save.
    pub denom: String,
}

#[cw_serde]
pub enum ExecuteMsg {
    /// Adds the coins that are sent along to the sender's savings.
    Save {},
    Withdraw {
        amount: Uint128,
    },
    /// Sends savings to an account on the other chain. What cannot be delivered becomes savings again.
    Send {
        to: String,
        amount: Uint128,
    },
    /// Sends the coins that come along to an account on the other chain. What cannot be delivered becomes the sender's savings.
    Tip {
        to: String,
    },
    /// From now on, each proof of the account's balance is a point for all members.
    Watch {
        account: String,
    },
    Resubmit {
        failure_id: u64,
    },
}

#[cw_serde]
#[derive(QueryResponses)]
pub enum QueryMsg {
    #[returns(SavedResponse)]
    Saved { member: String },
    #[returns(u64)]
    Points { member: String },
}

#[cw_serde]
pub struct SavedResponse {
    pub amount: Uint128,
}
