use cosmwasm_std::{
    entry_point, from_json, to_json_binary, DepsMut, Env, IbcBasicResponse, IbcChannelCloseMsg, IbcChannelConnectMsg,
    IbcChannelOpenMsg, IbcChannelOpenResponse, IbcPacket, IbcPacketAckMsg, IbcPacketReceiveMsg, IbcPacketTimeoutMsg,
    IbcReceiveResponse, StdError, StdResult, Storage, WasmMsg,
};

use crate::contract::PacketData;
use crate::msg::ReportMsg;
use crate::state::{Account, ACCOUNT, CONFIG, OPENING, REQUESTS};

/// What the contract reads of the version of the other side.
#[derive(serde::Deserialize)]
struct Metadata {
    address: String,
}

#[entry_point]
pub fn ibc_channel_open(deps: DepsMut, _env: Env, _msg: IbcChannelOpenMsg) -> StdResult<IbcChannelOpenResponse> {
    if !OPENING.may_load(deps.storage)?.unwrap_or_default() {
        return Err(StdError::msg("only the contract itself opens channels"));
    }
    OPENING.save(deps.storage, &false)?;
    Ok(None)
}

#[entry_point]
pub fn ibc_channel_connect(deps: DepsMut, _env: Env, msg: IbcChannelConnectMsg) -> StdResult<IbcBasicResponse> {
    let IbcChannelConnectMsg::OpenAck { channel, counterparty_version } = msg else {
        return Err(StdError::msg("only the contract itself opens channels"));
    };
    let Metadata { address } = from_json(counterparty_version.as_bytes())?;
    ACCOUNT.save(deps.storage, &Account { channel_id: channel.endpoint.channel_id, address: address.clone() })?;
    let response = IbcBasicResponse::new();
    Ok(match CONFIG.load(deps.storage)?.report_to {
        None => response,
        Some(contract) => response.add_message(WasmMsg::Execute {
            contract_addr: contract.to_string(),
            msg: to_json_binary(&ReportMsg::AccountOpened { address })?,
            funds: vec![],
        }),
    })
}

#[entry_point]
pub fn ibc_channel_close(deps: DepsMut, _env: Env, _msg: IbcChannelCloseMsg) -> StdResult<IbcBasicResponse> {
    ACCOUNT.remove(deps.storage);
    Ok(IbcBasicResponse::new())
}

#[entry_point]
pub fn ibc_packet_receive(_deps: DepsMut, _env: Env, _msg: IbcPacketReceiveMsg) -> StdResult<IbcReceiveResponse> {
    Err(StdError::msg("the host of an account sends nothing"))
}

#[entry_point]
pub fn ibc_packet_ack(deps: DepsMut, _env: Env, msg: IbcPacketAckMsg) -> StdResult<IbcBasicResponse> {
    settle(deps.storage, &msg.original_packet)
}

/// The channel is ordered, so the timeout has closed it.
#[entry_point]
pub fn ibc_packet_timeout(deps: DepsMut, _env: Env, msg: IbcPacketTimeoutMsg) -> StdResult<IbcBasicResponse> {
    let account = ACCOUNT.may_load(deps.storage)?;
    if account.is_some_and(|one| one.channel_id == msg.packet.src.channel_id) {
        ACCOUNT.remove(deps.storage);
    }
    settle(deps.storage, &msg.packet)
}

fn settle(storage: &mut dyn Storage, packet: &IbcPacket) -> StdResult<IbcBasicResponse> {
    let PacketData { memo, .. } = from_json(&packet.data)?;
    let number = memo.parse().map_err(|_| StdError::msg("not a number of a request"))?;
    let request = REQUESTS.load(storage, number)?;
    REQUESTS.remove(storage, number);
    Ok(IbcBasicResponse::new().add_attribute("settled", request.sender))
}
