use cosmwasm_schema::cw_serde;
use cosmwasm_std::{Addr, StdResult, Storage, Uint128};
use cw_storage_plus::{Item, Map};

#[cw_serde]
pub enum Status {
    Open,
    Seated,
    Sent,
    Used,
    Closed,
}

#[cw_serde]
pub struct Ticket {
    pub owner: Addr,
    pub paid: Uint128,
    pub seat: Option<u8>,
    pub status: Status,
}

#[cw_serde]
pub enum PacketStatus {
    Waiting,
    Arrived,
    Failed,
}

#[cw_serde]
pub struct Packet {
    pub sender: Addr,
    pub tickets: Vec<u64>,
    pub status: PacketStatus,
}

pub const LAST: Item<u64> = Item::new("last");
pub const LAST_PACKET: Item<u64> = Item::new("last_packet");
pub const CHANNEL: Item<String> = Item::new("channel");
pub const TICKETS: Map<u64, Ticket> = Map::new("tickets");
pub const SEATS: Map<u8, u64> = Map::new("seats");
pub const PACKETS: Map<u64, Packet> = Map::new("packets");
/// Whether a jar is closed, by owner and name.
pub const JARS: Map<(&Addr, &str), bool> = Map::new("jars");

/// The next number of a counter, from 1.
pub fn next(storage: &mut dyn Storage, counter: &Item<u64>) -> StdResult<u64> {
    let number = counter.may_load(storage)?.unwrap_or_default() + 1;
    counter.save(storage, &number)?;
    Ok(number)
}
