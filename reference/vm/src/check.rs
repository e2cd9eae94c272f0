//! The verdicts of `check_wasm` and of the compiler.

use std::fs;
use std::path::Path;

use serde_json::{json, Map, Value};

use crate::native::{static_check, Compiled, VM};
use crate::output::{sha256, verdict};

const MEMORY_LIMIT: usize = 33_554_432;

pub fn check_modules(paths: &[&str]) -> Result<String, String> {
    let mut modules = Map::new();
    for path in paths {
        let wasm = fs::read(path).map_err(|e| format!("{path}: {e}"))?;
        let name = Path::new(path).file_name().unwrap_or_default();
        modules.insert(name.to_string_lossy().into_owned(), check(&wasm));
    }
    let printed = json!({ "vm": VM, "modules": modules });
    Ok(serde_json::to_string_pretty(&printed).expect("plain JSON"))
}

fn check(wasm: &[u8]) -> Value {
    json!({
        "bytes": wasm.len(),
        "sha256": sha256(wasm),
        "check_wasm": verdict(&static_check(wasm)),
        "compile": verdict(&Compiled::new(wasm, MEMORY_LIMIT).map(|_| ())),
    })
}
