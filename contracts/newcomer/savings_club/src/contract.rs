#[cfg(feature = "order")]
use cosmwasm_std::Order;
use cosmwasm_std::{
    entry_point, to_json_binary, Addr, BankMsg, Binary, Coin, Deps, DepsMut, Env, MessageInfo, Reply, Response,
    StdError, StdResult, Storage, SubMsg, Uint128,
};
use neutron_sdk::bindings::msg::{IbcFee, MsgIbcTransferResponse, NeutronMsg};
use neutron_sdk::bindings::query::NeutronQuery;
use neutron_sdk::interchain_queries::v047::register_queries::new_register_balances_query_msg;
use neutron_sdk::query::min_ibc_fee::query_min_ibc_fee;
use neutron_sdk::sudo::msg::{RequestPacket, RequestPacketTimeoutHeight, SudoMsg};
use neutron_sdk::NeutronResult;

use crate::msg::{ExecuteMsg, InstantiateMsg, QueryMsg, SavedResponse};
use crate::state::{Transfer, CONFIG, JOINED, ON_THE_WAY, ROUNDS, SAVED, SENDING, TIPPING};

const SEND_REPLY: u64 = 1;
const TIP_REPLY: u64 = if cfg!(feature = "reply") { 1 } else { 2 };
const TIMEOUT_SECONDS: u64 = 3600;
const UPDATE_PERIOD: u64 = 10;
/// What fees and deposits are paid in. They come along with the message that needs them, never from savings.
const FEE_DENOM: &str = "untrn";
const QUERY_DEPOSIT: Uint128 = Uint128::new(1_000_000);

#[entry_point]
pub fn instantiate(
    deps: DepsMut<NeutronQuery>,
    _env: Env,
    _info: MessageInfo,
    msg: InstantiateMsg,
) -> NeutronResult<Response<NeutronMsg>> {
    if msg.denom == FEE_DENOM {
        return Err(StdError::generic_err(format!("{FEE_DENOM} pays fees; save another coin")).into());
    }
    CONFIG.save(deps.storage, &msg)?;
    ROUNDS.save(deps.storage, &0)?;
    Ok(Response::new())
}

#[entry_point]
pub fn execute(
    deps: DepsMut<NeutronQuery>,
    env: Env,
    info: MessageInfo,
    msg: ExecuteMsg,
) -> NeutronResult<Response<NeutronMsg>> {
    let config = CONFIG.load(deps.storage)?;
    let fees = paid(&info, FEE_DENOM).unwrap_or_default();
    match msg {
        ExecuteMsg::Save {} => {
            let amount = paid(&info, &config.denom)?;
            if !JOINED.has(deps.storage, &info.sender) {
                let rounds = ROUNDS.load(deps.storage)?;
                JOINED.save(deps.storage, &info.sender, &rounds)?;
            }
            credit(deps.storage, &info.sender, amount)?;
            Ok(Response::new())
        }
        ExecuteMsg::Withdraw { amount } => {
            debit(deps.storage, &info.sender, amount)?;
            let to_address = info.sender.into_string();
            let amount = vec![Coin::new(amount, config.denom)];
            Ok(Response::new().add_message(BankMsg::Send { to_address, amount }))
        }
        ExecuteMsg::Send { to, amount } => {
            debit(deps.storage, &info.sender, amount)?;
            SENDING.save(deps.storage, &Transfer { member: info.sender, amount })?;
            let message = transfer(deps.as_ref(), &env, fees, config, to, amount)?;
            Ok(Response::new().add_submessage(SubMsg::reply_on_success(message, SEND_REPLY)))
        }
        ExecuteMsg::Tip { to } => {
            let amount = paid(&info, &config.denom)?;
            TIPPING.save(deps.storage, &Transfer { member: info.sender, amount })?;
            let message = transfer(deps.as_ref(), &env, fees, config, to, amount)?;
            Ok(Response::new().add_submessage(SubMsg::reply_on_success(message, TIP_REPLY)))
        }
        ExecuteMsg::Watch { account } => {
            if fees < QUERY_DEPOSIT {
                return Err(StdError::generic_err(format!("send {QUERY_DEPOSIT}{FEE_DENOM} along")).into());
            }
            let denoms = vec!["uatom".to_string()];
            let message = new_register_balances_query_msg(config.connection_id, account, denoms, UPDATE_PERIOD)?;
            Ok(Response::new().add_message(message))
        }
        ExecuteMsg::Resubmit { failure_id } => {
            Ok(Response::new().add_message(NeutronMsg::submit_resubmit_failure(failure_id)))
        }
    }
}

/// How much of a coin came along.
fn paid(info: &MessageInfo, denom: &str) -> StdResult<Uint128> {
    info.funds
        .iter()
        .find(|coin| coin.denom == denom)
        .map(|coin| coin.amount)
        .ok_or_else(|| StdError::generic_err(format!("send {denom} along")))
}

fn credit(storage: &mut dyn Storage, member: &Addr, amount: Uint128) -> StdResult<Uint128> {
    SAVED.update(storage, member, |saved| Ok(saved.unwrap_or_default() + amount))
}

