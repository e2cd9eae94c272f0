//! Runs VM scripts on the published `cosmwasm-vm` and prints golden results. See README.md.

#[cfg(not(has_gas_of_addresses))]
mod api;
mod backend;
mod check;
mod native;
mod output;
mod run;
mod script;
mod sweep;
mod time;

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: reference-vm run SCRIPT.json
       reference-vm check MODULE.wasm...
       reference-vm time SCRIPT.json [RUNS]";

fn main() -> ExitCode {
    // Every error of the VM captures a backtrace, which would be most of the time of a sweep.
    std::env::set_var("RUST_BACKTRACE", "0");

    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let printed = match arguments.as_slice() {
        ["run", script] => run::run_script(Path::new(script)),
        ["check", modules @ ..] if !modules.is_empty() => check::check_modules(modules),
        ["time", script] => time::time_script(Path::new(script), time::DEFAULT_RUNS),
        ["time", script, runs] => match runs.parse() {
            Ok(runs) if runs > 0 => time::time_script(Path::new(script), runs),
            _ => Err(format!("RUNS must be a positive number, got {runs}")),
        },
        _ => Err(USAGE.to_string()),
    };
    match printed {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(text) => {
            eprintln!("{text}");
            ExitCode::from(2)
        }
    }
}
