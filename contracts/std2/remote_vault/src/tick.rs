//! What the account on the other chain does: one thing at a time, so that what became of it is always known, on ordered channels too.

use cosmwasm_std::{
    coin, from_json, to_json_binary, Binary, Coin, Deps, DepsMut, Env, MessageInfo, Response, Storage, SubMsg, Uint128,
};

use crate::chain::{least_fee, ChainMsg, ChainQuery, ProtobufAny};
use crate::contract::ACCOUNT_ID;
use crate::error::{refuse, Error};
use crate::payout::{give_back, hold, pay};
use crate::proto::{self, Writer};
use crate::purse::Purse;
use crate::state::{
    account, address, keep_account, Batch, Config, Flight, Leaving, Operation, Pool, Step, Task, Withdrawal, CONFIG,
    FLIGHT, HELD, OPEN, POOL,
};
use crate::sudo::{Outcome, Packet};

pub const OPERATION: u64 = 2;

pub fn withdraw(storage: &mut dyn Storage, info: MessageInfo, shares: Uint128) -> Result<Response<ChainMsg>, Error> {
    let mut pool = POOL.load(storage)?;
    let mut account = account(storage, &info.sender)?;
    if shares.is_zero() || shares > account.shares {
        return refuse("the sender has not so much");
    }
    let amount = pool.worth(storage, shares)?;
    if amount.is_zero() {
        return refuse("this is worth nothing");
    }
    let before = match &account.withdrawal {
        None => Uint128::zero(),
        Some(Withdrawal { batch, amount }) if *batch == pool.collecting.id => *amount,
        Some(_) => return refuse("the withdrawal before is to be collected first"),
    };
    account.shares = account.shares.checked_sub(shares)?;
    account.withdrawal = Some(Withdrawal { batch: pool.collecting.id, amount: before.checked_add(amount)? });
    keep_account(storage, &info.sender, &account)?;
    pool.shares = pool.shares.checked_sub(shares)?;
    pool.collecting.amount = pool.collecting.amount.checked_add(amount)?;
    POOL.save(storage, &pool)?;
    Ok(Response::new())
}

pub fn tick(deps: DepsMut<ChainQuery>, env: Env, info: MessageInfo) -> Result<Response<ChainMsg>, Error> {
    let mut pool = POOL.load(deps.storage)?;
    let config = CONFIG.load(deps.storage)?;
    let mut purse = Purse::new(info.funds);
    let mut response = Response::new();
    let next = next(deps.as_ref(), &env, &config, &mut pool, &purse)?;
    if let Some(Arrived { batch, coin }) = next.arrived {
        hold(deps.storage, batch, coin)?;
    }
    if let Some((task, amount, taken, retries)) = next.work {
        let fee = least_fee(deps.as_ref())?;
        purse.take_fee(&fee)?;
        let operation = Operation { task, amount, taken, retries, payer: info.sender.clone(), fee };
        response = response.add_submessage(submit(deps.storage, &env, &config, operation)?);
    }
    POOL.save(deps.storage, &pool)?;
    Ok(give_back(response, &info.sender, purse.rest()))
}

struct Arrived {
    batch: u64,
    coin: Coin,
}

#[derive(Default)]
struct Next {
    arrived: Option<Arrived>,
    /// What is to be done, with how much, how much of it is the pool's when it fails, and whether it failed before.
    work: Option<(Task, Uint128, Uint128, bool)>,
}

impl Next {
    fn work(task: Task, amount: Uint128) -> Self {
        Next { work: Some((task, amount, Uint128::zero(), false)), arrived: None }
    }
}

fn next(deps: Deps<ChainQuery>, env: &Env, config: &Config, pool: &mut Pool, purse: &Purse) -> Result<Next, Error> {
    if let Some(flight) = FLIGHT.may_load(deps.storage)? {
        return retry(flight);
    }
    if pool.leaving.is_none() && !pool.collecting.amount.is_zero() {
        begin_batch(pool)?;
    }
    let mut arrived = None;
    if let Some(Leaving { batch, step }) = &pool.leaving {
        let home = &config.channels[config.home];
        // The packet to the account takes its time before the one that brings the coins home is sent.
        let until = env.block.time.plus_seconds(2 * config.timeout).nanos();
        let back = || Next::work(Task::Return { denom: home.denom.clone(), until }, batch.amount);
        match step {
            Step::Delegated { amount } => return Ok(Next::work(Task::Undelegate, *amount)),
            Step::Unbonding { until } if env.block.time.seconds() >= *until => return Ok(back()),
            Step::Unbonding { .. } => {}
            Step::Returning { denom, until } => match whether_back(deps, env, coin(batch.amount.u128(), denom), purse)?
            {
                Some(true) => {
                    arrived = Some(Arrived { batch: batch.id, coin: coin(batch.amount.u128(), denom) });
                    pool.leaving = None;
                }
                // It went back to the account when it could not come here.
                Some(false) if env.block.time.nanos() >= *until => return Ok(back()),
                _ => {}
            },
        }
    }
    if pool.liquid.is_zero() {
        return Ok(Next { arrived, work: None });
    }
    let amount = std::mem::take(&mut pool.liquid);
    Ok(Next { arrived, work: Some((Task::Delegate, amount, amount, false)) })
}

fn retry(Flight { operation, failed, .. }: Flight) -> Result<Next, Error> {
    if !failed {
        return refuse("the account is busy");
    }
    if cfg!(feature = "p2") {
        return refuse("the account failed");
    }
    let Operation { task, amount, mut taken, .. } = operation;
    if cfg!(feature = "p3") {
        taken = taken.checked_sub(amount)?;
    }
    Ok(Next { arrived: None, work: Some((task, amount, taken, true)) })
}

