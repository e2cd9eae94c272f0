//! Coins that leave the contract within a callback.

use cosmwasm_schema::cw_serde;
use cosmwasm_std::{from_json, to_json_binary, Addr, BankMsg, Binary, Coin, Response, StdResult, Storage, SubMsg};

use crate::state::owe;

pub const PAYOUT: u64 = 2;

#[cw_serde]
pub enum Payout {
    /// Of a transfer that failed
    Refund { to: Addr, coin: Coin },
    /// Of vouchers that came back over a channel
    Redeem { channel: String, coin: Coin },
}

pub fn pay(to: &Addr, coin: &Coin, payout: &Payout) -> StdResult<SubMsg> {
    let send = BankMsg::Send { to_address: to.to_string(), amount: vec![coin.clone()] };
    Ok(SubMsg::reply_on_error(send, PAYOUT).with_payload(to_json_binary(payout)?))
}

/// A payout failed: what was to be paid is owed, or the other chain keeps its vouchers.
pub fn unpaid(storage: &mut dyn Storage, payload: &Binary) -> StdResult<Response> {
    match from_json(payload)? {
        Payout::Refund { to, coin } => {
            owe(storage, &to, &coin)?;
            Ok(Response::new())
        }
        #[cfg(feature = "f5")]
        Payout::Redeem { .. } => Ok(Response::new()),
        #[cfg(not(feature = "f5"))]
        Payout::Redeem { channel, coin } => {
            crate::state::keep(storage, &channel, &coin)?;
            Ok(Response::new().set_data(crate::ibc::refusal("the coins cannot be paid")))
        }
    }
}
