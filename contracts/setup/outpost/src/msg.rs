use cosmwasm_schema::{cw_serde, QueryResponses};
use cosmwasm_std::Binary;

#[cw_serde]
pub struct InstantiateMsg {
    pub owner: String,
    /// Needed by `burn`
    pub burning: Option<Burning>,
}

#[cw_serde]
pub struct Burning {
    /// For the events
    pub reason: String,
}

#[cw_serde]
pub enum ExecuteMsg {
    /// Enters a contract into the registry. By the owner
    SetContract { name: String, contract: String },
    /// Calls the contract that the registry names `router`
    Route {},
    /// Allows a coin over a channel. By the owner
    MapPair { channel_id: String, denom: String, remote_denom: String },
    /// Keeps a coin for the sender, one that is mapped
    Bridge { channel_id: String },
    /// Returns what the sender has here
    Withdraw {},
    /// Burns a coin. Only if the contract was instantiated for it
    Burn {},
    /// Records a root, 32 bytes in hex. Nothing may be given besides
    Commit { root: String, leaves: Vec<String> },
    /// Keeps a token for its owner. By the contract of the token
    ReceiveNft { sender: String, token_id: String, msg: Binary },
    /// Returns a token to its owner
    Release { collection: String, token_id: String },
}

/// The message in a token that is sent here.
#[cw_serde]
pub enum NftHook {
    Keep { days: u8 },
}

/// The message for a collection.
#[cw_serde]
pub enum CollectionMsg {
    TransferNft { recipient: String, token_id: String },
}

/// The message for the router.
#[cw_serde]
pub enum RouterMsg {
    Ping {},
}

#[cw_serde]
#[derive(QueryResponses)]
pub enum QueryMsg {
    /// What an account has here
    #[returns(Vec<cosmwasm_std::Coin>)]
    Kept { actor: String },
    #[returns(Option<String>)]
    Root {},
}
