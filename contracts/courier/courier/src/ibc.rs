use cosmwasm_schema::cw_serde;
use cosmwasm_std::{
    entry_point, from_json, to_json_binary, Binary, DepsMut, Env, IbcBasicResponse, IbcChannelCloseMsg,
    IbcChannelConnectMsg, IbcChannelOpenMsg, IbcChannelOpenResponse, IbcMsg, IbcOrder, IbcPacket, IbcPacketAckMsg,
    IbcPacketReceiveMsg, IbcPacketTimeoutMsg, IbcReceiveResponse, IbcTimeout, StdError, StdResult, Storage, SubMsg,
    Uint128,
};

use crate::contract::{tell, DENOM, TOLD};
use crate::msg::Notice;
use crate::state::{add, arrived, Parcel, ARRIVED, BUSY, CHANNEL, PARCELS};

const VERSION: &str = "courier-1";
const RECEIVED: &[u8] = b"{\"result\":\"AQ==\"}";
/// The treasury of the other chain
const TREASURY: &str = "treasury";
#[cfg(not(feature = "gas"))]
const NOTICE_GAS: u64 = 300_000;

/// The data of a packet: of a transfer, with an id.
#[cw_serde]
struct PacketData {
    denom: String,
    amount: Uint128,
    sender: String,
    receiver: String,
    memo: String,
}

pub fn packet(env: &Env, channel_id: String, id: u64, parcel: &Parcel, timeout_seconds: u64) -> StdResult<IbcMsg> {
    let Parcel { owner, amount, .. } = parcel;
    let sender = owner.as_ref().unwrap_or(&env.contract.address).to_string();
    let (denom, receiver) = (DENOM.to_string(), TREASURY.to_string());
    let data = to_json_binary(&PacketData { denom, amount: *amount, sender, receiver, memo: id.to_string() })?;
    let timeout = IbcTimeout::with_timestamp(env.block.time.plus_seconds(timeout_seconds));
    Ok(IbcMsg::SendPacket { channel_id, data, timeout })
}

#[entry_point]
pub fn ibc_channel_open(_deps: DepsMut, _env: Env, msg: IbcChannelOpenMsg) -> StdResult<IbcChannelOpenResponse> {
    let channel = msg.channel();
    if channel.order != IbcOrder::Unordered || channel.version != VERSION {
        return Err(StdError::msg(format!("only unordered channels of {VERSION}")));
    }
    Ok(None)
}

#[entry_point]
pub fn ibc_channel_connect(deps: DepsMut, _env: Env, msg: IbcChannelConnectMsg) -> StdResult<IbcBasicResponse> {
    CHANNEL.save(deps.storage, &msg.channel().endpoint.channel_id)?;
    Ok(IbcBasicResponse::new())
}

#[entry_point]
pub fn ibc_channel_close(deps: DepsMut, _env: Env, msg: IbcChannelCloseMsg) -> StdResult<IbcBasicResponse> {
    let closed = &msg.channel().endpoint.channel_id;
    if CHANNEL.may_load(deps.storage)?.as_ref() == Some(closed) {
        CHANNEL.remove(deps.storage);
    }
    Ok(IbcBasicResponse::new())
}

#[entry_point]
pub fn ibc_packet_receive(_deps: DepsMut, _env: Env, _msg: IbcPacketReceiveMsg) -> StdResult<IbcReceiveResponse> {
    Ok(IbcReceiveResponse::new(Binary::from(RECEIVED)))
}

#[entry_point]
pub fn ibc_packet_ack(deps: DepsMut, env: Env, msg: IbcPacketAckMsg) -> StdResult<IbcBasicResponse> {
    let id = id_in(&msg.original_packet)?;
    if msg.acknowledgement.data != Binary::from(RECEIVED) {
        return failed(deps.storage, &env, id);
    }
    let Parcel { owner, amount, receiver } = PARCELS.load(deps.storage, id)?;
    PARCELS.remove(deps.storage, id);
    // What was sent on is the other chain's.
    let Some(owner) = owner else { return Ok(IbcBasicResponse::new()) };
    BUSY.remove(deps.storage, &owner);
    let sum = arrived(deps.storage)? + amount;
    ARRIVED.save(deps.storage, &sum)?;
    let Some(receiver) = receiver else { return Ok(IbcBasicResponse::new()) };
    let notice = SubMsg::reply_on_error(tell(&receiver, &Notice::Arrived {})?, TOLD);
    #[cfg(not(feature = "gas"))]
    let notice = notice.with_gas_limit(NOTICE_GAS);
    Ok(IbcBasicResponse::new().add_submessage(notice))
}

#[entry_point]
pub fn ibc_packet_timeout(deps: DepsMut, _env: Env, msg: IbcPacketTimeoutMsg) -> StdResult<IbcBasicResponse> {
    returned(deps.storage, id_in(&msg.packet)?, !cfg!(feature = "lock"))
}

fn id_in(packet: &IbcPacket) -> StdResult<u64> {
    let PacketData { memo, .. } = from_json(&packet.data)?;
    memo.parse().map_err(|_| StdError::msg("the packet has no id"))
}

fn failed(storage: &mut dyn Storage, env: &Env, id: u64) -> StdResult<IbcBasicResponse> {
    if cfg!(feature = "retry") {
        let parcel = PARCELS.load(storage, id)?;
        return Ok(IbcBasicResponse::new().add_message(crate::contract::resend(storage, env, id, &parcel)?));
    }
    returned(storage, id, true)
}

/// Gives back the amount of a parcel that failed, and lets its owner send another.
fn returned(storage: &mut dyn Storage, id: u64, unlocks: bool) -> StdResult<IbcBasicResponse> {
    let Parcel { owner, amount, .. } = PARCELS.load(storage, id)?;
    PARCELS.remove(storage, id);
    match owner {
        None => {
            let sum = arrived(storage)? + amount;
            ARRIVED.save(storage, &sum)?;
        }
        Some(owner) => {
            add(storage, &owner, amount)?;
            if unlocks {
                BUSY.remove(storage, &owner);
            }
        }
    }
    Ok(IbcBasicResponse::new())
}
