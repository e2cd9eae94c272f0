//! The JSON form of results.

use base64::prelude::{Engine as _, BASE64_STANDARD};
use serde_json::{json, Map, Value};
use sha2::{Digest, Sha256};

use crate::native::{takes_info, Failure, VM};
use crate::run::Outcome;
use crate::script::{Script, Step, Store};

/// The whole result: compact JSON with sorted keys, one step a line.
pub fn script(
    name: &str,
    script: &Script,
    wasm: &[u8],
    check: Result<(), Failure>,
    steps: Vec<Value>,
) -> String {
    let head = json!({
        "balances": script.balances,
        "check_wasm": verdict(&check),
        "reuse_instance": script.reuse_instance,
        "script": name,
    });
    let tail = json!({
        "vm": VM,
        "wasm": script.wasm,
        "wasm_bytes": wasm.len(),
        "wasm_sha256": sha256(wasm),
    });
    let steps: Vec<String> = steps.iter().map(Value::to_string).collect();
    let (head, tail) = (head.to_string(), tail.to_string());
    format!(
        "{},\"steps\":[\n{}\n],{}",
        &head[..head.len() - 1],
        steps.join(",\n"),
        &tail[1..]
    )
}

/// A step whose instance could not be made.
pub fn not_created(
    step: &Step,
    gas_limit: u64,
    memory_limit: usize,
    store: &Store,
    failure: &Failure,
) -> Value {
    let mut out = arguments(step, gas_limit, memory_limit, store);
    out.insert("create_error".into(), failure.to_json());
    out.insert("persisted".into(), json!(false));
    out.insert("storage_after".into(), store_json(store));
    Value::Object(out)
}

/// A step that was called.
pub fn step(
    step: &Step,
    gas_limit: u64,
    memory_limit: usize,
    store: &Store,
    outcome: &Outcome,
) -> Value {
    let mut out = arguments(step, gas_limit, memory_limit, store);
    match &outcome.result {
        Ok(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => out.insert("result".into(), json!(text)),
            Err(_) => out.insert("result_base64".into(), json!(BASE64_STANDARD.encode(bytes))),
        },
        Err(failure) => out.insert("error".into(), failure.to_json()),
    };
    out.insert("gas_left".into(), json!(outcome.gas.remaining));
    out.insert(
        "gas_used_internally".into(),
        json!(outcome.gas.used_internally),
    );
    out.insert(
        "gas_used_externally".into(),
        json!(outcome.gas.used_externally),
    );
    out.insert("memory_pages_before".into(), json!(outcome.pages_before));
    out.insert("memory_pages_after".into(), json!(outcome.pages_after));
    out.insert("persisted".into(), json!(outcome.persists()));
    out.insert("storage_after".into(), store_json(&outcome.store_after));
    let mut out = Value::Object(out);
    let recorded = &outcome.recorded;
    let storage_calls = recorded.storage_calls.iter().map(|call| json!(call));
    add_list(&mut out, "storage_calls", storage_calls.collect());
    add_list(&mut out, "queries", recorded.queries.clone());
    add_list(&mut out, "debug", recorded.debug.clone());
    out
}

/// One run of a sweep.
pub fn sweep_run(outcome: &Outcome) -> Value {
    let mut out = json!({
        "gas_limit": outcome.gas.limit,
        "gas_left": outcome.gas.remaining,
        "gas_used_internally": outcome.gas.used_internally,
        "gas_used_externally": outcome.gas.used_externally,
        "storage_after_sha256": store_sha256(&outcome.store_after),
    });
    match &outcome.result {
        Ok(bytes) => out["result_sha256"] = json!(sha256(bytes)),
        Err(failure) => out["error"] = failure.to_json(),
    }
    out
}

/// Adds a list to an object, unless it is empty.
pub fn add_list(object: &mut Value, key: &str, list: Vec<Value>) {
    if !list.is_empty() {
        object[key] = Value::Array(list);
    }
}

/// `"ok"` or the failure.
pub fn verdict(check: &Result<(), Failure>) -> Value {
    match check {
        Ok(()) => json!("ok"),
        Err(failure) => failure.to_json(),
    }
}

pub fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

fn arguments(
    step: &Step,
    gas_limit: u64,
    memory_limit: usize,
    store: &Store,
) -> Map<String, Value> {
    let mut out = Map::new();
    out.insert("name".into(), json!(step.name));
    out.insert("entry".into(), json!(step.entry));
    out.insert("env_raw".into(), json!(step.env_raw()));
    if takes_info(&step.entry) {
        out.insert("info_raw".into(), json!(step.info_raw()));
    }
    out.insert("msg_raw".into(), json!(step.msg_raw()));
    if let Some(info) = step.migrate_info_raw() {
        out.insert("migrate_info_raw".into(), json!(info));
    }
    out.insert("gas_limit".into(), json!(gas_limit));
    out.insert("memory_limit".into(), json!(memory_limit));
    out.insert(
        "storage_before_sha".into(),
        json!(&store_sha256(store)[..16]),
    );
    out
}

fn store_json(store: &Store) -> Value {
    let entries = store
        .iter()
        .map(|(key, value)| (hex::encode(key), json!(hex::encode(value))));
    Value::Object(entries.collect())
}

fn store_sha256(store: &Store) -> String {
    sha256(store_json(store).to_string().as_bytes())
}