/// What is not delegated need not be undelegated.
fn begin_batch(pool: &mut Pool) -> Result<(), Error> {
    let id = pool.collecting.id + 1;
    let batch = std::mem::replace(&mut pool.collecting, Batch { id, amount: Uint128::zero() });
    let liquid = batch.amount.min(pool.liquid);
    let delegated = batch.amount.checked_sub(liquid)?;
    pool.liquid = pool.liquid.checked_sub(liquid)?;
    pool.delegated = pool.delegated.checked_sub(delegated)?;
    let step = match delegated.is_zero() {
        true => Step::Unbonding { until: 0 },
        false => Step::Delegated { amount: delegated },
    };
    pool.leaving = Some(Leaving { batch, step });
    Ok(())
}

/// Whether coins that were sent back are here. Nobody says so, and what came may also be a deposit that failed and was not told yet: then
/// it is not known.
fn whether_back(deps: Deps<ChainQuery>, env: &Env, coin: Coin, purse: &Purse) -> Result<Option<bool>, Error> {
    let Coin { denom, amount } = coin;
    let open = OPEN.may_load(deps.storage, &denom)?.unwrap_or_default();
    let others = HELD.may_load(deps.storage, &denom)?.unwrap_or_default().checked_add(purse.amount(&denom))?;
    let here = deps.querier.query_balance(&env.contract.address, denom)?.amount.saturating_sub(others);
    Ok(match here {
        _ if here < amount => Some(false),
        _ if here >= amount.checked_add(open)? => Some(true),
        _ => None,
    })
}

fn submit(storage: &dyn Storage, env: &Env, config: &Config, operation: Operation) -> Result<SubMsg<ChainMsg>, Error> {
    let account = address(storage)?;
    let amount = operation.amount.u128();
    let staking = || {
        let message = Writer::default().bytes(1, account.as_bytes()).bytes(2, config.validator.as_bytes());
        message.coin(3, &config.denom, amount).finish()
    };
    let (type_url, value) = match &operation.task {
        Task::Delegate => ("/cosmos.staking.v1beta1.MsgDelegate", staking()),
        Task::Undelegate => ("/cosmos.staking.v1beta1.MsgUndelegate", staking()),
        Task::Return { until, .. } => {
            let home = &config.channels[config.home];
            let message = Writer::default().bytes(1, b"transfer").bytes(2, home.remote.as_bytes());
            let message = message.coin(3, &config.denom, amount).bytes(4, account.as_bytes());
            let message = message.bytes(5, env.contract.address.as_bytes()).number(7, *until);
            ("/ibc.applications.transfer.v1.MsgTransfer", message.finish())
        }
    };
    let message = ChainMsg::SubmitTx {
        connection_id: config.connection_id.clone(),
        interchain_account_id: ACCOUNT_ID.to_string(),
        msgs: vec![ProtobufAny { type_url: type_url.to_string(), value: value.into() }],
        memo: String::new(),
        timeout: config.timeout,
        fee: operation.fee.clone().into(),
    };
    Ok(SubMsg::reply_on_success(message, OPERATION).with_payload(to_json_binary(&operation)?))
}

pub fn sent(storage: &mut dyn Storage, payload: Binary, (sequence, channel): (u64, String)) -> Result<(), Error> {
    let operation = from_json(payload)?;
    Ok(FLIGHT.save(storage, &Flight { operation, channel, sequence, failed: false })?)
}

/// Settles what the account did or did not do.
pub fn settle(storage: &mut dyn Storage, packet: &Packet, outcome: Outcome) -> Result<Response<ChainMsg>, Error> {
    let Some(mut flight) = FLIGHT.may_load(storage)?.filter(|flight| {
        !flight.failed && flight.channel == packet.source_channel && flight.sequence == packet.sequence
    }) else {
        return refuse("nothing was asked of the account with this packet");
    };
    let mut pool = POOL.load(storage)?;
    let operation = flight.operation.clone();
    let unused = match &outcome {
        Outcome::TimedOut => operation.fee.ack.clone(),
        _ => operation.fee.timeout.clone(),
    };
    FLIGHT.remove(storage);
    match outcome {
        Outcome::Acknowledged(data) => done(&mut pool, &operation, &data)?,
        // The first failure is the next tick's to mend, the second frees the account for other things.
        _ if matches!(operation.task, Task::Delegate) && !operation.retries => {
            flight.failed = true;
            FLIGHT.save(storage, &flight)?;
        }
        _ => pool.liquid = pool.liquid.checked_add(operation.taken)?,
    }
    POOL.save(storage, &pool)?;
    Ok(match unused {
        Some(unused) => Response::new().add_submessage(pay(&operation.payer, unused)?),
        None => Response::new(),
    })
}

fn done(pool: &mut Pool, operation: &Operation, data: &[u8]) -> Result<(), Error> {
    let step = match &operation.task {
        Task::Delegate => {
            pool.delegated = pool.delegated.checked_add(operation.amount)?;
            pool.ever_delegated = pool.ever_delegated.checked_add(operation.amount)?;
            return Ok(());
        }
        Task::Undelegate => Step::Unbonding { until: completion(data) },
        Task::Return { denom, until } => Step::Returning { denom: denom.clone(), until: *until },
    };
    if let Some(leaving) = &mut pool.leaving {
        leaving.step = step;
    }
    Ok(())
}

/// Seconds at which the coins are free, by the answer to `MsgUndelegate` in `TxMsgData`; 0 when it does not say.
fn completion(data: &[u8]) -> u64 {
    let response = proto::bytes(proto::bytes(data, 2), 2);
    proto::number(proto::bytes(response, 1), 1)
}
