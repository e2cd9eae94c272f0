use cosmwasm_schema::{cw_serde, QueryResponses};
use cosmwasm_std::Uint128;

use crate::state::{Packet, Ticket};

#[cw_serde]
pub struct InstantiateMsg {}

#[cw_serde]
pub enum ExecuteMsg {
    /// Buys a ticket for the untrn that come along
    Buy {},
    /// Takes a seat for an open ticket. By its owner; no two tickets have the same seat
    OpenSeat { ticket_id: u64, seat: u8 },
    /// Sends seated tickets of one owner to the other office. By their owner
    Dispatch { ids: Vec<u64> },
    /// Takes back the tickets of a packet that failed. By who sent it
    Recover { packet_id: u64 },
    /// Marks the tickets of a packet that arrived as used. By anyone
    Settle { packet_id: u64 },
    /// Pays used tickets out to their owners. By anyone, all used tickets at once, of at least two owners
    Sweep { ids: Vec<u64> },
    /// Opens a jar under a name of the sender's choice
    OpenJar { name: String },
    /// Puts an open ticket of the sender into a jar of the sender, which closes both
    WatchJar { jar: String, ticket_id: u64 },
}

#[cw_serde]
#[derive(QueryResponses)]
pub enum QueryMsg {
    /// What an account paid for tickets and did not get back
    #[returns(ClaimsResponse)]
    Claims { actor: String },
    #[returns(Ticket)]
    Ticket { id: u64 },
    #[returns(Packet)]
    Packet { id: u64 },
}

#[cw_serde]
pub struct ClaimsResponse {
    pub amount: Uint128,
}
