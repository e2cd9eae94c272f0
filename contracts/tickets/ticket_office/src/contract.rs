use std::collections::{BTreeMap, BTreeSet};

use cosmwasm_std::{
    coin, ensure, entry_point, to_json_binary, Addr, BankMsg, Binary, Deps, DepsMut, Env, IbcMsg, IbcTimeout,
    MessageInfo, Order, Response, StdError, StdResult, Storage, Uint128,
};

use crate::ibc::Tickets;
use crate::msg::{ClaimsResponse, ExecuteMsg, InstantiateMsg, QueryMsg};
use crate::state::{
    next, Packet, PacketStatus, Status, Ticket, CHANNEL, JARS, LAST, LAST_PACKET, PACKETS, SEATS, TICKETS,
};

const DENOM: &str = "untrn";
const TIMEOUT_SECONDS: u64 = 600;
const SEATS_IN_ALL: u8 = 200;

#[entry_point]
pub fn instantiate(_deps: DepsMut, _env: Env, _info: MessageInfo, _msg: InstantiateMsg) -> StdResult<Response> {
    Ok(Response::new())
}

#[entry_point]
pub fn execute(deps: DepsMut, env: Env, info: MessageInfo, msg: ExecuteMsg) -> StdResult<Response> {
    if !matches!(msg, ExecuteMsg::Buy {}) {
        ensure!(info.funds.is_empty(), StdError::msg("no coins are taken here"));
    }
    let storage = deps.storage;
    let sender = &info.sender;
    match msg {
        ExecuteMsg::Buy {} => buy(storage, &info),
        ExecuteMsg::OpenSeat { ticket_id, seat } => {
            ensure!((1..=SEATS_IN_ALL).contains(&seat), StdError::msg("there is no such seat"));
            ensure!(!SEATS.has(storage, seat), StdError::msg("the seat is taken"));
            let mut ticket = own(storage, sender, ticket_id, Status::Open)?;
            ticket.seat = Some(seat);
            SEATS.save(storage, seat, &ticket_id)?;
            change(storage, ticket_id, ticket, Status::Seated)?;
            Ok(Response::new())
        }
        ExecuteMsg::Dispatch { ids } => dispatch(storage, env, sender, ids),
        ExecuteMsg::Recover { packet_id } => {
            let packet = packet_in(storage, packet_id, PacketStatus::Failed)?;
            ensure!(packet.sender == *sender, StdError::msg("the packet is another's"));
            PACKETS.remove(storage, packet_id);
            for id in packet.tickets {
                let ticket = TICKETS.load(storage, id)?;
                change(storage, id, ticket, Status::Seated)?;
            }
            Ok(Response::new())
        }
        ExecuteMsg::Settle { packet_id } => {
            let packet = packet_in(storage, packet_id, PacketStatus::Arrived)?;
            PACKETS.remove(storage, packet_id);
            for id in packet.tickets {
                let ticket = TICKETS.load(storage, id)?;
                change(storage, id, ticket, Status::Used)?;
            }
            Ok(Response::new())
        }
        ExecuteMsg::Sweep { ids } => sweep(storage, ids),
        ExecuteMsg::OpenJar { name } => {
            ensure!((1..=20).contains(&name.len()), StdError::msg("a name has 1 to 20 characters"));
            ensure!(!JARS.has(storage, (sender, &name)), StdError::msg("the jar is there already"));
            JARS.save(storage, (sender, &name), &false)?;
            Ok(Response::new())
        }
        ExecuteMsg::WatchJar { jar, ticket_id } => {
            let closed = JARS.may_load(storage, (sender, &jar))?;
            let closed = closed.ok_or_else(|| StdError::msg("the sender has no such jar"))?;
            ensure!(!closed, StdError::msg("the jar is closed"));
            let ticket = own(storage, sender, ticket_id, Status::Open)?;
            JARS.save(storage, (sender, &jar), &true)?;
            change(storage, ticket_id, ticket, Status::Closed)?;
            Ok(Response::new())
        }
    }
}

fn buy(storage: &mut dyn Storage, info: &MessageInfo) -> StdResult<Response> {
    let [paid] = info.funds.as_slice() else { return Err(StdError::msg("send one coin along")) };
    ensure!(paid.denom == DENOM, StdError::msg(format!("only {DENOM} is taken")));
    let id = next(storage, &LAST)?;
    let paid = Uint128::try_from(paid.amount).map_err(|_| StdError::msg("more than there can be"))?;
    TICKETS.save(storage, id, &Ticket { owner: info.sender.clone(), paid, seat: None, status: Status::Open })?;
    Ok(Response::new().add_attribute("ticket_id", id.to_string()))
}

