use cosmwasm_std::{Coin, Uint128};

use crate::error::{refuse, Error};
use crate::msg::Fee;

/// The coins that came with a message, and what is left of them.
pub struct Purse(Vec<Coin>);

impl Purse {
    pub fn new(funds: Vec<Coin>) -> Self {
        Purse(funds)
    }

    pub fn amount(&self, denom: &str) -> Uint128 {
        self.0.iter().filter(|coin| coin.denom == denom).map(|coin| coin.amount).sum()
    }

    pub fn take(&mut self, denom: &str, amount: Uint128) -> Result<(), Error> {
        let coin = self.0.iter_mut().find(|coin| coin.denom == denom && coin.amount >= amount);
        match coin {
            Some(coin) => coin.amount -= amount,
            None if amount.is_zero() => {}
            None => return refuse("the coins sent along are not enough"),
        }
        Ok(())
    }

    pub fn take_fee(&mut self, fee: &Fee) -> Result<(), Error> {
        for coin in [&fee.ack, &fee.timeout].into_iter().flatten() {
            self.take(&coin.denom, coin.amount)?;
        }
        Ok(())
    }

    pub fn rest(self) -> Vec<Coin> {
        self.0.into_iter().filter(|coin| !coin.amount.is_zero()).collect()
    }
}
