use cosmwasm_schema::cw_serde;
use cosmwasm_std::{Addr, Coin, StdResult, Storage, Uint128};
use cw_storage_plus::{Item, Map};

use crate::error::{refuse, Error};
use crate::msg::{Channel, Fee};

#[cw_serde]
pub struct Config {
    pub admin: Addr,
    pub connection_id: String,
    pub channels: Vec<Channel>,
    /// Index of the channel over which coins come back.
    pub home: usize,
    pub denom: String,
    pub validator: String,
    pub timeout: u64,
    pub ordered: bool,
}

impl Config {
    pub fn channel(&self, id: &str) -> Result<&Channel, Error> {
        self.channels.iter().find(|channel| channel.id == id).ok_or(Error::Refused("no such channel"))
    }
}

/// A depositor.
#[cw_serde]
#[derive(Default)]
pub struct Account {
    /// In deposits that are on their way.
    pub sending: Uint128,
    /// Of the pool.
    pub shares: Uint128,
    pub withdrawal: Option<Withdrawal>,
    /// What could not be paid when it was due.
    pub owed: Vec<Coin>,
}

#[cw_serde]
pub struct Withdrawal {
    pub batch: u64,
    pub amount: Uint128,
}

/// What the shares stand for, and what leaves it.
#[cw_serde]
#[derive(Default)]
pub struct Pool {
    pub shares: Uint128,
    /// On the account and not delegated.
    pub liquid: Uint128,
    pub delegated: Uint128,
    /// All that was ever delegated: no delegation can be greater unless it earned something.
    pub ever_delegated: Uint128,
    /// What the delegation is known to have earned.
    pub earned: Uint128,
    /// Withdrawals that wait for their batch to begin.
    pub collecting: Batch,
    /// The batch that is on its way back.
    pub leaving: Option<Leaving>,
}

#[cw_serde]
#[derive(Default)]
pub struct Batch {
    pub id: u64,
    pub amount: Uint128,
}

#[cw_serde]
pub struct Leaving {
    pub batch: Batch,
    pub step: Step,
}

#[cw_serde]
pub enum Step {
    /// So much of it is to be undelegated.
    Delegated { amount: Uint128 },
    /// On the account, from then on (seconds).
    Unbonding { until: u64 },
    /// Sent back; it cannot come any more from then on (nanoseconds).
    Returning { denom: String, until: u64 },
}

/// A batch that came back.
#[cw_serde]
pub struct Returned {
    pub denom: String,
    /// What is not collected yet.
    pub amount: Uint128,
}

#[cw_serde]
pub struct Deposit {
    pub owner: Addr,
    pub amount: Uint128,
    pub fee: Fee,
}

#[cw_serde]
pub enum Task {
    Delegate,
    Undelegate,
    Return { denom: String, until: u64 },
}

/// What a packet to the account is to do.
#[cw_serde]
pub struct Operation {
    pub task: Task,
    pub amount: Uint128,
    /// What comes back to the pool when it fails for good.
    pub taken: Uint128,
    pub retries: bool,
    pub payer: Addr,
    pub fee: Fee,
}

#[cw_serde]
pub struct Flight {
    pub operation: Operation,
    pub channel: String,
    pub sequence: u64,
    /// Failed, and to be sent again.
    pub failed: bool,
}

#[cw_serde]
pub struct Watched {
    pub kv: u64,
    pub tx: u64,
}

pub const CONFIG: Item<Config> = Item::new("config");
/// The address on the other chain.
pub const ADDRESS: Item<String> = Item::new("address");
pub const WATCHED: Item<Watched> = Item::new("watched");
pub const POOL: Item<Pool> = Item::new("pool");
pub const FLIGHT: Item<Flight> = Item::new("flight");
pub const ACCOUNTS: Map<&Addr, Account> = Map::new("accounts");
pub const DEPOSITS: Map<(&str, u64), Deposit> = Map::new("deposits");
pub const RETURNED: Map<u64, Returned> = Map::new("returned");
/// Coins of the contract that are somebody's, by denomination.
pub const HELD: Map<&str, Uint128> = Map::new("held");
/// Coins of deposits that are on their way, by denomination: some may be back before the contract hears of it.
pub const OPEN: Map<&str, Uint128> = Map::new("open");
#[cfg(feature = "p6")]
pub const SENDING: Item<Deposit> = Item::new("sending");
/// Outcomes of other deposits since, for each that is on its way.
#[cfg(feature = "p8")]
pub const PASSED: Map<(&str, u64), u64> = Map::new("outcomes_passed_by");
#[cfg(feature = "p7")]
pub const PAID: Item<u64> = Item::new("paid");

pub fn account(storage: &dyn Storage, owner: &Addr) -> StdResult<Account> {
    Ok(ACCOUNTS.may_load(storage, owner)?.unwrap_or_default())
}

/// An account without anything goes.
pub fn keep_account(storage: &mut dyn Storage, owner: &Addr, account: &Account) -> StdResult<()> {
    if *account == Account::default() {
        ACCOUNTS.remove(storage, owner);
        return Ok(());
    }
    ACCOUNTS.save(storage, owner, account)
}

pub fn add_to(storage: &mut dyn Storage, sums: Map<&str, Uint128>, coin: &Coin) -> StdResult<()> {
    let sum = sums.may_load(storage, &coin.denom)?.unwrap_or_default();
    sums.save(storage, &coin.denom, &sum.checked_add(coin.amount)?)
}

pub fn take_from(storage: &mut dyn Storage, sums: Map<&str, Uint128>, coin: &Coin) -> StdResult<()> {
    let sum = sums.may_load(storage, &coin.denom)?.unwrap_or_default();
    let rest = sum.saturating_sub(coin.amount);
    if rest.is_zero() {
        sums.remove(storage, &coin.denom);
        return Ok(());
    }
    sums.save(storage, &coin.denom, &rest)
}

pub fn address(storage: &dyn Storage) -> Result<String, Error> {
    match ADDRESS.may_load(storage)? {
        Some(address) => Ok(address),
        None => refuse("the account is not open yet"),
    }
}

impl Pool {
    /// What the shares stand for.
    pub fn assets(&self, storage: &dyn Storage) -> Result<Uint128, Error> {
        let away = match FLIGHT.may_load(storage)? {
            Some(Flight { operation: Operation { task: Task::Delegate, amount, .. }, .. }) => amount,
            _ => Uint128::zero(),
        };
        let all = self.liquid.checked_add(self.delegated)?.checked_add(away)?;
        Ok(all.saturating_sub(self.collecting.amount))
    }

    pub fn worth(&self, storage: &dyn Storage, shares: Uint128) -> Result<Uint128, Error> {
        let assets = self.assets(storage)?;
        if assets == self.shares || shares.is_zero() {
            return Ok(shares);
        }
        Ok(shares.checked_multiply_ratio(assets, self.shares)?)
    }

    /// Takes coins that came to the account, as shares of who gave them.
    pub fn add(&mut self, storage: &mut dyn Storage, owner: &Addr, amount: Uint128) -> Result<(), Error> {
        let assets = self.assets(storage)?;
        let shares = match assets.is_zero() || assets == self.shares {
            true => amount,
            false => amount.checked_multiply_ratio(self.shares, assets)?,
        };
        let mut account = account(storage, owner)?;
        account.shares = account.shares.checked_add(shares)?;
        keep_account(storage, owner, &account)?;
        self.shares = self.shares.checked_add(shares)?;
        self.liquid = self.liquid.checked_add(amount)?;
        Ok(())
    }
}
