use cosmwasm_std::{
    coins, entry_point, from_json, to_json_binary, BankMsg, Binary, CosmosMsg, Deps, DepsMut, Env,
    Ibc3ChannelOpenResponse, IbcBasicResponse, IbcChannelCloseMsg, IbcChannelConnectMsg, IbcChannelOpenMsg,
    IbcChannelOpenResponse, IbcDestinationCallbackMsg, IbcMsg, IbcPacketAckMsg, IbcPacketReceiveMsg,
    IbcPacketTimeoutMsg, IbcReceiveResponse, IbcSourceCallbackMsg, IbcTimeout, StdError, StdResult, SubMsg,
};
use serde::Serialize;

use crate::contract::timeout;
use crate::msg::{Callbacks, Packet};
use crate::state::{note, BEHAVIOUR};

#[entry_point]
pub fn ibc_channel_open(deps: DepsMut, _env: Env, msg: IbcChannelOpenMsg) -> StdResult<IbcChannelOpenResponse> {
    note(deps.storage, "ibc_channel_open", &msg)?;
    refuse(deps.as_ref())?;
    Ok(BEHAVIOUR.load(deps.storage)?.version.map(|version| Ibc3ChannelOpenResponse { version }))
}

#[entry_point]
pub fn ibc_channel_connect(deps: DepsMut, _env: Env, msg: IbcChannelConnectMsg) -> StdResult<IbcBasicResponse> {
    noted(deps, "ibc_channel_connect", &msg)
}

#[entry_point]
pub fn ibc_channel_close(deps: DepsMut, _env: Env, msg: IbcChannelCloseMsg) -> StdResult<IbcBasicResponse> {
    noted(deps, "ibc_channel_close", &msg)
}

#[entry_point]
pub fn ibc_packet_receive(deps: DepsMut, env: Env, msg: IbcPacketReceiveMsg) -> StdResult<IbcReceiveResponse> {
    note(deps.storage, "ibc_packet_receive", &msg)?;
    let packet = from_json(&msg.packet.data)?;
    let channel_id = msg.packet.dest.channel_id;
    let timeout = IbcTimeout::with_timestamp(timeout(&env, None));
    answer(&env, packet, |back| {
        Ok(IbcMsg::SendPacket {
            channel_id: channel_id.clone(),
            data: to_json_binary(&back)?,
            timeout: timeout.clone(),
        }
        .into())
    })
}

#[entry_point]
pub fn ibc_packet_ack(deps: DepsMut, _env: Env, msg: IbcPacketAckMsg) -> StdResult<IbcBasicResponse> {
    noted(deps, "ibc_packet_ack", &msg)
}

#[entry_point]
pub fn ibc_packet_timeout(deps: DepsMut, _env: Env, msg: IbcPacketTimeoutMsg) -> StdResult<IbcBasicResponse> {
    noted(deps, "ibc_packet_timeout", &msg)
}

#[entry_point]
pub fn ibc_source_callback(deps: DepsMut, _env: Env, msg: IbcSourceCallbackMsg) -> StdResult<IbcBasicResponse> {
    called_back(deps, "ibc_source_callback", &msg)
}

#[entry_point]
pub fn ibc_destination_callback(
    deps: DepsMut,
    _env: Env,
    msg: IbcDestinationCallbackMsg,
) -> StdResult<IbcBasicResponse> {
    called_back(deps, "ibc_destination_callback", &msg)
}

/// Does what a packet says. `send` makes the message that sends one back.
pub fn answer(
    env: &Env,
    packet: Packet,
    send: impl Fn(Packet) -> StdResult<CosmosMsg>,
) -> StdResult<IbcReceiveResponse> {
    let pong = || IbcReceiveResponse::new(Binary::from(b"\"pong\"")).add_attribute("answer", "pong");
    Ok(match packet {
        Packet::Ping { rally: 0 } => pong(),
        Packet::Ping { rally } => pong().add_message(send(Packet::Ping { rally: rally - 1 })?),
        Packet::Fail { text } => return Err(StdError::msg(text)),
        Packet::Panic {} => panic!("told to panic"),
        Packet::Later {} => IbcReceiveResponse::without_ack(),
        Packet::Overspend {} => pong().add_submessage(SubMsg::new(BankMsg::Send {
            to_address: env.contract.address.to_string(),
            amount: coins(1, "unobtainium"),
        })),
    })
}

pub fn refuse(deps: Deps) -> StdResult<()> {
    BEHAVIOUR.load(deps.storage)?.refuse.map_or(Ok(()), |text| Err(StdError::msg(text)))
}

pub fn noted<T: Serialize>(deps: DepsMut, entry: &str, message: &T) -> StdResult<IbcBasicResponse> {
    note(deps.storage, entry, message)?;
    Ok(IbcBasicResponse::new().add_attribute("heard", entry))
}

fn called_back<T: Serialize>(deps: DepsMut, entry: &str, message: &T) -> StdResult<IbcBasicResponse> {
    match BEHAVIOUR.load(deps.storage)?.callbacks {
        None => noted(deps, entry, message),
        Some(Callbacks::Fail { text }) => Err(StdError::msg(text)),
        Some(Callbacks::Loop {}) => {
            let mut count = 0u64;
            loop {
                count = std::hint::black_box(count.wrapping_add(1));
            }
        }
    }
}
