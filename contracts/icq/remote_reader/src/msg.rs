// What queries return is named for the schema alone.
#![cfg_attr(target_arch = "wasm32", allow(unused_imports))]

use cosmwasm_schema::{cw_serde, QueryResponses};
use cosmwasm_std::{Binary, Coin};
use neutron_sdk::bindings::types::{KVKey, StorageValue};
use neutron_sdk::interchain_queries::v047::queries::{
    BalanceResponse, DelegatorDelegationsResponse, DelegatorUnbondingDelegationsResponse, FeePoolResponse,
    ProposalResponse, ProposalVotesResponse, TotalSupplyResponse, ValidatorResponse, ValidatorSigningInfoResponse,
};

#[cw_serde]
pub struct InstantiateMsg {
    /// Who is paid when the other chain proves a transfer; nobody when left out.
    pub pays: Option<Pays>,
    /// When the balances of a query reach this much, `threshold_reached` says so.
    pub threshold: Option<Coin>,
}

/// For each coin that is sent to `recipient` on the other chain, the contract pays as much of `denom` to the address that the
/// transaction's memo names.
#[cw_serde]
pub struct Pays {
    pub recipient: String,
    pub denom: String,
}

#[cw_serde]
pub enum ExecuteMsg {
    Register {
        connection_id: String,
        update_period: u64,
        what: What,
    },
    RemoveQuery {
        query_id: u64,
    },
    /// Runs a failed call back once more.
    Resubmit {
        failure_id: u64,
    },
}

/// What can be asked: a kind of the library each, and keys as they are.
#[cw_serde]
pub enum What {
    Balances { addr: String, denoms: Vec<String> },
    TotalSupply { denoms: Vec<String> },
    FeePool {},
    Proposals { ids: Vec<u64> },
    Votes { ids: Vec<u64>, voters: Vec<String> },
    Validators { validators: Vec<String> },
    SigningInfos { validators: Vec<String> },
    Delegations { delegator: String, validators: Vec<String> },
    UnbondingDelegations { delegator: String, validators: Vec<String> },
    WasmStore { contract: String, key: Binary },
    Transfers { recipient: String, min_height: Option<u64> },
    Keys { keys: Vec<KVKey> },
}

#[cw_serde]
#[derive(QueryResponses)]
pub enum QueryMsg {
    #[returns(BalanceResponse)]
    Balances { query_id: u64 },
    #[returns(TotalSupplyResponse)]
    TotalSupply { query_id: u64 },
    #[returns(FeePoolResponse)]
    FeePool { query_id: u64 },
    #[returns(ProposalResponse)]
    Proposals { query_id: u64 },
    #[returns(ProposalVotesResponse)]
    Votes { query_id: u64 },
    #[returns(ValidatorResponse)]
    Validators { query_id: u64 },
    #[returns(ValidatorSigningInfoResponse)]
    SigningInfos { query_id: u64 },
    #[returns(DelegatorDelegationsResponse)]
    Delegations { query_id: u64 },
    #[returns(DelegatorUnbondingDelegationsResponse)]
    UnbondingDelegations { query_id: u64 },
    /// Keys and values as they came.
    #[returns(Vec<StorageValue>)]
    Values { query_id: u64 },
    /// What the last call back of a query of balances saw.
    #[returns(Option<Seen>)]
    Seen { query_id: u64 },
}

#[cw_serde]
pub struct Seen {
    pub coins: Vec<Coin>,
    pub threshold_reached: bool,
}
