//! Addresses in releases before 2.1, whose own mock is another in every line: bech32, with the gas and the texts of the later mocks, so
//! that results of all releases compare.

use bech32::primitives::decode::CheckedHrpstring;
use bech32::{encode, Bech32, Hrp};
use cosmwasm_vm::{BackendApi, BackendError, BackendResult, GasInfo};

const PREFIX: &str = "cosmwasm";
const MULTIPLIER: u64 = 140_000;
const COST_HUMANIZE: u64 = 4 * MULTIPLIER;
const COST_CANONICALIZE: u64 = 5 * MULTIPLIER;

#[derive(Clone, Copy, Default)]
pub struct Api;

fn checked(canonical: Vec<u8>) -> Result<Vec<u8>, BackendError> {
    match canonical.len() {
        1..=255 => Ok(canonical),
        _ => Err(BackendError::user_err("Invalid canonical address length")),
    }
}

fn canonicalize(human: &str) -> Result<Vec<u8>, BackendError> {
    let decoded = CheckedHrpstring::new::<Bech32>(human)
        .map_err(|_| BackendError::user_err("Error decoding bech32"))?;
    if !decoded.hrp().as_str().eq_ignore_ascii_case(PREFIX) {
        return Err(BackendError::user_err("Wrong bech32 prefix"));
    }
    checked(decoded.byte_iter().collect())
}

fn humanize(canonical: &[u8]) -> Result<String, BackendError> {
    let canonical = checked(canonical.to_vec())?;
    let prefix = Hrp::parse(PREFIX).expect("a valid prefix");
    encode::<Bech32>(prefix, &canonical)
        .map_err(|_| BackendError::user_err("Invalid data to be encoded to bech32"))
}

#[cfg(has_addr_validate)]
impl BackendApi for Api {
    fn addr_validate(&self, human: &str) -> BackendResult<()> {
        let canonical = match canonicalize(human) {
            Ok(canonical) => canonical,
            Err(error) => return (Err(error), GasInfo::with_cost(COST_CANONICALIZE)),
        };
        let result = humanize(&canonical).and_then(|normalized| {
            if normalized == human {
                Ok(())
            } else {
                let text = "Invalid input: address not normalized";
                Err(BackendError::user_err(text))
            }
        });
        (
            result,
            GasInfo::with_cost(COST_CANONICALIZE + COST_HUMANIZE),
        )
    }

    fn addr_canonicalize(&self, human: &str) -> BackendResult<Vec<u8>> {
        (canonicalize(human), GasInfo::with_cost(COST_CANONICALIZE))
    }

    fn addr_humanize(&self, canonical: &[u8]) -> BackendResult<String> {
        (humanize(canonical), GasInfo::with_cost(COST_HUMANIZE))
    }
}

#[cfg(not(has_addr_validate))]
impl BackendApi for Api {
    fn canonical_address(&self, human: &str) -> BackendResult<Vec<u8>> {
        (canonicalize(human), GasInfo::with_cost(COST_CANONICALIZE))
    }

    fn human_address(&self, canonical: &[u8]) -> BackendResult<String> {
        (humanize(canonical), GasInfo::with_cost(COST_HUMANIZE))
    }
}