/// A ticket of the sender in a state.
fn own(storage: &dyn Storage, sender: &Addr, id: u64, status: Status) -> StdResult<Ticket> {
    let ticket = TICKETS.may_load(storage, id)?.ok_or_else(|| StdError::msg("there is no such ticket"))?;
    ensure!(ticket.owner == *sender, StdError::msg("the ticket is another's"));
    ensure!(ticket.status == status, StdError::msg(format!("the ticket is {:?}", ticket.status)));
    Ok(ticket)
}

fn change(storage: &mut dyn Storage, id: u64, ticket: Ticket, status: Status) -> StdResult<()> {
    TICKETS.save(storage, id, &Ticket { status, ..ticket })
}

fn packet_in(storage: &dyn Storage, id: u64, status: PacketStatus) -> StdResult<Packet> {
    let packet = PACKETS.may_load(storage, id)?.ok_or_else(|| StdError::msg("there is no such packet"))?;
    ensure!(packet.status == status, StdError::msg(format!("the packet is {:?}", packet.status)));
    Ok(packet)
}

fn dispatch(storage: &mut dyn Storage, env: Env, sender: &Addr, ids: Vec<u64>) -> StdResult<Response> {
    let channel = CHANNEL.may_load(storage)?.ok_or_else(|| StdError::msg("no channel is open"))?;
    ensure!(!ids.is_empty(), StdError::msg("no tickets"));
    for id in &ids {
        let ticket = own(storage, sender, *id, Status::Seated)?;
        change(storage, *id, ticket, Status::Sent)?;
    }
    let id = next(storage, &LAST_PACKET)?;
    let data = to_json_binary(&Tickets { packet: id, ids: ids.clone() })?;
    PACKETS.save(storage, id, &Packet { sender: sender.clone(), tickets: ids, status: PacketStatus::Waiting })?;
    let timeout = IbcTimeout::with_timestamp(env.block.time.plus_seconds(TIMEOUT_SECONDS));
    Ok(Response::new().add_message(IbcMsg::SendPacket { channel_id: channel, data, timeout }))
}

fn sweep(storage: &mut dyn Storage, ids: Vec<u64>) -> StdResult<Response> {
    let rows = TICKETS.range(storage, None, None, Order::Ascending).collect::<StdResult<Vec<_>>>()?;
    let used: BTreeMap<_, _> = rows.into_iter().filter(|(_, ticket)| ticket.status == Status::Used).collect();
    let named: BTreeSet<_> = ids.iter().copied().collect();
    ensure!(named.len() == ids.len(), StdError::msg("a ticket is named twice"));
    ensure!(named.iter().eq(used.keys()), StdError::msg("name all used tickets, and no others"));
    let mut owed = BTreeMap::<Addr, Uint128>::new();
    for (id, ticket) in used {
        *owed.entry(ticket.owner.clone()).or_default() += ticket.paid;
        if let Some(seat) = ticket.seat {
            SEATS.remove(storage, seat);
        }
        TICKETS.remove(storage, id);
    }
    ensure!(owed.len() >= 2, StdError::msg("at least two owners share the cost of a sweep"));
    let pay = |(to, amount): (Addr, Uint128)| BankMsg::Send {
        to_address: to.to_string(),
        amount: vec![coin(amount.u128(), DENOM)],
    };
    Ok(Response::new().add_messages(owed.into_iter().map(pay)))
}

#[entry_point]
pub fn query(deps: Deps, _env: Env, msg: QueryMsg) -> StdResult<Binary> {
    match msg {
        QueryMsg::Claims { actor } => {
            let rows = TICKETS.range(deps.storage, None, None, Order::Ascending).collect::<StdResult<Vec<_>>>()?;
            let own = rows.iter().filter(|(_, ticket)| ticket.owner.as_str() == actor);
            to_json_binary(&ClaimsResponse { amount: own.map(|(_, ticket)| ticket.paid).sum() })
        }
        QueryMsg::Ticket { id } => to_json_binary(&TICKETS.load(deps.storage, id)?),
        QueryMsg::Packet { id } => to_json_binary(&PACKETS.load(deps.storage, id)?),
    }
}
