use cosmwasm_schema::cw_serde;
use cosmwasm_std::{
    entry_point, from_json, Binary, DepsMut, Env, IbcBasicResponse, IbcChannelCloseMsg, IbcChannelConnectMsg,
    IbcChannelOpenMsg, IbcChannelOpenResponse, IbcOrder, IbcPacket, IbcPacketAckMsg, IbcPacketReceiveMsg,
    IbcPacketTimeoutMsg, IbcReceiveResponse, StdError, StdResult, Storage,
};

use crate::state::{Packet, PacketStatus, CHANNEL, PACKETS};

const VERSION: &str = "tickets-1";

/// The data of a packet.
#[cw_serde]
pub struct Tickets {
    pub packet: u64,
    pub ids: Vec<u64>,
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
    Ok(IbcReceiveResponse::new(Binary::from(b"{\"result\":\"AQ==\"}")))
}

#[entry_point]
pub fn ibc_packet_ack(deps: DepsMut, _env: Env, msg: IbcPacketAckMsg) -> StdResult<IbcBasicResponse> {
    let arrived = msg.acknowledgement.data == Binary::from(b"{\"result\":\"AQ==\"}");
    ended(deps.storage, &msg.original_packet, if arrived { PacketStatus::Arrived } else { PacketStatus::Failed })
}

#[entry_point]
pub fn ibc_packet_timeout(deps: DepsMut, _env: Env, msg: IbcPacketTimeoutMsg) -> StdResult<IbcBasicResponse> {
    ended(deps.storage, &msg.packet, PacketStatus::Failed)
}

fn ended(storage: &mut dyn Storage, packet: &IbcPacket, status: PacketStatus) -> StdResult<IbcBasicResponse> {
    let Tickets { packet, .. } = from_json(&packet.data)?;
    let record = PACKETS.load(storage, packet)?;
    PACKETS.save(storage, packet, &Packet { status, ..record })?;
    Ok(IbcBasicResponse::new())
}
