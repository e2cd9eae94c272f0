//! Runs a step again under other gas limits.

use serde_json::Value;

use crate::output;
use crate::run::{Outcome, Runner};
use crate::script::{Step, Store};

/// The price of an accounting operator: taken from what was used, this limit fails one charge earlier.
const ACCOUNTING: u64 = 1_610;

/// Limits at which argument regions, and little else, run out.
const SMALL: [u64; 5] = [0, 1, 1_000, 230_000, 1_000_000];

/// The limits to try, in order, without duplicates and without those above the step's own.
pub fn limits(step: &Step, outcome: &Outcome) -> Vec<u64> {
    let mut wanted = step.sweep_limits.clone();
    if outcome.result.is_ok() {
        let used = outcome.gas.used_internally + outcome.gas.used_externally;
        let part = |numerator: u64, denominator: u64| {
            (u128::from(used) * u128::from(numerator) / u128::from(denominator)) as u64
        };
        wanted.extend([
            used,
            used.saturating_sub(1),
            used.saturating_sub(ACCOUNTING),
            part(1, 2),
            part(1, 3),
            part(9, 10),
            part(99, 100),
        ]);
        wanted.extend(SMALL);
    }
    let mut limits = Vec::new();
    for limit in wanted {
        if limit <= outcome.gas.limit && !limits.contains(&limit) {
            limits.push(limit);
        }
    }
    limits
}

/// Runs the step under each limit, always from the same store; nothing is kept.
pub fn sweep(
    runner: &mut Runner,
    step: &Step,
    outcome: &Outcome,
    store: &Store,
) -> Result<Vec<Value>, String> {
    limits(step, outcome)
        .into_iter()
        .map(|limit| {
            let mut live = runner
                .instantiate(step, limit, store)
                .map_err(|failure| failure.text)?;
            Ok(output::sweep_run(&live.call(step)?))
        })
        .collect()
}
