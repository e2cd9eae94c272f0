use cosmwasm_std::{
    entry_point, from_json, to_json_binary, CosmosMsg, DepsMut, Env, Ibc2Msg, Ibc2PacketAckMsg, Ibc2PacketReceiveMsg,
    Ibc2PacketSendMsg, Ibc2PacketTimeoutMsg, Ibc2Payload, IbcBasicResponse, IbcReceiveResponse, StdResult,
};

use crate::contract::timeout;
use crate::ibc::{answer, noted, refuse};
use crate::msg::Packet;
use crate::state::note;

const VERSION: &str = "ping-pong-1";
const ENCODING: &str = "application/json";

#[entry_point]
pub fn ibc2_packet_send(deps: DepsMut, _env: Env, msg: Ibc2PacketSendMsg) -> StdResult<IbcBasicResponse> {
    refuse(deps.as_ref())?;
    noted(deps, "ibc2_packet_send", &msg)
}

#[entry_point]
pub fn ibc2_packet_receive(deps: DepsMut, env: Env, msg: Ibc2PacketReceiveMsg) -> StdResult<IbcReceiveResponse> {
    note(deps.storage, "ibc2_packet_receive", &msg)?;
    let packet = from_json(&msg.payload.value)?;
    answer(&env, packet, |back| {
        send(&env, msg.destination_client.clone(), msg.payload.source_port.clone(), &back, None)
    })
}

#[entry_point]
pub fn ibc2_packet_ack(deps: DepsMut, _env: Env, msg: Ibc2PacketAckMsg) -> StdResult<IbcBasicResponse> {
    noted(deps, "ibc2_packet_ack", &msg)
}

#[entry_point]
pub fn ibc2_packet_timeout(deps: DepsMut, _env: Env, msg: Ibc2PacketTimeoutMsg) -> StdResult<IbcBasicResponse> {
    noted(deps, "ibc2_packet_timeout", &msg)
}

/// A packet from this contract's port, which is its address with another beginning.
pub fn send(
    env: &Env,
    source_client: String,
    destination_port: String,
    packet: &Packet,
    timeout_seconds: Option<u64>,
) -> StdResult<CosmosMsg> {
    let address = env.contract.address.as_str();
    let separator = address.rfind('1').unwrap_or_default();
    let payload = Ibc2Payload::new(
        format!("wasm2{}", &address[separator..]),
        destination_port,
        VERSION.into(),
        ENCODING.into(),
        to_json_binary(packet)?,
    );
    Ok(Ibc2Msg::SendPacket { source_client, timeout: timeout(env, timeout_seconds), payloads: vec![payload] }.into())
}
