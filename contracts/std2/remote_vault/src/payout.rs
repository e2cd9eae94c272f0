//! Coins that leave the contract.

use cosmwasm_schema::cw_serde;
use cosmwasm_std::{
    coin, from_json, to_json_binary, Addr, BankMsg, Binary, Coin, MessageInfo, Response, Storage, SubMsg,
};

use crate::chain::ChainMsg;
use crate::error::{refuse, Error};
use crate::state::{account, add_to, keep_account, take_from, HELD, RETURNED};

pub const PAYOUT: u64 = 3;

#[cw_serde]
struct Payout {
    to: Addr,
    coin: Coin,
}

/// Pays within a callback. What cannot be paid now is owed.
pub fn pay(to: &Addr, coin: Coin) -> Result<SubMsg<ChainMsg>, Error> {
    let payload = to_json_binary(&Payout { to: to.clone(), coin: coin.clone() })?;
    let send = BankMsg::Send { to_address: to.to_string(), amount: vec![coin] };
    let message = match cfg!(feature = "p7") {
        false => SubMsg::reply_on_error(send, PAYOUT),
        true => SubMsg::reply_always(send, PAYOUT),
    };
    Ok(message.with_payload(payload))
}

/// A payout failed.
#[cfg(not(feature = "p7"))]
pub fn paid(storage: &mut dyn Storage, payload: Binary) -> Result<(), Error> {
    let Payout { to, coin } = from_json(payload)?;
    owe(storage, &to, coin)
}

/// A payout came to an end.
#[cfg(feature = "p7")]
pub fn paid(storage: &mut dyn Storage, payload: Binary) -> Result<(), Error> {
    let Payout { .. } = from_json(payload)?;
    let paid = crate::state::PAID.may_load(storage)?.unwrap_or_default();
    Ok(crate::state::PAID.save(storage, &(paid + 1))?)
}

#[cfg(not(feature = "p7"))]
fn owe(storage: &mut dyn Storage, to: &Addr, coin: Coin) -> Result<(), Error> {
    add_to(storage, HELD, &coin)?;
    let mut account = account(storage, to)?;
    match account.owed.iter_mut().find(|owed| owed.denom == coin.denom) {
        Some(owed) => owed.amount = owed.amount.checked_add(coin.amount)?,
        None => account.owed.push(coin),
    }
    Ok(keep_account(storage, to, &account)?)
}

/// Marks a batch as come back.
pub fn hold(storage: &mut dyn Storage, batch: u64, coin: Coin) -> Result<(), Error> {
    add_to(storage, HELD, &coin)?;
    Ok(RETURNED.save(storage, batch, &crate::state::Returned { denom: coin.denom, amount: coin.amount })?)
}

/// Pays the sender what is owed to him and what came back for him.
pub fn collect(storage: &mut dyn Storage, info: MessageInfo) -> Result<Response<ChainMsg>, Error> {
    let mut account = account(storage, &info.sender)?;
    let mut coins = std::mem::take(&mut account.owed);
    if let Some(withdrawal) = account.withdrawal.take() {
        match RETURNED.may_load(storage, withdrawal.batch)? {
            Some(mut returned) => {
                coins.push(coin(withdrawal.amount.u128(), &returned.denom));
                returned.amount = returned.amount.checked_sub(withdrawal.amount)?;
                match returned.amount.is_zero() {
                    true => RETURNED.remove(storage, withdrawal.batch),
                    false => RETURNED.save(storage, withdrawal.batch, &returned)?,
                }
            }
            None => account.withdrawal = Some(withdrawal),
        }
    }
    if coins.is_empty() {
        return refuse("nothing to collect yet");
    }
    keep_account(storage, &info.sender, &account)?;
    let mut response = Response::new();
    for coin in coins {
        take_from(storage, HELD, &coin)?;
        response = response.add_message(BankMsg::Send { to_address: info.sender.to_string(), amount: vec![coin] });
    }
    Ok(response)
}

/// Gives back what was sent along too much.
pub fn give_back(response: Response<ChainMsg>, to: &Addr, amount: Vec<Coin>) -> Response<ChainMsg> {
    match amount.is_empty() {
        true => response,
        false => response.add_message(BankMsg::Send { to_address: to.to_string(), amount }),
    }
}