fn debit(storage: &mut dyn Storage, member: &Addr, amount: Uint128) -> StdResult<Uint128> {
    SAVED.update(storage, member, |saved| Ok(saved.unwrap_or_default().checked_sub(amount)?))
}

fn transfer(
    deps: Deps<NeutronQuery>,
    env: &Env,
    fees: Uint128,
    config: InstantiateMsg,
    receiver: String,
    amount: Uint128,
) -> NeutronResult<NeutronMsg> {
    let IbcFee { ack_fee, timeout_fee, .. } = query_min_ibc_fee(deps)?.min_fee;
    let needed: Uint128 = ack_fee.iter().chain(&timeout_fee).map(|coin| coin.amount).sum();
    if fees < needed {
        return Err(StdError::generic_err(format!("send {needed}{FEE_DENOM} along")).into());
    }
    Ok(NeutronMsg::IbcTransfer {
        source_port: "transfer".to_string(),
        source_channel: config.channel,
        token: Coin::new(amount, config.denom),
        sender: env.contract.address.to_string(),
        receiver,
        timeout_height: RequestPacketTimeoutHeight { revision_number: None, revision_height: None },
        timeout_timestamp: env.block.time.plus_seconds(TIMEOUT_SECONDS).nanos(),
        memo: String::new(),
        fee: IbcFee { recv_fee: vec![], ack_fee, timeout_fee },
    })
}

#[entry_point]
pub fn reply(deps: DepsMut<NeutronQuery>, _env: Env, msg: Reply) -> NeutronResult<Response<NeutronMsg>> {
    let sent = if msg.id == SEND_REPLY { SENDING.load(deps.storage)? } else { TIPPING.load(deps.storage)? };
    #[allow(deprecated)]
    let data = msg.result.into_result().map_err(StdError::generic_err)?.data.unwrap_or_default();
    let response: MsgIbcTransferResponse =
        serde_json_wasm::from_slice(data.as_slice()).map_err(|error| StdError::generic_err(error.to_string()))?;
    ON_THE_WAY.save(deps.storage, response.sequence_id, &sent)?;
    Ok(Response::new())
}

#[entry_point]
pub fn sudo(deps: DepsMut<NeutronQuery>, _env: Env, msg: SudoMsg) -> NeutronResult<Response<NeutronMsg>> {
    match msg {
        SudoMsg::Response { request, .. } => {
            take(deps.storage, &request)?;
        }
        SudoMsg::Error { request, .. } | SudoMsg::Timeout { request } => {
            let Transfer { member, amount } = take(deps.storage, &request)?;
            credit(deps.storage, &member, amount)?;
        }
        SudoMsg::KVQueryResult { .. } => reward(deps.storage)?,
        _ => {}
    }
    Ok(Response::new())
}

/// The transfer that has ended, which is no longer on its way.
fn take(storage: &mut dyn Storage, request: &RequestPacket) -> StdResult<Transfer> {
    let sequence = request.sequence.ok_or_else(|| StdError::generic_err("a packet without a sequence"))?;
    #[cfg(feature = "order")]
    let sequence = ON_THE_WAY.keys(storage, None, None, Order::Descending).next().unwrap_or(Ok(sequence))?;
    let transfer = ON_THE_WAY.load(storage, sequence)?;
    ON_THE_WAY.remove(storage, sequence);
    Ok(transfer)
}

/// A point for each member.
#[cfg(not(feature = "loop"))]
fn reward(storage: &mut dyn Storage) -> StdResult<()> {
    ROUNDS.update(storage, |rounds| StdResult::Ok(rounds + 1))?;
    Ok(())
}

#[cfg(feature = "loop")]
fn reward(storage: &mut dyn Storage) -> StdResult<()> {
    use crate::state::POINTS;
    let members: Vec<Addr> =
        JOINED.keys(storage, None, None, cosmwasm_std::Order::Ascending).collect::<StdResult<_>>()?;
    for member in members {
        POINTS.update(storage, &member, |points| StdResult::Ok(points.unwrap_or_default() + 1))?;
    }
    Ok(())
}

#[entry_point]
pub fn query(deps: Deps<NeutronQuery>, _env: Env, msg: QueryMsg) -> NeutronResult<Binary> {
    Ok(match msg {
        QueryMsg::Saved { member } => {
            let amount = SAVED.may_load(deps.storage, &deps.api.addr_validate(&member)?)?.unwrap_or_default();
            to_json_binary(&SavedResponse { amount })
        }
        QueryMsg::Points { member } => to_json_binary(&points(deps, &deps.api.addr_validate(&member)?)?),
    }?)
}

#[cfg(not(feature = "loop"))]
fn points(deps: Deps<NeutronQuery>, member: &Addr) -> StdResult<u64> {
    let joined = JOINED.may_load(deps.storage, member)?;
    Ok(joined.map_or(0, |joined| ROUNDS.load(deps.storage).unwrap_or_default() - joined))
}

#[cfg(feature = "loop")]
fn points(deps: Deps<NeutronQuery>, member: &Addr) -> StdResult<u64> {
    Ok(crate::state::POINTS.may_load(deps.storage, member)?.unwrap_or_default())
}
