//! Runs a script: each step over the store that the last successful one left.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use cosmwasm_vm::GasReport;
use serde_json::Value;

use crate::backend::{recording_backend, Recorded, Recorder};
use crate::native::{call, static_check, Arguments, Compiled, Failure, Instance};
use crate::output;
use crate::script::{Script, Step, Store};
use crate::sweep;

/// Steps that take longer are not swept.
const LONGEST_SWEPT: Duration = Duration::from_secs(3);

/// What came of one call.
pub struct Outcome {
    pub result: Result<Vec<u8>, Failure>,
    pub gas: GasReport,
    pub pages_before: usize,
    pub pages_after: usize,
    pub recorded: Recorded,
    pub store_after: Store,
}

impl Outcome {
    /// Whether a chain keeps what the call wrote: not if the VM failed, nor if the contract answered with an error.
    pub fn persists(&self) -> bool {
        self.result
            .as_ref()
            .is_ok_and(|answer| !is_contract_error(answer))
    }
}

/// Whether an answer is `{"error": …}`. Modules by hand answer any bytes.
fn is_contract_error(answer: &[u8]) -> bool {
    serde_json::from_slice::<Value>(answer).is_ok_and(|value| value.get("error").is_some())
}

/// An instance with the record of its backend.
pub struct Live {
    instance: Instance,
    recorder: Recorder,
}

/// A script's module, compiled once for each memory limit.
pub struct Runner<'a> {
    script: &'a Script,
    wasm: &'a [u8],
    compiled: BTreeMap<usize, Result<Compiled, Failure>>,
}

impl<'a> Runner<'a> {
    pub fn new(script: &'a Script, wasm: &'a [u8]) -> Runner<'a> {
        Runner {
            script,
            wasm,
            compiled: BTreeMap::new(),
        }
    }

    pub fn gas_limit(&self, step: &Step) -> u64 {
        step.gas_limit.unwrap_or(self.script.gas_limit)
    }

    pub fn memory_limit(&self, step: &Step) -> usize {
        step.memory_limit.unwrap_or(self.script.memory_limit)
    }

    /// A fresh instance over a copy of the store.
    pub fn instantiate(
        &mut self,
        step: &Step,
        gas_limit: u64,
        store: &Store,
    ) -> Result<Live, Failure> {
        let memory_limit = self.memory_limit(step);
        let compiled = self
            .compiled
            .entry(memory_limit)
            .or_insert_with(|| Compiled::new(self.wasm, memory_limit))
            .as_ref()
            .map_err(Failure::clone)?;
        let recorder = Recorder::default();
        let backend = recording_backend(store, &self.script.balances, &recorder);
        let instance = compiled.instantiate(backend, gas_limit, &recorder)?;
        Ok(Live { instance, recorder })
    }
}

impl Live {
    /// Calls the step's entry point. The outer error is one of the script.
    pub fn call(&mut self, step: &Step) -> Result<Outcome, String> {
        let pages_before = self.instance.memory_pages();
        let arguments = Arguments {
            env: step.env_raw().as_bytes(),
            info: step.info_raw().as_bytes(),
            msg: step.msg_raw().as_bytes(),
            migrate_info: step.migrate_info_raw().map(str::as_bytes),
        };
        let result = call(&mut self.instance, &step.entry, &arguments)
            .ok_or_else(|| format!("step \"{}\": no entry point {}", step.name, step.entry))?;
        Ok(Outcome {
            result,
            gas: self.instance.create_gas_report(),
            pages_before,
            pages_after: self.instance.memory_pages(),
            recorded: self.recorder.take(),
            store_after: self.recorder.store(),
        })
    }
}

/// Runs every step and gives the result as JSON text.
pub fn run_script(path: &Path) -> Result<String, String> {
    let (script, wasm_path) = Script::read(path)?;
    let wasm = fs::read(&wasm_path).map_err(|e| format!("{}: {e}", wasm_path.display()))?;
    let steps = if script.reuse_instance {
        run_on_one_instance(&script, &wasm)?
    } else {
        run_on_fresh_instances(&script, &wasm)?
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(output::script(
        &name,
        &script,
        &wasm,
        static_check(&wasm),
        steps,
    ))
}

fn run_on_fresh_instances(script: &Script, wasm: &[u8]) -> Result<Vec<Value>, String> {
    let mut runner = Runner::new(script, wasm);
    let mut store = Store::new();
    let mut steps = Vec::new();
    for step in &script.steps {
        step.put_into(&mut store)?;
        let limit = runner.gas_limit(step);
        let memory_limit = runner.memory_limit(step);
        let mut live = match runner.instantiate(step, limit, &store) {
            Ok(live) => live,
            Err(failure) => {
                steps.push(output::not_created(
                    step,
                    limit,
                    memory_limit,
                    &store,
                    &failure,
                ));
                continue;
            }
        };
        let started = Instant::now();
        let outcome = live.call(step)?;
        let took = started.elapsed();

        let mut printed = output::step(step, limit, memory_limit, &store, &outcome);
        if step.sweep.unwrap_or(script.sweep) {
            if took <= LONGEST_SWEPT {
                let runs = sweep::sweep(&mut runner, step, &outcome, &store)?;
                output::add_list(&mut printed, "sweep", runs);
            } else {
                eprintln!("step \"{}\" took {took:.1?}: not swept", step.name);
            }
        }
        steps.push(printed);
        if outcome.persists() {
            store = outcome.store_after;
        }
    }
    Ok(steps)
}

/// The gas of all steps accumulates, and what a failed step wrote stays.
fn run_on_one_instance(script: &Script, wasm: &[u8]) -> Result<Vec<Value>, String> {
    let mut runner = Runner::new(script, wasm);
    let mut live = None;
    let mut store = Store::new();
    let mut steps = Vec::new();
    for step in &script.steps {
        if !step.put.is_empty() && live.is_some() {
            return Err(format!(
                "step \"{}\": the first step only may have put with reuse_instance",
                step.name
            ));
        }
        step.put_into(&mut store)?;
        let limit = runner.gas_limit(step);
        let memory_limit = runner.memory_limit(step);
        if live.is_none() {
            match runner.instantiate(step, limit, &store) {
                Ok(made) => live = Some(made),
                Err(failure) => {
                    steps.push(output::not_created(
                        step,
                        limit,
                        memory_limit,
                        &store,
                        &failure,
                    ));
                    continue;
                }
            }
        }
        let outcome = live.as_mut().expect("made above").call(step)?;
        steps.push(output::step(step, limit, memory_limit, &store, &outcome));
        store = outcome.store_after;
    }
    Ok(steps)
}
