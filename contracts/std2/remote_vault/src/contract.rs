use cosmwasm_std::{
    coin, entry_point, to_json_binary, Binary, Deps, DepsMut, Env, MessageInfo, Reply, Response, StdError, SubMsgResult,
};

use crate::chain::{ChainMsg, ChainQuery};
use crate::error::{refuse, Error};
use crate::msg::{ClaimsResponse, ExecuteMsg, InstantiateMsg, QueryMsg, StateResponse};
use crate::state::{account, Config, Pool, ADDRESS, CONFIG, FLIGHT, POOL, WATCHED};
use crate::sudo::{Outcome, Packet, SudoMsg};
use crate::{account as remote, deposit, evidence, payout, proto, tick};

pub const ACCOUNT_ID: &str = "vault";
const DEFAULT_TIMEOUT: u64 = 600;

#[entry_point]
pub fn instantiate(
    deps: DepsMut<ChainQuery>,
    _env: Env,
    info: MessageInfo,
    msg: InstantiateMsg,
) -> Result<Response<ChainMsg>, Error> {
    if msg.channels.is_empty() {
        return refuse("a channel is needed");
    }
    let admin = match msg.admin {
        Some(admin) => deps.api.addr_validate(&admin)?,
        None => info.sender,
    };
    let config = Config {
        admin,
        connection_id: msg.connection_id,
        channels: msg.channels,
        home: 0,
        denom: msg.denom,
        validator: msg.validator,
        timeout: sane(msg.timeout.unwrap_or(DEFAULT_TIMEOUT))?,
        ordered: msg.ordered.unwrap_or(true),
    };
    CONFIG.save(deps.storage, &config)?;
    POOL.save(deps.storage, &Pool::default())?;
    Ok(Response::new())
}

#[entry_point]
pub fn execute(
    deps: DepsMut<ChainQuery>,
    env: Env,
    info: MessageInfo,
    msg: ExecuteMsg,
) -> Result<Response<ChainMsg>, Error> {
    match msg {
        ExecuteMsg::Register {} => remote::register(deps.storage, info),
        ExecuteMsg::Watch {} => remote::watch(deps.storage),
        ExecuteMsg::Deposit { channel } => deposit::deposit(deps, env, info, channel),
        ExecuteMsg::DepositParts { parts } => deposit::deposit_parts(deps, env, info, parts),
        ExecuteMsg::Withdraw { amount } => tick::withdraw(deps.storage, info, amount),
        ExecuteMsg::Tick {} => tick::tick(deps, env, info),
        ExecuteMsg::Collect {} => payout::collect(deps.storage, info),
        ExecuteMsg::Resubmit { failure_id } => {
            Ok(Response::new().add_message(ChainMsg::ResubmitFailure { failure_id }))
        }
        ExecuteMsg::Configure { home, timeout } => configure(deps, info, home, timeout),
    }
}

fn configure(
    deps: DepsMut<ChainQuery>,
    info: MessageInfo,
    home: Option<String>,
    timeout: Option<u64>,
) -> Result<Response<ChainMsg>, Error> {
    let mut config = CONFIG.load(deps.storage)?;
    if info.sender != config.admin {
        return refuse("only the admin may");
    }
    if let Some(home) = home {
        let place = config.channels.iter().position(|channel| channel.id == home);
        config.home = place.ok_or(Error::Refused("no such channel"))?;
    }
    if let Some(timeout) = timeout {
        config.timeout = sane(timeout)?;
    }
    CONFIG.save(deps.storage, &config)?;
    Ok(Response::new())
}

fn sane(timeout: u64) -> Result<u64, Error> {
    match timeout {
        60..=15_768_000 => Ok(timeout),
        _ => refuse("a packet may take 60 to 15768000 seconds"),
    }
}

#[entry_point]
pub fn reply(deps: DepsMut<ChainQuery>, _env: Env, reply: Reply) -> Result<Response<ChainMsg>, Error> {
    let Reply { id, payload, result, .. } = reply;
    if id == payout::PAYOUT {
        payout::paid(deps.storage, payload)?;
        return Ok(Response::new());
    }
    let SubMsgResult::Ok(response) = result else {
        return refuse("a message failed that must not");
    };
    let message = response.msg_responses.into_iter().next();
    let value = message.ok_or_else(|| StdError::generic_err("no response to a message"))?.value;
    let number = proto::number(&value, 1);
    let packet = || (number, proto::text(&value, 2).to_string());
    match id {
        deposit::DEPOSIT => deposit::sent(deps.storage, payload, packet())?,
        tick::OPERATION => tick::sent(deps.storage, payload, packet())?,
        _ => remote::registered(deps.storage, id, number)?,
    }
    Ok(Response::new())
}

#[entry_point]
pub fn sudo(deps: DepsMut<ChainQuery>, _env: Env, msg: SudoMsg) -> Result<Response<ChainMsg>, Error> {
    match msg {
        SudoMsg::Response { request, data } => settle(deps, &request, Outcome::Acknowledged(data.unwrap_or_default())),
        SudoMsg::Error { request } => settle(deps, &request, Outcome::Failed),
        SudoMsg::Timeout { request } => settle(deps, &request, Outcome::TimedOut),
        SudoMsg::OpenAck { counterparty_version } => remote::opened(deps.storage, &counterparty_version),
        SudoMsg::KvQueryResult { query_id } => evidence::delegation_seen(deps, query_id),
        SudoMsg::TxQueryResult { query_id, data } => {
            evidence::transaction_seen(deps.storage, query_id, &data.unwrap_or_default())
        }
    }
}

fn settle(deps: DepsMut<ChainQuery>, packet: &Packet, outcome: Outcome) -> Result<Response<ChainMsg>, Error> {
    match packet.source_port.as_str() {
        "transfer" => deposit::settle(deps.storage, packet, outcome),
        _ => tick::settle(deps.storage, packet, outcome),
    }
}

#[entry_point]
pub fn query(deps: Deps<ChainQuery>, _env: Env, msg: QueryMsg) -> Result<Binary, Error> {
    let answer = match msg {
        QueryMsg::Claims { actor } => to_json_binary(&claims(deps, actor)?),
        QueryMsg::Account { actor } => to_json_binary(&account(deps.storage, &deps.api.addr_validate(&actor)?)?),
        QueryMsg::State {} => to_json_binary(&StateResponse {
            account: ADDRESS.may_load(deps.storage)?,
            watched: WATCHED.may_load(deps.storage)?,
            pool: POOL.load(deps.storage)?,
            flight: FLIGHT.may_load(deps.storage)?,
        }),
        QueryMsg::Config {} => to_json_binary(&CONFIG.load(deps.storage)?),
    };
    Ok(answer?)
}

fn claims(deps: Deps<ChainQuery>, actor: String) -> Result<ClaimsResponse, Error> {
    let account = account(deps.storage, &deps.api.addr_validate(&actor)?)?;
    let worth = POOL.load(deps.storage)?.worth(deps.storage, account.shares)?;
    let leaving = account.withdrawal.map(|withdrawal| withdrawal.amount).unwrap_or_default();
    let amount = account.sending.checked_add(worth)?.checked_add(leaving)?;
    let Config { channels, home, .. } = CONFIG.load(deps.storage)?;
    let mut coins = account.owed;
    if !amount.is_zero() {
        coins.push(coin(amount.u128(), &channels[home].denom));
    }
    Ok(ClaimsResponse { coins })
}
