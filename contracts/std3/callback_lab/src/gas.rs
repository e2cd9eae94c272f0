//! Spending a given amount of gas on computing.

use std::hint::black_box;

/// wasmd: 1 SDK gas is 140,000 gas of the VM.
const VM_GAS_PER_SDK_GAS: u128 = 140_000;

/// VM gas of one turn of the loop in `spin`, counted in the built module (`test/contracts` holds it there).
const VM_GAS_PER_TURN: u128 = 5_060;

/// Spends about `amount` of SDK gas.
pub fn spend(amount: u64) {
    let turns = u128::from(amount) * VM_GAS_PER_SDK_GAS / VM_GAS_PER_TURN;
    spin(u64::try_from(turns).unwrap_or(u64::MAX));
}

/// A loop of a fixed price per turn that no compiler can shorten: each value goes through memory that it cannot see.
#[inline(never)]
pub fn spin(turns: u64) {
    let mut left = turns;
    while left != 0 {
        left = black_box(left.wrapping_sub(1));
    }
}
