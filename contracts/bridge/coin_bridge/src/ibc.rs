use cosmwasm_schema::cw_serde;
use cosmwasm_std::{
    coin, entry_point, from_json, Binary, DepsMut, Env, IbcBasicResponse, IbcChannelCloseMsg, IbcChannelConnectMsg,
    IbcChannelOpenMsg, IbcChannelOpenResponse, IbcOrder, IbcPacket, IbcPacketAckMsg, IbcPacketReceiveMsg,
    IbcPacketTimeoutMsg, IbcReceiveResponse, StdError, StdResult, Storage, SubMsg, Uint128,
};

use crate::payout::{pay, Payout};
use crate::state::{release, OPEN, WAITING};

const VERSION: &str = "ics20-1";

/// Source: ICS-20
#[cw_serde]
pub struct PacketData {
    pub amount: String,
    pub denom: String,
    pub receiver: String,
    pub sender: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memo: Option<String>,
}

#[cw_serde]
enum Ack {
    Result(Binary),
    #[cfg(not(feature = "f1"))]
    Error(String),
}

pub fn refusal(text: &str) -> Binary {
    Binary::new(format!("{{\"error\":\"{text}\"}}").into_bytes())
}

#[entry_point]
pub fn ibc_channel_open(_deps: DepsMut, _env: Env, msg: IbcChannelOpenMsg) -> StdResult<IbcChannelOpenResponse> {
    let channel = msg.channel();
    let theirs = msg.counterparty_version().unwrap_or(VERSION);
    if channel.order != IbcOrder::Unordered || channel.version != VERSION || theirs != VERSION {
        return Err(StdError::msg(format!("only unordered channels of {VERSION}")));
    }
    Ok(None)
}

#[entry_point]
pub fn ibc_channel_connect(deps: DepsMut, _env: Env, msg: IbcChannelConnectMsg) -> StdResult<IbcBasicResponse> {
    if msg.counterparty_version().unwrap_or(VERSION) != VERSION {
        return Err(StdError::msg(format!("only channels of {VERSION}")));
    }
    let mut open = OPEN.load(deps.storage)?;
    open.push(msg.channel().endpoint.channel_id.clone());
    OPEN.save(deps.storage, &open)?;
    Ok(IbcBasicResponse::new())
}

#[entry_point]
pub fn ibc_channel_close(deps: DepsMut, _env: Env, msg: IbcChannelCloseMsg) -> StdResult<IbcBasicResponse> {
    let closed = &msg.channel().endpoint.channel_id;
    let mut open = OPEN.load(deps.storage)?;
    open.retain(|channel| channel != closed || cfg!(feature = "f4"));
    OPEN.save(deps.storage, &open)?;
    Ok(IbcBasicResponse::new())
}

#[entry_point]
pub fn ibc_packet_receive(deps: DepsMut, _env: Env, msg: IbcPacketReceiveMsg) -> StdResult<IbcReceiveResponse> {
    let IbcPacket { data, src, dest, .. } = msg.packet;
    let data: PacketData = from_json(data)?;
    let way = format!("{}/{}/", src.port_id, src.channel_id);
    let denom =
        data.denom.strip_prefix(&way).ok_or_else(|| StdError::msg("only coins that went out over the channel"))?;
    let amount: Uint128 = data.amount.parse().map_err(|_| StdError::msg("an invalid amount"))?;
    let to = deps.api.addr_validate(&data.receiver)?;
    let coin = coin(amount.u128(), denom);
    release(deps.storage, &dest.channel_id, &coin)?;
    let payout = pay(&to, &coin, &Payout::Redeem { channel: dest.channel_id, coin: coin.clone() })?;
    Ok(IbcReceiveResponse::new(Binary::from(b"{\"result\":\"AQ==\"}")).add_submessage(payout))
}

#[entry_point]
pub fn ibc_packet_ack(deps: DepsMut, _env: Env, msg: IbcPacketAckMsg) -> StdResult<IbcBasicResponse> {
    match from_json(&msg.acknowledgement.data)? {
        Ack::Result(_) => {
            let IbcPacket { src, sequence, .. } = msg.original_packet;
            WAITING.remove(deps.storage, (&src.channel_id, sequence));
            Ok(IbcBasicResponse::new())
        }
        #[cfg(not(feature = "f1"))]
        Ack::Error(_) => failed(deps.storage, &msg.original_packet),
    }
}

#[entry_point]
pub fn ibc_packet_timeout(deps: DepsMut, _env: Env, msg: IbcPacketTimeoutMsg) -> StdResult<IbcBasicResponse> {
    if cfg!(feature = "f2") {
        WAITING.remove(deps.storage, (&msg.packet.src.channel_id, msg.packet.sequence));
        return Ok(IbcBasicResponse::new());
    }
    failed(deps.storage, &msg.packet)
}

/// Gives back what a transfer took that came to nothing.
fn failed(storage: &mut dyn Storage, IbcPacket { src, sequence, .. }: &IbcPacket) -> StdResult<IbcBasicResponse> {
    let key = (src.channel_id.as_str(), *sequence);
    let transfer = WAITING.load(storage, key)?;
    if !cfg!(feature = "f6") {
        WAITING.remove(storage, key);
    }
    release(storage, &src.channel_id, &transfer.coin)?;
    #[cfg(not(feature = "f3"))]
    let to = transfer.sender;
    #[cfg(feature = "f3")]
    let to = crate::state::LAST.load(storage)?;
    let payout: SubMsg = pay(&to, &transfer.coin, &Payout::Refund { to: to.clone(), coin: transfer.coin.clone() })?;
    Ok(IbcBasicResponse::new().add_submessage(payout))
}
