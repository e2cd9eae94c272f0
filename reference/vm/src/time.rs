//! Times the steps of a script: a fresh instance and one call, many times from the same store.

use std::fs;
use std::path::Path;
use std::time::Duration;

use cpu_time::ProcessTime;
use serde_json::{json, Value};

use crate::native::{Compiled, VM};
use crate::output::sha256;
use crate::run::Runner;
use crate::script::{Script, Store};

pub const DEFAULT_RUNS: usize = 200;

/// A step stops being repeated after this time.
const LONGEST: Duration = Duration::from_secs(5);

/// Prints medians in µs of CPU time: to make an instance, to call it, and both.
pub fn time_script(path: &Path, runs: usize) -> Result<String, String> {
    let (script, wasm_path) = Script::read(path)?;
    let wasm = fs::read(&wasm_path).map_err(|e| format!("{}: {e}", wasm_path.display()))?;

    let compiling = ProcessTime::now();
    Compiled::new(&wasm, script.memory_limit).map_err(|failure| failure.text)?;
    let compile = compiling.elapsed();

    let mut runner = Runner::new(&script, &wasm);
    let mut store = Store::new();
    let mut steps: Vec<Value> = Vec::new();
    for step in &script.steps {
        step.put_into(&mut store)?;
        let gas_limit = runner.gas_limit(step);
        let mut run = || -> Result<_, String> {
            let start = ProcessTime::now();
            let live = runner.instantiate(step, gas_limit, &store);
            let mut live = live.map_err(|failure| failure.text)?;
            let created = start.elapsed();
            let outcome = live.call(step)?;
            let called = start.elapsed();
            drop(live);
            Ok((created, called - created, start.elapsed(), outcome))
        };
        // Compiles, and warms up.
        let (_, _, _, outcome) = run()?;

        let (mut create, mut call, mut whole) = (Vec::new(), Vec::new(), Vec::new());
        let started = ProcessTime::now();
        while whole.len() < runs && (whole.is_empty() || started.elapsed() < LONGEST) {
            let (created, called, all, _) = run()?;
            create.push(created);
            call.push(called);
            whole.push(all);
        }
        steps.push(json!({
            "name": step.name,
            "entry": step.entry,
            "ok": outcome.result.is_ok(),
            "gas_used": outcome.gas.used_internally + outcome.gas.used_externally,
            "runs": whole.len(),
            "create_us": median(create),
            "call_us": median(call),
            "median_us": median(whole),
        }));
        if outcome.result.is_ok() {
            store = outcome.store_after;
        }
    }
    let printed = json!({
        "vm": VM,
        "script": path.file_name().unwrap_or_default().to_string_lossy(),
        "wasm_sha256": sha256(&wasm),
        "wasm_bytes": wasm.len(),
        "compile_us": compile.as_micros() as u64,
        "steps": steps,
    });
    Ok(serde_json::to_string_pretty(&printed).expect("plain JSON"))
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    (times[times.len() / 2].as_nanos() / 100) as f64 / 10.0
}
