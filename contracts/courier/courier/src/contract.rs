use cosmwasm_std::{
    coin, ensure, entry_point, from_json, to_json_binary, Addr, BankMsg, Binary, Deps, DepsMut, Env, IbcMsg,
    MessageInfo, Reply, Response, StdError, StdResult, Storage, SubMsg, Uint128, WasmMsg,
};

use crate::ibc::packet;
use crate::msg::{ClaimsResponse, ExecuteMsg, InstantiateMsg, Notice, QueryMsg};
use crate::state::{add, arrived, deposit_of, next, take, Parcel, ARRIVED, BUSY, CHANNEL, DEPOSITS, OPERATOR, PARCELS};

pub const DENOM: &str = "untrn";
const TIMEOUT_SECONDS: u64 = 600;
/// Replies: the receiver was told of an arrival; a deposit was paid, and the hook was told.
pub const TOLD: u64 = 0;
const PAID: u64 = 1;

#[entry_point]
pub fn instantiate(deps: DepsMut, _env: Env, _info: MessageInfo, msg: InstantiateMsg) -> StdResult<Response> {
    if let Some(operator) = msg.operator {
        OPERATOR.save(deps.storage, &deps.api.addr_validate(&operator)?)?;
    }
    Ok(Response::new())
}

#[entry_point]
pub fn execute(deps: DepsMut, env: Env, info: MessageInfo, msg: ExecuteMsg) -> StdResult<Response> {
    if !matches!(msg, ExecuteMsg::Deposit {}) {
        ensure!(info.funds.is_empty(), StdError::msg("no coins are taken here"));
    }
    let address = |text: Option<String>| text.map(|text| deps.api.addr_validate(&text)).transpose();
    match msg {
        ExecuteMsg::Deposit {} => {
            let [paid] = info.funds.as_slice() else { return Err(StdError::msg("send one coin along")) };
            ensure!(paid.denom == DENOM, StdError::msg(format!("only {DENOM} is taken")));
            let amount = Uint128::try_from(paid.amount).map_err(|_| StdError::msg("more than there can be"))?;
            add(deps.storage, &info.sender, amount)?;
            Ok(Response::new())
        }
        ExecuteMsg::Withdraw { account, hook } => {
            let (account, hook) = (deps.api.addr_validate(&account)?, address(hook)?);
            withdraw(deps.storage, account, hook)
        }
        ExecuteMsg::Send { amount, owner, receiver } => {
            let (owner, receiver) = (address(owner)?.unwrap_or_else(|| info.sender.clone()), address(receiver)?);
            if !cfg!(feature = "sender") && owner != info.sender {
                ensure!(OPERATOR.may_load(deps.storage)? == Some(info.sender), StdError::msg("Unauthorized"));
            }
            send(deps.storage, env, owner, amount, receiver)
        }
        ExecuteMsg::Flush { timeout_seconds } => flush(deps.storage, env, timeout_seconds),
    }
}

fn withdraw(storage: &mut dyn Storage, account: Addr, hook: Option<Addr>) -> StdResult<Response> {
    let amount = deposit_of(storage, &account)?;
    ensure!(!amount.is_zero(), StdError::msg("there is nothing to withdraw"));
    let amount_paid = vec![coin(amount.u128(), DENOM)];
    let paid = Response::new().add_message(BankMsg::Send { to_address: account.to_string(), amount: amount_paid });
    let Some(hook) = hook else {
        take(storage, &account, amount)?;
        return Ok(paid);
    };
    let notice = tell(&hook, &Notice::Withdrawn {})?;
    if cfg!(feature = "reentry") {
        return Ok(paid.add_submessage(SubMsg::reply_always(notice, PAID).with_payload(to_json_binary(&account)?)));
    }
    take(storage, &account, amount)?;
    Ok(paid.add_message(notice))
}

#[entry_point]
pub fn reply(deps: DepsMut, _env: Env, msg: Reply) -> StdResult<Response> {
    // Of an arrival: who was told did not understand it, or used up its gas.
    if msg.id == PAID {
        DEPOSITS.remove(deps.storage, &from_json(&msg.payload)?);
    }
    Ok(Response::new())
}

pub fn tell(contract: &Addr, notice: &Notice) -> StdResult<WasmMsg> {
    Ok(WasmMsg::Execute { contract_addr: contract.to_string(), msg: to_json_binary(notice)?, funds: vec![] })
}

fn send(
    storage: &mut dyn Storage,
    env: Env,
    owner: Addr,
    amount: Uint128,
    receiver: Option<Addr>,
) -> StdResult<Response> {
    ensure!(!amount.is_zero(), StdError::msg("nothing to send"));
    ensure!(!BUSY.has(storage, &owner), StdError::msg("the last parcel is on its way"));
    take(storage, &owner, amount)?;
    BUSY.save(storage, &owner, &true)?;
    dispatch(storage, env, Parcel { owner: Some(owner), amount, receiver }, TIMEOUT_SECONDS)
}

fn flush(storage: &mut dyn Storage, env: Env, timeout_seconds: u64) -> StdResult<Response> {
    if !cfg!(feature = "timeout") {
        ensure!((60..=86_400).contains(&timeout_seconds), StdError::msg("a timeout has a minute to a day"));
    }
    let amount = arrived(storage)?;
    ensure!(!amount.is_zero(), StdError::msg("nothing has arrived"));
    ARRIVED.remove(storage);
    dispatch(storage, env, Parcel { owner: None, amount, receiver: None }, timeout_seconds)
}

fn dispatch(storage: &mut dyn Storage, env: Env, parcel: Parcel, timeout_seconds: u64) -> StdResult<Response> {
    let channel_id = CHANNEL.may_load(storage)?.ok_or_else(|| StdError::msg("no channel is open"))?;
    let id = next(storage)?;
    PARCELS.save(storage, id, &parcel)?;
    Ok(Response::new().add_message(packet(&env, channel_id, id, &parcel, timeout_seconds)?))
}

pub fn resend(storage: &dyn Storage, env: &Env, id: u64, parcel: &Parcel) -> StdResult<IbcMsg> {
    packet(env, CHANNEL.load(storage)?, id, parcel, TIMEOUT_SECONDS)
}

#[entry_point]
pub fn query(deps: Deps, _env: Env, msg: QueryMsg) -> StdResult<Binary> {
    match msg {
        QueryMsg::Claims { actor } => {
            let amount = deposit_of(deps.storage, &deps.api.addr_validate(&actor)?)?;
            to_json_binary(&ClaimsResponse { amount })
        }
    }
}
