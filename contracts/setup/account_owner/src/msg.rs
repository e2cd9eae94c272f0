use cosmwasm_schema::{cw_serde, QueryResponses};

#[cw_serde]
pub struct InstantiateMsg {
    pub connection_id: String,
    pub host_connection_id: String,
    /// A contract that is told when the account is there
    pub report_to: Option<String>,
}

#[cw_serde]
pub enum ExecuteMsg {
    /// Has rewards of the account on the other chain paid to itself. Needs the account
    Submit {},
    /// Opens the channel again. Only while it is closed
    Reopen {},
}

#[cw_serde]
#[derive(QueryResponses)]
pub enum QueryMsg {
    #[returns(Option<crate::state::Account>)]
    Account {},
    #[returns(Vec<(u64, crate::state::Request)>)]
    Requests {},
}

#[cw_serde]
pub enum ReportMsg {
    AccountOpened { address: String },
}
