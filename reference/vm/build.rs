//! Reads the locked release of `cosmwasm-vm`: its number goes into every result, and what it lacks is left out.

use std::fs;

/// The numbers of a release, and of its candidate; a final release counts as the last of its candidates.
type Release = (u64, u64, u64, u64);

const FINAL: u64 = u64::MAX;

/// Made of sources older than 3.0.9.
const CANDIDATE: Release = (3, 1, 0, 0);

/// A part of the crate's interface, and which releases have it.
const PARTS: [(&str, fn(Release) -> bool); 12] = [
    ("has_compile_module", |release| {
        (release >= (3, 0, 9, FINAL) && release != CANDIDATE)
            || ((2, 3, 4, FINAL)..(3, 0, 0, 0)).contains(&release)
            || ((2, 2, 9, FINAL)..(2, 3, 0, 0)).contains(&release)
    }),
    ("has_wasm_limits", |release| release >= (2, 2, 0, 0)),
    ("has_migrate_info", |release| release >= (2, 2, 0, 0)),
    ("has_addr_validate", |release| release >= (2, 0, 0, 0)),
    // Before, the mock's addresses cost next to nothing, and were no bech32 before 2.0.
    ("has_gas_of_addresses", |release| release >= (2, 1, 0, 0)),
    // Since wasmer 3, a module is compiled by an engine and run in any store on it.
    ("has_engines", |release| release >= (1, 3, 0, 0)),
    ("has_debug_handler", |release| release >= (1, 5, 0, 0)),
    ("has_size_in_bytes", |release| release >= (2, 0, 0, 0)),
    ("has_ibc_callbacks", |release| release >= (2, 1, 0, 0)),
    ("has_ibc2", |release| release >= (3, 0, 0, 0)),
    ("has_print_debug", |release| release < (2, 0, 0, 0)),
    // Its wasmer, older than 7, wants a symbol that Rust had until 1.88.
    ("has_probestack", |release| release < (3, 0, 10, 0)),
];

fn main() {
    println!("cargo:rerun-if-changed=Cargo.lock");
    let lock = fs::read_to_string("Cargo.lock").expect("Cargo.lock");
    let version = locked_version(&lock, "cosmwasm-vm").expect("cosmwasm-vm in Cargo.lock");
    println!("cargo:rustc-env=COSMWASM_VM_VERSION={version}");

    let release = parse(version).expect("a version like 3.0.9 or 3.1.0-rc.0");
    for (name, has) in PARTS {
        println!("cargo:rustc-check-cfg=cfg({name})");
        if has(release) {
            println!("cargo:rustc-cfg={name}");
        }
    }
}

fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let mut lines = lock.lines();
    lines.find(|line| *line == format!("name = \"{package}\""))?;
    let version = lines.next()?.strip_prefix("version = ")?;
    Some(version.trim_matches('"'))
}

fn parse(version: &str) -> Option<Release> {
    let (numbers, candidate) = match version.split_once("-rc.") {
        Some((numbers, candidate)) => (numbers, candidate.parse().ok()?),
        None => (version, FINAL),
    };
    let mut numbers = numbers.split('.').map(str::parse);
    let mut next = || numbers.next()?.ok();
    Some((next()?, next()?, next()?, candidate))
}
