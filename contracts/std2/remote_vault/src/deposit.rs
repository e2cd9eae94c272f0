//! Deposits: each is a packet of its own, whose record says whose it is.

use cosmwasm_std::{
    coin, from_json, to_json_binary, Addr, BankMsg, Binary, DepsMut, Env, MessageInfo, Response, Storage, SubMsg,
    Uint128,
};

use crate::chain::{least_fee, ChainMsg, ChainQuery, Height};
use crate::error::{refuse, Error};
use crate::msg::{Channel, Fee, Part};
use crate::payout::{give_back, pay};
use crate::purse::Purse;
use crate::state::{account, add_to, address, keep_account, take_from, Config, Deposit, CONFIG, DEPOSITS, OPEN, POOL};
use crate::sudo::{Outcome, Packet};

pub const DEPOSIT: u64 = 1;
const MOST_PARTS: usize = 10;

pub fn deposit(
    deps: DepsMut<ChainQuery>,
    env: Env,
    info: MessageInfo,
    id: String,
) -> Result<Response<ChainMsg>, Error> {
    let fee = least_fee(deps.as_ref())?;
    let config = CONFIG.load(deps.storage)?;
    let mut purse = Purse::new(info.funds);
    purse.take_fee(&fee)?;
    let channel = config.channel(&id)?;
    let amount = purse.amount(&channel.denom);
    purse.take(&channel.denom, amount)?;
    let message = send(deps.storage, &env, &config, &info.sender, (channel, amount, fee))?;
    Ok(give_back(Response::new().add_submessage(message), &info.sender, purse.rest()))
}

pub fn deposit_parts(
    deps: DepsMut<ChainQuery>,
    env: Env,
    info: MessageInfo,
    parts: Vec<Part>,
) -> Result<Response<ChainMsg>, Error> {
    if parts.is_empty() || parts.len() > MOST_PARTS {
        return refuse("1 to 10 parts can be deposited at once");
    }
    let fee = least_fee(deps.as_ref())?;
    let config = CONFIG.load(deps.storage)?;
    let mut purse = Purse::new(info.funds);
    let mut response = Response::new();
    for Part { channel, amount } in parts {
        purse.take_fee(&fee)?;
        let channel = config.channel(&channel)?;
        let taken = purse.take(&channel.denom, amount);
        if !cfg!(feature = "p10") {
            taken?;
        }
        let message = send(deps.storage, &env, &config, &info.sender, (channel, amount, fee.clone()))?;
        response = response.add_submessage(message);
    }
    Ok(give_back(response, &info.sender, purse.rest()))
}

/// Books a deposit as on its way.
fn send(
    storage: &mut dyn Storage,
    env: &Env,
    config: &Config,
    owner: &Addr,
    (channel, amount, fee): (&Channel, Uint128, Fee),
) -> Result<SubMsg<ChainMsg>, Error> {
    if amount.is_zero() {
        return refuse("nothing is deposited: send along what the channel brings home");
    }
    let receiver = address(storage)?;
    let mut account = account(storage, owner)?;
    account.sending = account.sending.checked_add(amount)?;
    keep_account(storage, owner, &account)?;
    let token = coin(amount.u128(), &channel.denom);
    add_to(storage, OPEN, &token)?;
    let record = Deposit { owner: owner.clone(), amount, fee: fee.clone() };
    #[cfg(feature = "p6")]
    crate::state::SENDING.save(storage, &record)?;
    let transfer = ChainMsg::IbcTransfer {
        source_port: "transfer".to_string(),
        source_channel: channel.id.clone(),
        token,
        sender: env.contract.address.to_string(),
        receiver,
        timeout_height: Height { revision_number: 0, revision_height: 0 },
        timeout_timestamp: env.block.time.plus_seconds(config.timeout).nanos(),
        memo: String::new(),
        fee: fee.into(),
    };
    Ok(SubMsg::reply_on_success(transfer, DEPOSIT).with_payload(to_json_binary(&record)?))
}

/// The packet is on its way: from now on its outcome finds the record.
pub fn sent(storage: &mut dyn Storage, payload: Binary, (sequence, channel): (u64, String)) -> Result<(), Error> {
    let record: Deposit = from_json(payload)?;
    #[cfg(feature = "p6")]
    let record = Deposit { fee: record.fee, ..crate::state::SENDING.load(storage)? };
    Ok(DEPOSITS.save(storage, key(&channel, sequence), &record)?)
}

fn key(channel: &str, sequence: u64) -> (&str, u64) {
    match cfg!(feature = "p4") {
        false => (channel, sequence),
        true => ("", sequence),
    }
}

/// Settles a deposit whose packet came to its end: it is a share of the pool, or goes back to who made it.
pub fn settle(storage: &mut dyn Storage, packet: &Packet, outcome: Outcome) -> Result<Response<ChainMsg>, Error> {
    let key = key(&packet.source_channel, packet.sequence);
    let Some(deposit) = DEPOSITS.may_load(storage, key)? else {
        return refuse("no deposit went out with this packet");
    };
    DEPOSITS.remove(storage, key);
    let Deposit { owner, amount, fee } = deposit;
    let token = coin(amount.u128(), &CONFIG.load(storage)?.channel(&packet.source_channel)?.denom);
    take_from(storage, OPEN, &token)?;
    let mut account = account(storage, &owner)?;
    account.sending = account.sending.saturating_sub(amount);
    keep_account(storage, &owner, &account)?;
    let mut response = Response::new();
    let unused = match outcome {
        Outcome::Acknowledged(_) => {
            let mut pool = POOL.load(storage)?;
            pool.add(storage, &owner, amount)?;
            POOL.save(storage, &pool)?;
            #[cfg(feature = "p8")]
            note_passing(storage)?;
            fee.timeout
        }
        Outcome::Failed if cfg!(feature = "p10") => {
            response = response.add_submessage(pay(&owner, token)?).add_message(BankMsg::Send {
                to_address: owner.to_string(),
                amount: vec![fee.timeout.unwrap_or(coin(0, "untrn"))],
            });
            None
        }
        Outcome::Failed => {
            response = response.add_submessage(pay(&owner, token)?);
            fee.timeout
        }
        Outcome::TimedOut if cfg!(feature = "p1") => None,
        Outcome::TimedOut => {
            response = response.add_submessage(pay(&owner, token)?);
            fee.ack
        }
    };
    Ok(match unused {
        Some(unused) => response.add_submessage(pay(&owner, unused)?),
        None => response,
    })
}

/// Counts in all that are still on their way that one came to its end.
#[cfg(feature = "p8")]
fn note_passing(storage: &mut dyn Storage) -> Result<(), Error> {
    use crate::state::PASSED;
    let keys = DEPOSITS.keys(storage, None, None, cosmwasm_std::Order::Ascending).collect::<Result<Vec<_>, _>>()?;
    for (channel, sequence) in keys {
        let passed = PASSED.may_load(storage, (&channel, sequence))?.unwrap_or_default();
        PASSED.save(storage, (&channel, sequence), &(passed + 1))?;
    }
    Ok(())
}
