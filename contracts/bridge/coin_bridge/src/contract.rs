use cosmwasm_std::{
    coin, entry_point, from_json, to_json_binary, BankMsg, Binary, Coin, Deps, DepsMut, Env, IbcMsg, IbcTimeout,
    MessageInfo, Order, Reply, Response, StdError, StdResult, SubMsg,
};

use crate::ibc::PacketData;
use crate::msg::{ClaimsResponse, ExecuteMsg, InstantiateMsg, QueryMsg, StateResponse, Transfer, Waiting};
use crate::payout::{unpaid, PAYOUT};
use crate::state::{keep, Config, CONFIG, OPEN, OWED, WAITING};

const TIMEOUT_SECONDS: u64 = 600;
const SENT: u64 = 1;

#[entry_point]
pub fn instantiate(deps: DepsMut, _env: Env, _info: MessageInfo, msg: InstantiateMsg) -> StdResult<Response> {
    let admin = msg.admin.map(|admin| deps.api.addr_validate(&admin)).transpose()?;
    CONFIG.save(deps.storage, &Config { admin, timeout: msg.timeout.unwrap_or(TIMEOUT_SECONDS) })?;
    OPEN.save(deps.storage, &vec![])?;
    Ok(Response::new())
}

#[entry_point]
pub fn execute(deps: DepsMut, env: Env, info: MessageInfo, msg: ExecuteMsg) -> StdResult<Response> {
    match msg {
        ExecuteMsg::Transfer { to } => transfer(deps, env, info, to),
        ExecuteMsg::Claim {} => claim(deps, info),
        ExecuteMsg::Close {} => {
            if CONFIG.load(deps.storage)?.admin != Some(info.sender) {
                return Err(StdError::msg("only the admin may close the channel"));
            }
            Ok(Response::new().add_message(IbcMsg::CloseChannel { channel_id: in_use(deps.as_ref())? }))
        }
    }
}

fn in_use(deps: Deps) -> StdResult<String> {
    OPEN.load(deps.storage)?.into_iter().next().ok_or_else(|| StdError::msg("no channel is open"))
}

#[derive(cosmwasm_schema::serde::Serialize, cosmwasm_schema::serde::Deserialize)]
#[serde(crate = "cosmwasm_schema::serde")]
struct Sent {
    channel: String,
    transfer: Transfer,
}

fn transfer(deps: DepsMut, env: Env, info: MessageInfo, to: String) -> StdResult<Response> {
    let [coin] = info.funds.as_slice() else { return Err(StdError::msg("send one coin along")) };
    if coin.denom.contains('/') {
        return Err(StdError::msg("only coins of this chain, with a simple name"));
    }
    let channel = in_use(deps.as_ref())?;
    let data = PacketData {
        amount: coin.amount.to_string(),
        denom: coin.denom.clone(),
        receiver: to,
        sender: info.sender.to_string(),
        memo: None,
    };
    let timeout = env.block.time.plus_seconds(CONFIG.load(deps.storage)?.timeout);
    let send = IbcMsg::SendPacket {
        channel_id: channel.clone(),
        data: to_json_binary(&data)?,
        timeout: IbcTimeout::with_timestamp(timeout),
    };
    #[cfg(feature = "f3")]
    crate::state::LAST.save(deps.storage, &info.sender)?;
    let sent = Sent { channel, transfer: Transfer { sender: info.sender, coin: coin.clone() } };
    Ok(Response::new().add_submessage(SubMsg::reply_on_success(send, SENT).with_payload(to_json_binary(&sent)?)))
}

fn claim(deps: DepsMut, info: MessageInfo) -> StdResult<Response> {
    let amount = owed(deps.as_ref(), &info.sender)?;
    if amount.is_empty() {
        return Err(StdError::msg("nothing is owed to the sender"));
    }
    OWED.prefix(&info.sender).clear(deps.storage, None);
    Ok(Response::new().add_message(BankMsg::Send { to_address: info.sender.to_string(), amount }))
}

fn owed(deps: Deps, to: &cosmwasm_std::Addr) -> StdResult<Vec<Coin>> {
    let rows = OWED.prefix(to).range(deps.storage, None, None, Order::Ascending);
    rows.map(|row| row.map(|(denom, amount)| coin(amount.u128(), denom))).collect()
}

#[entry_point]
pub fn reply(deps: DepsMut, _env: Env, msg: Reply) -> StdResult<Response> {
    match msg.id {
        PAYOUT => unpaid(deps.storage, &msg.payload),
        SENT => {
            let Sent { channel, transfer } = from_json(&msg.payload)?;
            let responses = msg.result.into_result().map_err(StdError::msg)?.msg_responses;
            let sequence = responses.first().and_then(|response| sequence_in(&response.value));
            let sequence = sequence.ok_or_else(|| StdError::msg("the chain does not tell the packet's sequence"))?;
            keep(deps.storage, &channel, &transfer.coin)?;
            WAITING.save(deps.storage, (&channel, sequence), &transfer)?;
            Ok(Response::new())
        }
        id => Err(StdError::msg(format!("an unknown reply: {id}"))),
    }
}

/// Of `MsgIBCSendResponse { sequence = 1 }`.
fn sequence_in(response: &Binary) -> Option<u64> {
    let [8, varint @ ..] = response.as_slice() else { return None };
    varint.iter().enumerate().take(10).try_fold(0, |sum, (at, byte)| Some(sum | u64::from(byte & 127) << (7 * at)))
}

#[entry_point]
pub fn query(deps: Deps, _env: Env, msg: QueryMsg) -> StdResult<Binary> {
    match msg {
        QueryMsg::Claims { actor } => {
            to_json_binary(&ClaimsResponse { coins: owed(deps, &deps.api.addr_validate(&actor)?)? })
        }
        QueryMsg::State {} => {
            let rows = WAITING.range(deps.storage, None, None, Order::Ascending);
            let waiting =
                rows.map(|row| row.map(|((channel, sequence), transfer)| Waiting { channel, sequence, transfer }));
            let channel = in_use(deps).ok();
            to_json_binary(&StateResponse { channel, waiting: waiting.collect::<StdResult<_>>()? })
        }
    }
}
